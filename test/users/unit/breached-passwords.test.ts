import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openBreachedPasswords } from '../../../src/users/passwords/breached-passwords.ts';

const folder = mkdtempSync(join(tmpdir(), 'keyward-breached-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex').toUpperCase();

function fileOf(text: string): string {
  const path = join(folder, sha1(text));
  writeFileSync(path, text);
  return path;
}

describe('openBreachedPasswords', () => {
  test.each([
    [
      'with counts and CRLF, as it is published',
      500,
      (hash: string, n: number) => `${hash}:${n * n * n}\r\n`,
    ],
    ['with counts', 500, (hash: string, n: number) => `${hash}:${n}\n`],
    ['with hashes alone, in small letters', 500, (hash: string) => `${hash.toLowerCase()}\n`],
    ['with two entries', 2, (hash: string, n: number) => `${hash}:${n}\r\n`],
    ['with one entry', 1, (hash: string, n: number) => `${hash}:${n}\r\n`],
  ] as const)('finds each password of a list %s, and no other', async (_name, count, lineOf) => {
    const passwords = Array.from({ length: count }, (_, n) => `pässword ${n}`);
    const lines = passwords.map(sha1).sort().map(lineOf);
    for (const text of [lines.join(''), lines.join('').trimEnd()]) {
      const list = await openBreachedPasswords(fileOf(text));
      for (const password of passwords) expect(await list.has(password)).toBe(true);
      for (let n = 0; n < count; n++) expect(await list.has(`another ${n}`)).toBe(false);
      await list.close();
    }
  });

  test.each([
    ['', 'a line is not a hash'],
    ['password\n123456\n', 'a line is not a hash'],
    [`${'F'.repeat(40)}:1\r\n${'0'.repeat(40)}:1\r\n`, 'the lines are not in order'],
  ])('rejects a file that is not a sorted list of hashes', async (text, reason) => {
    await expect(openBreachedPasswords(fileOf(text))).rejects.toThrow(reason);
  });

  test('rejects a file that it cannot open', async () => {
    await expect(openBreachedPasswords(join(folder, 'nowhere'))).rejects.toThrow(
      'BREACHED_PASSWORDS_FILE cannot be used: ENOENT',
    );
    await expect(openBreachedPasswords(folder)).rejects.toThrow(
      'BREACHED_PASSWORDS_FILE cannot be used: EISDIR',
    );
  });

  test('has no list without a file, and rejects look-ups instead of answering no', async () => {
    const list = await openBreachedPasswords(undefined);
    expect(list.known).toBe(false);
    await expect(list.has('password')).rejects.toThrow();
  });
});
