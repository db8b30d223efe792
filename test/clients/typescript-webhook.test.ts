import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { KeywardError, KeywardUsageError, verifyWebhook } from '../../clients/typescript/src/index.ts';

// typescript-vectors.test.ts has the rules that all client libraries share.
// The signature is computed as section 6.3 of the specification says it, with another library than the client's.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const now = 1_768_473_000_000;
const sentAt = String(now / 1000);
const body = JSON.stringify({ id: 'evt_1', type: 'credential.rotated', data: { name: 'Größe 🔑' } });
const sign = (text: string, key = secret) =>
  createHmac('sha256', key).update(`${sentAt}.${text}`).digest('hex');
const headers = { 'X-Service-Signature': sign(body), 'X-Service-Timestamp': sentAt };
const verify = (raw: string | Uint8Array | ArrayBuffer, sent: Parameters<typeof verifyWebhook>[1]) =>
  verifyWebhook(raw, sent, secret, { now });
const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'verified',
    (error: unknown) => (error instanceof KeywardError ? error.code : error),
  );

describe('verifyWebhook', () => {
  test.for([
    ['text', body],
    ['bytes', new TextEncoder().encode(body)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
    ['a buffer that is part of another', Buffer.from(`xx${body}`).subarray(2)],
  ] as const)('returns the event of a body given as %s', async ([, raw]) => {
    expect(await verify(raw, headers)).toMatchObject({ id: 'evt_1', data: { name: 'Größe 🔑' } });
  });

  test.for([
    ['Headers', new Headers(headers)],
    ['lower-case names, as node:http has them', { ...lowerCase(headers) }],
    ['lists, as node:http has repeated ones', { ...lowerCase(headers), 'x-service-signature': [sign(body)] }],
  ] as const)('reads %s', async ([, sent]) => {
    expect(await codeOf(verify(body, sent))).toBe('verified');
  });

  test.for([
    ['an empty secret', body, ''],
    ['no secret', body, null],
    ['a body that was parsed', JSON.parse(body), secret],
  ] as const)('throws a usage error for %s', async ([, raw, key]) => {
    const sent = { ...headers, 'X-Service-Signature': sign(body, '') };
    const call = verifyWebhook(raw, sent, key as string, { now });
    await expect(call).rejects.toBeInstanceOf(KeywardUsageError);
  });

  test('uses the clock if the caller passes no time', async () => {
    expect(await codeOf(verifyWebhook(body, headers, secret))).toBe('TIMESTAMP_OUT_OF_TOLERANCE');
  });
});

function lowerCase(bag: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(bag).map(([name, value]) => [name.toLowerCase(), value]));
}
