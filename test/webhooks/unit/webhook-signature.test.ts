import { createHmac, randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { verifyWebhook } from '../../../clients/typescript/src/index.ts';
import { newSigningSecret, signatureHeaders } from '../../../src/webhooks/webhook-signature.ts';

// Verified by those who have to: Stripe's library, Standard Webhooks' and our client.
const body = Buffer.from(
  JSON.stringify({ id: 'evt_1', type: 'credential.rotated', data: { name: 'Größe 🔑' } }),
);
const at = new Date();
const secret = newSigningSecret();
const previousSecret = newSigningSecret();
const headers = signatureHeaders({ secret, id: 'evt_1', at, body });
const during = signatureHeaders({ secret, previousSecret, id: 'evt_1', at, body });

/** Stripe's header is made of our two. */
const stripe = (name: string, sent: Record<string, string>, key: string, bytes = body) =>
  Stripe.webhooks.constructEvent(bytes, `t=${sent['X-Service-Timestamp']},v1=${sent[name]}`, key);
const standard = (sent: Record<string, string>, key: string, bytes = body) =>
  new Webhook(key).verify(bytes.toString(), sent);

describe('the headers of a delivery', () => {
  test('are accepted by Stripe, by Standard Webhooks and by our client', async () => {
    expect(stripe('X-Service-Signature', headers, secret)).toMatchObject({ id: 'evt_1' });
    expect(standard(headers, secret)).toMatchObject({ id: 'evt_1' });
    expect(await verifyWebhook(body, headers, secret)).toMatchObject({ id: 'evt_1' });
    expect(Object.keys(headers).toSorted()).toEqual([
      'X-Service-Signature',
      'X-Service-Timestamp',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ]);
  });

  test('are accepted with either secret while the old one lasts, and with none other', async () => {
    expect(stripe('X-Service-Signature', during, secret)).toMatchObject({ id: 'evt_1' });
    expect(stripe('X-Service-Signature-Previous', during, previousSecret)).toMatchObject({ id: 'evt_1' });
    for (const key of [secret, previousSecret]) {
      expect(standard(during, key)).toMatchObject({ id: 'evt_1' });
      expect(await verifyWebhook(body, during, key)).toMatchObject({ id: 'evt_1' });
    }
    const other = newSigningSecret();
    expect(() => stripe('X-Service-Signature', during, other)).toThrow();
    expect(() => standard(during, other)).toThrow();
    await expect(verifyWebhook(body, during, other)).rejects.toThrow();
    expect(() => standard(headers, previousSecret)).toThrow();
  });

  test('are refused with a body, an id or a time that is not theirs', () => {
    const changed = Buffer.concat([body, Buffer.from(' ')]);
    expect(() => stripe('X-Service-Signature', headers, secret, changed)).toThrow();
    expect(() => standard(headers, secret, changed)).toThrow();
    expect(() => standard({ ...headers, 'webhook-id': 'evt_2' }, secret)).toThrow();
    const later = String(Number(headers['webhook-timestamp']) + 1);
    expect(() => standard({ ...headers, 'webhook-timestamp': later }, secret)).toThrow();
    expect(() =>
      stripe('X-Service-Signature', { ...headers, 'X-Service-Timestamp': later }, secret),
    ).toThrow();
  });

  test('are of their second: those of an old attempt are refused', () => {
    const old = signatureHeaders({ secret, id: 'evt_1', at: new Date(Date.now() - 600_000), body });
    expect(() => stripe('X-Service-Signature', old, secret)).toThrow(/tolerance/);
    expect(() => standard(old, secret)).toThrow(/too old/);
  });

  test('sign the bytes, not a text made of them', () => {
    const bytes = randomBytes(100);
    const sent = signatureHeaders({ secret, id: 'evt_1', at: new Date(1_768_473_000_999), body: bytes });
    expect(sent['X-Service-Timestamp']).toBe('1768473000');
    const expected = createHmac('sha256', secret)
      .update(Buffer.concat([Buffer.from('1768473000.'), bytes]))
      .digest('hex');
    expect(sent['X-Service-Signature']).toBe(expected);
  });
});

describe('a signing secret', () => {
  test('has 32 random bytes in base64', () => {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(secret).not.toBe(previousSecret);
  });

  test.for(['', 'whsec_', 'secret', 'WHSEC_AAAA'])('is not %j, which is not repeated', (wrong) => {
    const sign = () => signatureHeaders({ secret: wrong, id: 'evt_1', at, body });
    expect(sign).toThrow(new TypeError('The text is not a signing secret.'));
  });
});
