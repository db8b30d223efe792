import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openMasterKeys } from '../../../src/database/master-key.ts';

function dataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-master-key-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const nothingSealed = () => Promise.resolve(false);

test('makes a key at the first start, for its owner alone, and gives the same ever after', async () => {
  const folder = dataDir();
  const [key] = await openMasterKeys(folder, nothingSealed);
  expect(key).toHaveLength(32);
  expect(await openMasterKeys(folder, nothingSealed)).toEqual([key]);
  expect(statSync(join(folder, 'master.key')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['master.key']);
  expect(await openMasterKeys(dataDir(), nothingSealed)).not.toEqual([key]);
});

test.for(['', 'not a key', Buffer.alloc(31).toString('base64'), `${Buffer.alloc(32).toString('base64')}x`])(
  'refuses a file that holds %j, and leaves it as it is',
  async (content) => {
    const folder = dataDir();
    const file = join(folder, 'master.key');
    writeFileSync(file, content);
    await expect(openMasterKeys(folder, nothingSealed)).rejects.toThrow(
      `${file} has no master key: put its copy back`,
    );
    expect(statSync(file).size).toBe(content.length);
  },
);

test('makes no key in place of one that the database needs', async () => {
  const folder = dataDir();
  await expect(openMasterKeys(folder, () => Promise.resolve(true))).rejects.toThrow(
    `${join(folder, 'master.key')} is missing, and the database has secrets that are sealed under it`,
  );
  expect(readdirSync(folder)).toEqual([]);
});
