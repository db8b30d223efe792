// Requests for TXT records and their responses on the wire (RFC 1035 section 4). `txt-records.ts` sends them.

const [cnameType, txtType] = [5, 16];
const internet = 1;
const headerBytes = 12;

/** A name has 253 characters as text, and each of its labels 63. */
const longestName = 253;
const longestLabel = 63;

/** Tells whether a name of ASCII characters can stand in a request. */
export const isDnsName = (name: string): boolean =>
  name.length <= longestName &&
  name.split('.').every((label) => label.length >= 1 && label.length <= longestLabel);

/**
 * Writes a request for the TXT records of a name. Without EDNS, a response by UDP has 512 bytes at most; longer ones come by
 * TCP.
 * @param id 16 random bits, which the response repeats
 */
export function txtRequest(id: number, name: string): Buffer {
  const header = Buffer.alloc(headerBytes);
  header.writeUInt16BE(id, 0);
  header.writeUInt16BE(recursionDesired, 2);
  header.writeUInt16BE(1, 4);
  const labels = name
    .split('.')
    .flatMap((label) => [Buffer.from([label.length]), Buffer.from(label, 'latin1')]);
  return Buffer.concat([header, ...labels, Buffer.from([0, 0, txtType, 0, internet])]);
}

const recursionDesired = 0x0100;
const [isResponse, opcodeBits, isAuthoritative, isCut, recursionAvailable, codeBits] = [
  0x8000, 0x7800, 0x0400, 0x0200, 0x0080, 0x000f,
];

/** The content of a response. `records` are TXT records, the strings of each joined. */
export type TxtResponse =
  | { kind: 'records'; records: string[] }
  /** The name or the type does not exist, says a server that knows. */
  | { kind: 'absent' }
  /** The response is longer than UDP takes: ask by TCP. */
  | { kind: 'cut' }
  /** The server cannot say. */
  | { kind: 'failed'; reason: string };

/**
 * Reads what came in response to a request.
 * @returns undefined if it does not belong to the request: another id or question, or no message at all
 */
export function readTxtResponse(message: Buffer, request: Buffer): TxtResponse | undefined {
  const questionEnd = request.length;
  if (message.length < questionEnd || message.readUInt16BE(0) !== request.readUInt16BE(0)) return undefined;
  const flags = message.readUInt16BE(2);
  if ((flags & isResponse) === 0 || (flags & opcodeBits) !== 0) return undefined;
  const asked = message.readUInt16BE(4) === 1 && lower(message, questionEnd) === lower(request, questionEnd);
  if (!asked) return undefined;
  if ((flags & isCut) !== 0) return { kind: 'cut' };
  const code = flags & codeBits;
  if (code !== 0 && code !== noSuchName) return { kind: 'failed', reason: codes[code] ?? `code ${code}` };
  const records = recordsOf(message, questionEnd);
  if (!records) return { kind: 'failed', reason: 'a response that cannot be read' };
  if (records.length > 0) return { kind: 'records', records };
  // A server that neither owns the zone nor asks others refers to other servers with such a response.
  if ((flags & (isAuthoritative | recursionAvailable)) === 0) return { kind: 'failed', reason: 'a referral' };
  return { kind: 'absent' };
}

const noSuchName = 3;
const codes: Readonly<Record<number, string>> = {
  1: 'FORMERR',
  2: 'SERVFAIL',
  4: 'NOTIMP',
  5: 'REFUSED',
};

/** The question of a message. Names are compared without case (RFC 4343). */
const lower = (message: Buffer, end: number): string =>
  message.toString('latin1', headerBytes, end).toLowerCase();

/**
 * Returns the TXT records at the name that was asked for, or at the end of its aliases. Records of other names are not
 * believed.
 * @returns undefined for a message that is broken
 */
function recordsOf(message: Buffer, questionEnd: number): string[] | undefined {
  let owner = nameAt(message, headerBytes)?.name;
  const records: string[] = [];
  let at = questionEnd;
  for (let left = message.readUInt16BE(6); left > 0; left--) {
    const found = nameAt(message, at);
    if (!found || found.end + 10 > message.length) return undefined;
    const [type, kind, size] = [0, 2, 8].map((offset) => message.readUInt16BE(found.end + offset));
    const start = found.end + 10;
    at = start + (size ?? 0);
    if (at > message.length) return undefined;
    if (kind !== internet || found.name !== owner) continue;
    if (type === cnameType) owner = nameAt(message, start)?.name;
    if (type !== txtType) continue;
    const text = joined(message.subarray(start, at));
    if (text === undefined) return undefined;
    records.push(text);
  }
  return records;
}

/** Joins the strings of a TXT record (RFC 1035 section 3.3.14). */
function joined(data: Buffer): string | undefined {
  const strings: Buffer[] = [];
  for (let at = 0; at < data.length; ) {
    const end = at + 1 + (data[at] ?? 0);
    if (end > data.length) return undefined;
    strings.push(data.subarray(at + 1, end));
    at = end;
  }
  return Buffer.concat(strings).toString('latin1');
}

/**
 * Reads a name, which may continue at an earlier place (RFC 1035 section 4.1.4). Each pointer leads further back, so a
 * message that points in circles ends.
 */
function nameAt(message: Buffer, from: number): { name: string; end: number } | undefined {
  const labels: string[] = [];
  let length = 0;
  let end: number | undefined;
  let earliest = from;
  for (let at = from; ; ) {
    const size = message[at];
    if (size === undefined) return undefined;
    if (size === 0) return { name: labels.join('.').toLowerCase(), end: end ?? at + 1 };
    if (size >= 0xc0) {
      const target = ((size & 0x3f) << 8) | (message[at + 1] ?? 0);
      if (target >= earliest || at + 2 > message.length) return undefined;
      end ??= at + 2;
      earliest = at = target;
      continue;
    }
    length += size + 1;
    if (size > longestLabel || length > 255 || at + 1 + size > message.length) return undefined;
    labels.push(message.toString('latin1', at + 1, at + 1 + size));
    at += size + 1;
  }
}
