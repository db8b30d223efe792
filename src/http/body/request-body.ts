import type { IncomingMessage } from 'node:http';
import { CompressedBody, Failure, invalid, PayloadTooLarge } from '../../failure.ts';
import { formType, FormRefusal, parseForm } from '../../lib/form.ts';
import { JsonRefusal, parseJson } from '../../lib/json.ts';
import { parseUpload, uploadType } from '../../lib/multipart.ts';
import type { ReadBytes, Wanted } from './body-bytes.ts';
import type { BodyTurn, BodyWork } from './body-work.ts';

/** The value of a body, and its very bytes, for comparing two requests. */
export interface Body {
  value: unknown;
  bytes: Buffer;
  /** The turn of a large body, which ends when the body has been checked. */
  turn?: BodyTurn;
}

/** The body that an operation reads. */
export interface WantedBody extends Omit<Wanted, 'admit'> {
  required: boolean;
  /** Media types in lower case. */
  types: readonly string[];
  /** The fields of a form that may repeat. */
  lists?: readonly string[];
  /** Is told the milliseconds that a large body took. */
  spend?: (milliseconds: number) => void;
}

/** Values of one body. 225,000 of them fit into 1 MiB and take 60 ms; 10,000 members with their types have 30,000. */
const mostValues = 50_000;

/**
 * Reads a body: a form, a form with files, or JSON.
 * @returns undefined when there is none and the operation needs none
 * @throws {Failure} PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, MALFORMED_JSON, VALIDATION_ERROR when it is missing;
 * what `readBytes` and `work` throw
 */
export async function readBody(
  request: IncomingMessage,
  { required, types, lists, spend, ...wanted }: WantedBody,
  { readBytes, work }: { readBytes: ReadBytes; work: BodyWork },
): Promise<Body | undefined> {
  const { limit } = wanted;
  const { headers } = request;
  const length = headers['content-length'];
  if (length !== undefined && Number(length) > limit) throw new PayloadTooLarge(limit);
  const announced = length === undefined ? headers['transfer-encoding'] !== undefined : Number(length) > 0;
  if (announced && isEncoded(headers['content-encoding'])) throw new CompressedBody(types);
  const type = typeOf(types, headers['content-type']);
  if (announced && type === undefined) throw new Failure('UNSUPPORTED_MEDIA_TYPE', { supported: types });
  const bytes = announced
    ? await readBytes(request, { ...wanted, admit: (size) => work.admit(wanted.owner, size) })
    : Buffer.alloc(0);
  if (bytes.length === 0) {
    if (required) throw invalid('body', 'is required');
    return undefined;
  }
  const turn = await work.turn(wanted.owner, bytes.length, spend);
  try {
    const value = await parsed(bytes, type, { lists, header: headers['content-type'] ?? '' });
    return turn ? { value, bytes, turn } : { value, bytes };
  } catch (error) {
    turn?.end();
    if (error instanceof FormRefusal) throw invalid(error.field, error.message);
    if (error instanceof JsonRefusal) throw new Failure('MALFORMED_JSON', { body: error.message });
    throw error;
  }
}

/** @param header the media type with its parameters */
function parsed(
  bytes: Buffer,
  type: string | undefined,
  { lists, header }: { lists: readonly string[] | undefined; header: string },
): unknown {
  if (type === formType) return parseForm(bytes, lists);
  if (type === uploadType) return parseUpload(bytes, header);
  return parseJson(bytes, { maxValues: mostValues });
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
