import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { beginningOf, mostRedacted, type Redacted } from './redact.ts';

/** A redacted message in the form in which it is stored. */
export interface Packed {
  bytes: Buffer;
  isTruncated: boolean;
}

/** Makes a message fit, however badly it compresses. */
export function pack(message: Redacted, mostBytes: number): Packed {
  for (let most = mostRedacted; ; most = Math.floor(most / 2)) {
    const { parts, isTruncated } = beginningOf(message, most);
    const bytes = deflateRawSync(JSON.stringify(parts));
    if (bytes.byteLength <= mostBytes || most === 0) return { bytes, isTruncated };
  }
}

/** Opens a stored message. */
export const unpacked = (bytes: Buffer): string[] =>
  JSON.parse(inflateRawSync(bytes, { maxOutputLength: 8 * mostRedacted }).toString()) as string[];
