import { Failure, invalid } from '../failure.ts';
import { refusalOfUrl } from '../lib/public-url.ts';
import type { Outgoing } from '../platform/outgoing.ts';
import type { Tx } from '../platform/tx.ts';
import type { MetadataReader } from './metadata-reading.ts';
import {
  type MetadataWay,
  type Outcome,
  readPublishedMetadata,
  readSentMetadata,
} from './published-metadata.ts';

/** The way out to addresses of metadata, and the rule for them. */
export type SourceWay = Pick<Outgoing, 'mayReach'> & MetadataWay;

/** The metadata that a caller sends, or its address. */
export interface GivenSource {
  metadataXml?: string | undefined;
  metadataUrl?: string | null | undefined;
}

/** The reader of a kind of partner, and the options for metadata that callers give. */
export interface GivenMeans<Metadata> {
  read: MetadataReader<Metadata>;
  /** The kind of the partner for messages, such as `a service provider`. */
  kind: string;
  /** Fields that the caller may not send beside metadata. */
  published: readonly string[];
  pinnedCertificate: string | null;
  /** The only entity of the metadata to read, also where the metadata describes several. */
  entityId?: string | undefined;
  way: SourceWay;
}

/**
 * Reads the metadata that a caller sent or named, before the transaction.
 * @returns undefined without metadata
 * @throws {Failure} VALIDATION_ERROR, FEDERATION_CONN_FAILED
 */
export async function givenMetadata<Metadata>(
  tx: Tx,
  input: GivenSource,
  { read, kind, published, pinnedCertificate, entityId, way }: GivenMeans<Metadata>,
): Promise<Metadata | undefined> {
  const { metadataXml, metadataUrl } = input;
  if (metadataXml !== undefined && typeof metadataUrl === 'string')
    throw invalid('metadataUrl', 'may not be sent with metadataXml');
  if (metadataXml === undefined && typeof metadataUrl !== 'string') return undefined;
  refuseFields(input, published, 'comes from the metadata');
  if (typeof metadataUrl !== 'string') {
    const sent = { entityId, pinnedCertificate: null };
    return metadataOf('metadataXml', await readSentMetadata(tx, metadataXml ?? '', sent, read), kind);
  }
  requireCallable(metadataUrl, way);
  const reading = { entityId, pinnedCertificate };
  return metadataOf(
    'metadataUrl',
    await readPublishedMetadata(tx, metadataUrl, reading, { read, way }),
    kind,
  );
}

function metadataOf<Metadata>(field: string, outcome: Outcome<Metadata>, kind: string): Metadata {
  if ('metadata' in outcome) return outcome.metadata;
  if (outcome.unreachable) throw new Failure('FEDERATION_CONN_FAILED', { [field]: outcome.trouble });
  throw invalid(field, `must be the metadata of ${kind}. ${outcome.trouble}`);
}

/** @throws {Failure} VALIDATION_ERROR */
function requireCallable(metadataUrl: string, way: SourceWay): void {
  const allowed = refusalOfUrl(metadataUrl, way.mayReach);
  if (allowed !== undefined) throw invalid('metadataUrl', `must be ${allowed}`);
}

/** Refuses fields that a request may not have. @throws {Failure} VALIDATION_ERROR */
export function refuseFields(input: object, names: readonly string[], why: string): void {
  const name = names.find((one) => (input as Record<string, unknown>)[one] !== undefined);
  if (name !== undefined) throw invalid(name, `${why}: leave it out`);
}
