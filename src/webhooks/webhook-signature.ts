import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new signing secret: `whsec_` and 32 random bytes in base64 (decisions 6.5). */
export function newSigningSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

export interface Signed {
  /** The secret of the webhook, `whsec_…`. */
  secret: string;
  /** The one before the last rotation, while its time of grace lasts. */
  previousSecret?: string | undefined;
  /** The id of the event: the same for all attempts, so that the receiver can drop what it has. */
  id: string;
  /** When this attempt is sent. Every attempt has its own signature, because receivers refuse old ones. */
  at: Date;
  /** The bytes that are sent, not a text that is encoded once more. */
  body: Buffer;
}

/**
 * The headers that prove who sent a delivery (service-api 6.3, decisions 6.5): ours, whose key is the whole secret
 * as text, and those of Standard Webhooks, whose key is what the part after `whsec_` says in base64.
 * @throws {TypeError} a secret is not `whsec_` and base64; never echoes it
 */
export function signatureHeaders({ secret, previousSecret, id, at, body }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const secrets = previousSecret === undefined ? [secret] : [secret, previousSecret];
  const ours = secrets.map((each) => hmac(each, `${timestamp}.`, body).toString('hex'));
  const standard = secrets.map(
    (each) => `v1,${hmac(keyOf(each), `${id}.${timestamp}.`, body).toString('base64')}`,
  );
  return {
    'X-Service-Signature': ours[0] ?? '',
    ...(ours[1] === undefined ? {} : { 'X-Service-Signature-Previous': ours[1] }),
    'X-Service-Timestamp': timestamp,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  };
}

function hmac(key: string | KeyObject, start: string, body: Buffer): Buffer {
  return createHmac('sha256', key).update(start).update(body).digest();
}

function keyOf(secret: string): KeyObject {
  const key = secret.startsWith(prefix)
    ? Buffer.from(secret.slice(prefix.length), 'base64')
    : Buffer.alloc(0);
  if (key.length === 0) throw new TypeError('The text is not a signing secret.');
  return createSecretKey(key); // Node takes thrice as long with a Buffer
}
