import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { KeywardError, KeywardUsageError, verifyWebhook } from '../../clients/typescript/src/index.ts';

// The signature is computed as section 6.3 of the specification says it, with another library than the client's.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const now = 1_768_473_000_000;
const sentAt = String(now / 1000);
const body = JSON.stringify({ id: 'evt_1', type: 'credential.rotated', data: { name: 'Größe 🔑' } });
const sign = (text: string, key = secret, at = sentAt) =>
  createHmac('sha256', key).update(`${at}.${text}`).digest('hex');
const headers = { 'X-Service-Signature': sign(body), 'X-Service-Timestamp': sentAt };
const verify = (
  raw: string | Uint8Array | ArrayBuffer,
  sent: Parameters<typeof verifyWebhook>[1],
  key = secret,
  more = {},
) => verifyWebhook(raw, sent, key, { now, ...more });
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
    ['a signature in capitals', { ...headers, 'X-Service-Signature': sign(body).toUpperCase() }],
  ] as const)('reads %s', async ([, sent]) => {
    expect(await codeOf(verify(body, sent))).toBe('verified');
  });

  test('accepts the secret before the last rotation while both secrets sign', async () => {
    const sent = { ...headers, 'X-Service-Signature-Previous': sign(body, 'whsec_old') };
    expect(await codeOf(verify(body, sent, 'whsec_old'))).toBe('verified');
    expect(await codeOf(verify(body, sent))).toBe('verified');
  });

  test.for([
    ['an altered body', `${body} `, headers, secret, 'SIGNATURE_MISMATCH'],
    ['another secret', body, headers, `${secret}x`, 'SIGNATURE_MISMATCH'],
    [
      'a shorter signature',
      body,
      { ...headers, 'X-Service-Signature': sign(body).slice(2) },
      secret,
      'SIGNATURE_MISMATCH',
    ],
    [
      'a longer signature',
      body,
      { ...headers, 'X-Service-Signature': `${sign(body)}00` },
      secret,
      'SIGNATURE_MISMATCH',
    ],
    [
      'a signature that is not hex',
      body,
      { ...headers, 'X-Service-Signature': 'z'.repeat(64) },
      secret,
      'SIGNATURE_MISMATCH',
    ],
    [
      'a time stamp moved forward',
      body,
      { ...headers, 'X-Service-Timestamp': `${Number(sentAt) + 1}` },
      secret,
      'SIGNATURE_MISMATCH',
    ],
    ['no signature', body, { 'X-Service-Timestamp': sentAt }, secret, 'MISSING_HEADER'],
    ['no time stamp', body, { 'X-Service-Signature': sign(body) }, secret, 'MISSING_HEADER'],
    ['an empty signature', body, { ...headers, 'X-Service-Signature': '' }, secret, 'MISSING_HEADER'],
  ] as const)('refuses %s', async ([, raw, sent, key, code]) => {
    expect(await codeOf(verify(raw, sent, key))).toBe(code);
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

  test.for([
    ['older than five minutes', -301, {}, 'TIMESTAMP_OUT_OF_TOLERANCE'],
    ['from the future', 301, {}, 'TIMESTAMP_OUT_OF_TOLERANCE'],
    ['five minutes old', -300, {}, 'verified'],
    ['older than the tolerance given', -11, { toleranceSeconds: 10 }, 'TIMESTAMP_OUT_OF_TOLERANCE'],
  ] as const)(
    'checks the timestamp of a correctly signed body that is %s',
    async ([, offset, options, code]) => {
      const at = String(now / 1000 + offset);
      const sent = { 'X-Service-Signature': sign(body, secret, at), 'X-Service-Timestamp': at };
      expect(await codeOf(verify(body, sent, secret, options))).toBe(code);
    },
  );

  test.for(['soon', 'NaN', '1e9', '-1', '2026-01-15T10:30:00Z', '9'.repeat(400)])(
    'refuses the time stamp %s',
    async (at) => {
      const sent = { 'X-Service-Signature': sign(body, secret, at), 'X-Service-Timestamp': at };
      expect(await codeOf(verify(body, sent))).toBe('TIMESTAMP_OUT_OF_TOLERANCE');
    },
  );

  test.for(['not json', '[]', 'null', ''])(
    'rejects a signed body that does not hold an event: %s',
    async (raw) => {
      const sent = { ...headers, 'X-Service-Signature': sign(raw) };
      expect(await codeOf(verify(raw, sent))).toBe('INVALID_BODY');
    },
  );

  test('uses the clock if the caller passes no time', async () => {
    expect(await codeOf(verifyWebhook(body, headers, secret))).toBe('TIMESTAMP_OUT_OF_TOLERANCE');
  });
});

function lowerCase(bag: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(bag).map(([name, value]) => [name.toLowerCase(), value]));
}
