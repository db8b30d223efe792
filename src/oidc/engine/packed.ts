import { deflateRawSync, inflateRawSync } from 'node:zlib';

/**
 * The largest text that is stored of one request without a key, packed, in bytes. With its row it has less than 8 KB
 * (decision 0039).
 */
export const mostPacked = 7 * 1024;

/** Shorter texts stay as they are: nodes of the release before read them. */
const packedFrom = 4 * 1024;

/** A body is at most 16 KB and its JSON hardly more, so anything beyond this was not made here. */
const mostUnpacked = 256 * 1024;

/** Shortens a long JSON object by deflate, as Base64. */
export const pack = (json: string): string =>
  Buffer.byteLength(json) < packedFrom ? json : deflateRawSync(json).toString('base64');

/** Reads what {@link pack} wrote. A JSON object starts with a brace, which Base64 does not have. */
export const unpack = (text: string): string =>
  text.startsWith('{')
    ? text
    : inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: mostUnpacked }).toString();

/** Tells whether a JSON object is short enough to be stored for a request without a key. */
export const fits = (json: string): boolean => Buffer.byteLength(pack(json)) <= mostPacked;
