import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { beforehand } from '../platform/beforehand.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { payHashes } from '../platform/heavy-work.ts';
import { type Outgoing, OutgoingFailure } from '../platform/outgoing.ts';
import { type Metadata, type MetadataReading, MetadataTrouble, readMetadata } from './metadata.ts';

/** Decisions 6.16. */
const mostBytes = 524_288;
const timeoutMs = 10_000;

/** The metadata, or why it cannot be used. `unreachable` tells that there was no metadata at all. */
export type Outcome = { metadata: Metadata } | { trouble: string; unreachable: boolean };

type Reading = Omit<MetadataReading, 'now'>;

/** Reads metadata that a caller sent, before the transaction: it takes long, as reading XML does. */
export async function readSentMetadata(em: EntityManager, xml: string, reading: Reading): Promise<Outcome> {
  const { orgId, now } = tenancyOf(em);
  return beforehand(em, `metadata ${digestOf([xml, reading])}`, async () =>
    read(orgId, xml, { ...reading, now }),
  );
}

/** Reads metadata from its address, before the transaction. No redirect is followed. */
export async function readPublishedMetadata(
  em: EntityManager,
  url: string,
  reading: Reading,
  { send }: Pick<Outgoing, 'send'>,
): Promise<Outcome> {
  const { orgId, now } = tenancyOf(em);
  return beforehand(em, `metadata at ${digestOf([url, reading])}`, async (): Promise<Outcome> => {
    const found = await fetched(url, send);
    return typeof found === 'string' ? read(orgId, found, { ...reading, now }) : found;
  });
}

async function fetched(
  url: string,
  send: Outgoing['send'],
): Promise<string | { trouble: string; unreachable: true }> {
  const headers = {
    accept: 'application/samlmetadata+xml, application/xml;q=0.9, text/xml;q=0.8, */*;q=0.1',
  };
  try {
    const limits = { timeoutMs, maximumBytes: mostBytes, keepBytes: mostBytes };
    const { status, body } = await send(url, { method: 'GET', headers, ...limits });
    if (status === 200) return body;
    return { trouble: `The address of the metadata responded with the status ${status}`, unreachable: true };
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error;
    return { trouble: `The metadata cannot be read from its address: ${error.message}`, unreachable: true };
  }
}

/** Reading costs a tenant what hashing passwords does, or large documents would hold up all others. */
const bytesPerHash = 32_768;

function read(orgId: string, xml: string, reading: MetadataReading): Outcome {
  payHashes(orgId, 1 + Math.floor(xml.length / bytesPerHash));
  try {
    return { metadata: readMetadata(xml, reading) };
  } catch (error) {
    if (error instanceof MetadataTrouble) return { trouble: error.message, unreachable: false };
    throw error;
  }
}

const digestOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex');
