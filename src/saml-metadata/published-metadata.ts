import { createHash } from 'node:crypto';
import { beforehand } from '../platform/beforehand.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { payHashes, readInTurn } from '../platform/heavy-work.ts';
import { type Outgoing, OutgoingFailure } from '../platform/outgoing.ts';
import { turns } from '../platform/turns.ts';
import type { Tx } from '../platform/tx.ts';
import { type MetadataReader, type MetadataReading, MetadataTrouble } from './metadata-reading.ts';

/** Decisions 6.16. */
const mostBytes = 524_288;
const timeoutMs = 10_000;

/**
 * Requests that read metadata at a time, in this process. An address that hangs holds its place until the timeout. A tenant
 * holds few places, so its addresses do not delay the registrations of other tenants (docs/decisions/0038-fair-shares.md).
 */
const takeTurn = turns({ places: 32, ofOne: 4, mostWaiting: 10, waitMs: timeoutMs });

/** The way out to addresses of metadata. */
export type MetadataWay = Pick<Outgoing, 'send'> & {
  /** Whether the call has a place already: jobs have places of their own (src/workers/tenant-jobs.ts). */
  hasPlace?: boolean;
};

/** The metadata, or why it cannot be used. `unreachable` tells that there was no metadata at all. */
export type Outcome<Metadata> = { metadata: Metadata } | { trouble: string; unreachable: boolean };

type Reading = Omit<MetadataReading, 'now'>;

/** Reads metadata that a caller sent, before the transaction: it takes long, as reading XML does. */
export async function readSentMetadata<Metadata>(
  tx: Tx,
  xml: string,
  reading: Reading,
  read: MetadataReader<Metadata>,
): Promise<Outcome<Metadata>> {
  const { orgId, now } = tenancyOf(tx);
  return beforehand(tx, `metadata ${digestOf([xml, reading])}`, () =>
    judged(orgId, xml, { ...reading, now }, read),
  );
}

/**
 * Reads metadata from its address, before the transaction. No redirect is followed.
 * @throws {RateLimited} when too many addresses of this tenant are read already; {Failure} SERVICE_UNAVAILABLE when other
 * tenants hold all places
 */
export async function readPublishedMetadata<Metadata>(
  tx: Tx,
  url: string,
  reading: Reading,
  { read, way }: { read: MetadataReader<Metadata>; way: MetadataWay },
): Promise<Outcome<Metadata>> {
  const { orgId, now } = tenancyOf(tx);
  return beforehand(tx, `metadata at ${digestOf([url, reading])}`, async (): Promise<Outcome<Metadata>> => {
    const found = await fetchedInTurn(orgId, url, way);
    return Buffer.isBuffer(found) ? judged(orgId, found, { ...reading, now }, read) : found;
  });
}

type Fetched = Buffer | { trouble: string; unreachable: true };

async function fetchedInTurn(orgId: string, url: string, { send, hasPlace }: MetadataWay): Promise<Fetched> {
  if (hasPlace) return fetched(url, send);
  const giveBack = await takeTurn(orgId);
  try {
    return await fetched(url, send);
  } finally {
    giveBack();
  }
}

async function fetched(url: string, send: Outgoing['send']): Promise<Fetched> {
  const headers = {
    accept: 'application/samlmetadata+xml, application/xml;q=0.9, text/xml;q=0.8, */*;q=0.1',
  };
  try {
    const limits = { timeoutMs, maximumBytes: mostBytes, keepBytes: mostBytes };
    const { status, bytes } = await send(url, { method: 'GET', headers, ...limits });
    // Its reader judges bytes that are not UTF-8.
    if (status === 200) return bytes;
    return { trouble: `The address of the metadata responded with the status ${status}`, unreachable: true };
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error;
    return { trouble: `The metadata cannot be read from its address: ${error.message}`, unreachable: true };
  }
}

/** Reading costs a tenant what hashing passwords does, or large documents would hold up all others. */
const bytesPerHash = 32_768;
/** Verifying the signature of metadata takes eight times as long as reading it. */
const signedBytesPerHash = 4_096;

/** Returns what reading metadata costs, in hashes (`payHashes()`). */
export const hashesToRead = (characters: number, isPinned: boolean): number =>
  1 + Math.floor(characters / (isPinned ? signedBytesPerHash : bytesPerHash));

async function judged<Metadata>(
  orgId: string,
  xml: string | Uint8Array,
  reading: MetadataReading,
  read: MetadataReader<Metadata>,
): Promise<Outcome<Metadata>> {
  payHashes(orgId, hashesToRead(xml.length, reading.pinnedCertificate !== null));
  try {
    return { metadata: await readInTurn(orgId, () => read(xml, reading)) };
  } catch (error) {
    if (error instanceof MetadataTrouble) return { trouble: error.message, unreachable: false };
    throw error;
  }
}

const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
