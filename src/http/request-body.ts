import type { IncomingMessage } from 'node:http';
import { CompressedBody, Failure, invalid, PayloadTooLarge } from '../failure.ts';
import { formType, FormRefusal, parseForm } from '../lib/form.ts';
import { JsonRefusal, parseJson } from '../lib/json.ts';

/** What a body says, and its very bytes, for comparing two requests. */
export interface Body {
  value: unknown;
  bytes: Buffer;
}

/**
 * Reads a body of one of these types, which are in lower case: a form, of which `lists` may repeat, or JSON.
 * @param limit its largest size in bytes
 * @returns undefined when there is none and the operation needs none
 * @throws {Failure} PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, MALFORMED_JSON, VALIDATION_ERROR when it is missing
 */
export async function readBody(
  request: IncomingMessage,
  {
    required,
    types,
    lists,
    limit,
  }: { required: boolean; types: readonly string[]; lists?: readonly string[]; limit: number },
): Promise<Body | undefined> {
  const { headers } = request;
  const length = headers['content-length'];
  if (length !== undefined && Number(length) > limit) throw new PayloadTooLarge(limit);
  const announced = length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > 0;
  if (announced && isEncoded(headers['content-encoding'])) throw new CompressedBody(types);
  const type = typeOf(types, headers['content-type']);
  if (announced && type === undefined) throw new Failure('UNSUPPORTED_MEDIA_TYPE', { supported: types });
  const bytes = announced ? await readBytes(request, limit) : Buffer.alloc(0);
  if (bytes.length === 0) {
    if (required) throw invalid('body', 'is required');
    return undefined;
  }
  try {
    return { value: type === formType ? parseForm(bytes, lists) : parseJson(bytes), bytes };
  } catch (error) {
    if (error instanceof FormRefusal) throw invalid(error.field, error.message);
    if (error instanceof JsonRefusal) throw new Failure('MALFORMED_JSON', { body: error.message });
    throw error;
  }
}

/** Whether the body has a content coding. */
const isEncoded = (encoding: string | undefined): boolean =>
  encoding !== undefined && encoding.trim().toLowerCase() !== 'identity';

/**
 * Which of the types it is. JSON is always UTF-8, and a `charset` on it has no effect (RFC 8259 sections 8.1 and 11). A
 * form is UTF-8 too and may say so.
 */
function typeOf(types: readonly string[], type: string | undefined): string | undefined {
  if (type !== undefined && types.includes(type)) return type;
  const [media = '', ...parameters] = (type ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  const readable = media !== formType || charset === undefined || /^"?utf-?8"?$/.test(charset);
  return readable && types.includes(media) ? media : undefined;
}

/**
 * The rest of a body that is too long is read and discarded, up to this many bytes and milliseconds. A connection that is
 * closed while the client still sends is reset, and a reset takes the answer with it (RFC 9112 section 9.6).
 */
const mostDiscarded = 16_777_216;
const discardMs = 1_000;

function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Every request closes in the end; an error with its stack is only made for one that was not read.
    const gone = (): void => {
      if (!request.readableEnded) reject(new ClientGone());
    };
    // It went away while the key was looked up, and its events with it.
    if (request.destroyed) return gone();
    const chunks: Buffer[] = [];
    let size = 0;
    let waiting: NodeJS.Timeout | undefined;
    const refuse = (): void => {
      clearTimeout(waiting);
      request.removeAllListeners('data');
      request.resume();
      reject(new PayloadTooLarge(limit));
    };
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      chunks.length = 0;
      if (size > limit + mostDiscarded) refuse();
      else waiting ??= setTimeout(refuse, discardMs);
    });
    request.on('end', () => {
      if (size > limit) refuse();
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    });
    // A body that breaks off is an error of the connection, ECONNRESET, which is no outage of ours.
    request.on('error', gone);
    request.on('close', gone);
  });
}

/** The client went away before its request could be read: there is nobody to answer. */
export class ClientGone extends Error {
  override name = 'ClientGone';
}
