import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { scanningKeys } from '../../../src/credentials/scanning-keys.ts';
import { type OutgoingAnswer, OutgoingFailure } from '../../../src/platform/outgoing.ts';

const pem = (namedCurve = 'prime256v1') =>
  generateKeyPairSync('ec', { namedCurve }).publicKey.export({ type: 'spki', format: 'pem' });
const entry = (key_identifier: unknown, key: unknown = pem()) => ({ key_identifier, key, is_current: true });
const listed = (...public_keys: unknown[]) => JSON.stringify({ public_keys });

/** Creates keys at a server that gives these answers in order and repeats the last one. The clock stands still. */
function keysAt(...answers: (string | Error | Partial<OutgoingAnswer>)[]) {
  const asked: string[] = [];
  let time = 0;
  const send = async (url: string): Promise<OutgoingAnswer> => {
    asked.push(url);
    const answer = answers[Math.min(asked.length, answers.length) - 1];
    await Promise.resolve();
    if (answer instanceof Error) throw answer;
    return {
      status: 200,
      latencyMs: 1,
      body: '',
      bytes: Buffer.alloc(0),
      ...(typeof answer === 'string' ? { body: answer } : answer),
    };
  };
  const keys = scanningKeys({ send }, 'https://keys.invalid/', () => time);
  const codeOf = (identifier: string) =>
    keys.find(identifier).then(
      (key) => (key ? 'found' : 'unknown'),
      (error: unknown) => (error as { code?: unknown }).code,
    );
  return { asked, codeOf, wait: (seconds: number) => (time += seconds * 1000) };
}

describe('scanningKeys', () => {
  test('asks once for many parallel calls, and keeps the answer for an hour', async () => {
    const { asked, codeOf, wait } = keysAt(listed(entry('a')), listed(entry('b')));
    expect(await Promise.all([codeOf('a'), codeOf('a'), codeOf('b')])).toEqual(['found', 'found', 'unknown']);
    wait(3599);
    expect([await codeOf('a'), asked.length]).toEqual(['found', 1]);
    wait(1);
    expect([await codeOf('a'), asked.length]).toEqual(['unknown', 2]);
    expect(await codeOf('b')).toBe('found');
  });

  test('asks at most once a minute for an unknown identifier', async () => {
    const { asked, codeOf, wait } = keysAt(listed(entry('a')), listed(entry('a'), entry('b')));
    expect(await codeOf('a')).toBe('found');
    for (let time = 0; time < 5; time++) expect(await codeOf('b')).toBe('unknown');
    wait(59);
    expect([await codeOf('b'), asked.length]).toEqual(['unknown', 1]);
    wait(1);
    expect([await codeOf('b'), asked.length]).toEqual(['found', 2]);
  });

  test('is unavailable without an answer, and does not ask again for a minute', async () => {
    const { asked, codeOf, wait } = keysAt(new OutgoingFailure('TIMEOUT'), listed(entry('a')));
    expect(await Promise.all([codeOf('a'), codeOf('a')])).toEqual([
      'SERVICE_UNAVAILABLE',
      'SERVICE_UNAVAILABLE',
    ]);
    expect([await codeOf('a'), asked.length]).toEqual(['SERVICE_UNAVAILABLE', 1]);
    wait(60);
    expect([await codeOf('a'), asked.length]).toEqual(['found', 2]);
  });

  test('uses the known keys for the rest of the hour if GitHub does not answer', async () => {
    const { codeOf, wait } = keysAt(listed(entry('a')), new OutgoingFailure('TIMEOUT'));
    expect(await codeOf('a')).toBe('found');
    wait(3000);
    expect([await codeOf('b'), await codeOf('a')]).toEqual(['SERVICE_UNAVAILABLE', 'found']);
    wait(600);
    expect(await codeOf('a')).toBe('SERVICE_UNAVAILABLE');
  });

  test('reads only P-256 keys', async () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
      type: 'spki',
      format: 'pem',
    });
    const { codeOf } = keysAt(
      listed(
        null,
        1,
        {},
        entry(1),
        entry('none', null),
        entry('text', 'x'),
        entry('384', pem('secp384r1')),
        entry('rsa', rsa),
        entry('good'),
      ),
    );
    for (const identifier of ['none', 'text', '384', 'rsa', '1', '__proto__'])
      expect(await codeOf(identifier)).toBe('unknown');
    expect(await codeOf('good')).toBe('found');
  });

  test.for([
    [{ status: 403, body: listed(entry('a')) }],
    ['<html>'],
    ['null'],
    ['{"public_keys":{}}'],
    [listed()],
    [listed(entry('a', 'x'))],
  ] as const)('takes no keys from %j', async ([answer]) => {
    expect(await keysAt(answer).codeOf('a')).toBe('SERVICE_UNAVAILABLE');
  });
});
