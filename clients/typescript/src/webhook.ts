import { KeywardWebhookError, misuse } from './errors.ts';
import type { Webhooks } from './generated/types.ts';

/** An event that a webhook delivers. Deduplicate by `id`: a delivery can come more than once. */
export interface WebhookEvent {
  id: string;
  type: string;
  timestamp: string;
  webhookId: string;
  data: Record<string, unknown>;
}

/** The events that were known when this client was made; more may come. */
export type KnownWebhookEvent = Webhooks['body'];

/** Whether it is an event of this type, so that its `data` has a type too. */
export function isWebhookEvent<Type extends KnownWebhookEvent['type']>(
  event: WebhookEvent,
  type: Type,
): event is Extract<KnownWebhookEvent, { type: Type }> {
  return event.type === type;
}

export interface WebhookOptions {
  /** How far the time of sending may be from now; older ones may be replays. Default 300. */
  toleranceSeconds?: number | undefined;
  /** Milliseconds since 1970, for tests. */
  now?: number | undefined;
}

type HeaderBag = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Proves that a request comes from Keyward and is recent, and returns its event.
 * @param rawBody exactly the bytes received; a body that was parsed and written again does not verify
 * @param secret of the webhook, `whsec_…`, whole
 * @throws {KeywardWebhookError}
 * @throws {KeywardUsageError} when `rawBody` or `secret` is something else
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: HeaderBag,
  secret: string,
  { toleranceSeconds = 300, now = Date.now() }: WebhookOptions = {},
): Promise<WebhookEvent> {
  const encoder = new TextEncoder();
  const body = bytesOf(rawBody);
  // With an empty secret anybody could sign.
  if (typeof secret !== 'string' || secret === '')
    throw misuse('secret must be the one of the webhook, whsec_…');
  const timestamp = header(headers, 'x-service-timestamp');
  const signature = header(headers, 'x-service-signature');
  if (!timestamp || !signature)
    throw refusal('MISSING_HEADER', 'X-Service-Timestamp and X-Service-Signature are both needed');
  // A text that cannot be a time is refused like a time that is too old. The comparison is false for NaN.
  const age = /^\d{1,12}$/.test(timestamp) ? Math.abs(now / 1000 - Number(timestamp)) : NaN;
  if (!(age <= toleranceSeconds))
    throw refusal('TIMESTAMP_OUT_OF_TOLERANCE', `It was not sent within ${toleranceSeconds} seconds of now`);

  const signed = join(encoder.encode(`${timestamp}.`), body);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['verify']);
  // While a secret is being rotated the old one signs too.
  const candidates = [signature, header(headers, 'x-service-signature-previous')];
  let valid = false;
  for (const candidate of candidates) {
    const bytes = fromHex(candidate);
    // WebCrypto compares in constant time.
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) valid = true;
  }
  if (!valid) throw refusal('SIGNATURE_MISMATCH', 'The signature does not belong to this body and secret');
  return read(body);
}

function header(headers: HeaderBag, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

/** The 32 bytes of an HMAC-SHA256; undefined when the text cannot be one. */
function fromHex(text: string | undefined): Uint8Array<ArrayBuffer> | undefined {
  if (!text || !/^[0-9a-fA-F]{64}$/.test(text)) return undefined;
  return Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

function read(body: Uint8Array): WebhookEvent {
  try {
    const event: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (typeof event === 'object' && event !== null && !Array.isArray(event)) return event as WebhookEvent;
  } catch {
    // said below
  }
  throw refusal('INVALID_BODY', 'The body is signed but not a JSON object');
}

function bytesOf(body: string | Uint8Array | ArrayBuffer): Uint8Array {
  if (typeof body === 'string') return new TextEncoder().encode(body);
  if (body instanceof ArrayBuffer) return new Uint8Array(body);
  if (body instanceof Uint8Array) return body;
  throw misuse('rawBody must be the bytes as they arrived, not a parsed body');
}

const refusal = (code: string, message: string) => new KeywardWebhookError(message, { code });
