import type { Certificate } from '../saml-messages/certificate.ts';
import { quoted, SamlMessageError } from '../saml-messages/error.ts';
import type { Endpoint, EntityMetadata, MetadataOptions } from '../saml-messages/metadata/entity.ts';
import { bindings, nameIdFormats } from '../saml-messages/names.ts';
import { refusalOfKey } from './certificates.ts';
import { refusalOfSamlEndpoint } from './endpoint-url.ts';
import type { BrowserBinding, NameIdFormat } from './names.ts';

/** Why metadata is not used, in a sentence for an administrator. Quotes at most names and addresses of the metadata. */
export class MetadataTrouble extends Error {
  override readonly name = 'MetadataTrouble';
}

/** How to read metadata. */
export interface MetadataReading {
  /** The entity that is wanted, where the metadata may describe several. */
  entityId?: string | undefined;
  /** In PEM. Without its signature the metadata is refused. */
  pinnedCertificate: string | null;
  /** The time of Postgres. */
  now: Date;
}

/** Reads the metadata of a partner. @throws {MetadataTrouble} when it cannot be used */
export type MetadataReader<Metadata> = (xml: string | Uint8Array, reading: MetadataReading) => Metadata;

/**
 * Reads metadata, and judges what holds for each kind of partner.
 * @param read the reader of the kind of partner
 * @throws {MetadataTrouble} when it cannot be used
 */
export function readEntity<Read extends EntityMetadata>(
  read: (xml: string | Uint8Array, options: MetadataOptions) => Read,
  xml: string | Uint8Array,
  { entityId, pinnedCertificate, now }: MetadataReading,
): Read {
  const found = parsed(() =>
    read(xml, {
      ...(entityId === undefined ? {} : { entityId }),
      ...(pinnedCertificate === null ? {} : { pinnedCertificates: [pinnedCertificate] }),
    }),
  );
  if (found.validUntil && found.validUntil <= now)
    throw new MetadataTrouble(`The metadata was valid until ${found.validUntil.toISOString()}`);
  if (!/^[\x21-\x7e]{1,1024}$/.test(found.entityId))
    throw new MetadataTrouble('The entity ID of the metadata is not a URI of at most 1024 characters');
  return found;
}

function parsed<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    if (error instanceof SamlMessageError) throw new MetadataTrouble(error.message, { cause: error });
    throw error;
  }
}

const formats: ReadonlyMap<string, NameIdFormat> = new Map([
  [nameIdFormats.persistent, 'persistent'],
  [nameIdFormats.emailAddress, 'emailAddress'],
  [nameIdFormats.transient, 'transient'],
  [nameIdFormats.unspecified, 'unspecified'],
]);

/** Returns the formats of identifiers that this service knows, in the order of the metadata. */
export const formatsOf = (read: Pick<EntityMetadata, 'nameIdFormats'>): NameIdFormat[] =>
  read.nameIdFormats.flatMap((urn) => formats.get(urn.trim()) ?? []);

/** The certificates of one use that serve, and a sentence about each that was left out. */
export interface UsableKeys {
  used: Certificate[];
  leftOut: string[];
}

/**
 * Chooses the certificates of one use whose keys may be believed, or encrypted for. Partners publish keys of newer kinds beside an RSA key,
 * for others. If none serves, the metadata is refused: the partner would count as one that neither signs nor wants encryption.
 * @throws {MetadataTrouble} if there are certificates, and none serves
 */
export function usableKeys(certificates: readonly Certificate[]): UsableKeys {
  const judged = certificates.map((certificate) => ({ certificate, refusal: refusalOfKey(certificate) }));
  const used = judged.filter(({ refusal }) => refusal === undefined).map(({ certificate }) => certificate);
  const refused = judged.flatMap(({ certificate: { subject }, refusal }) =>
    refusal === undefined ? [] : [{ subject: quoted(subject), refusal }],
  );
  const [first] = refused;
  if (first && used.length === 0)
    throw new MetadataTrouble(`The certificate ${first.subject} of the metadata ${first.refusal}`);
  const leftOut = refused.map(
    ({ subject, refusal }) =>
      `The certificate ${subject} of the metadata is not used, because it ${refusal}.`,
  );
  return { used, leftOut };
}

/** The longest text that is stored about what was left out, in characters. */
const longestWarning = 500;

/** Writes what was left out of metadata, in sentences for an administrator; null if nothing was. */
export function warningOf(...keys: readonly UsableKeys[]): string | null {
  const sentences = new Set(keys.flatMap(({ leftOut }) => leftOut));
  return sentences.size === 0 ? null : [...sentences].join(' ').slice(0, longestWarning).toWellFormed();
}

/** Returns the address of an endpoint that browsers are sent to. @throws {MetadataTrouble} */
export function usableAddress(location: string): string {
  const allowed = refusalOfSamlEndpoint(location);
  if (allowed === undefined) return location;
  throw new MetadataTrouble(`The endpoint ${quoted(location)} of the metadata ${allowed}`);
}

/** An endpoint that browsers take messages to. */
export interface BrowserEndpoint extends Endpoint {
  binding: BrowserBinding;
}

/** Chooses an endpoint: that for redirects, or that for forms. */
export function browserEndpointOf(services: readonly Endpoint[]): BrowserEndpoint | undefined {
  const redirect = services.find(({ binding }) => binding === bindings.redirect);
  const chosen = redirect ?? services.find(({ binding }) => binding === bindings.post);
  return chosen && { ...chosen, binding: redirect ? 'HTTP-Redirect' : 'HTTP-POST' };
}

/** The settings of single logout that metadata gives. */
export interface PublishedLogout {
  sloUrl: string | null;
  sloResponseUrl: string | null;
  sloBinding: BrowserBinding;
}

/** Chooses the endpoint of single logout. @throws {MetadataTrouble} */
export function logoutOf({ singleLogoutServices }: EntityMetadata): PublishedLogout {
  const slo = browserEndpointOf(singleLogoutServices);
  return {
    sloUrl: slo ? usableAddress(slo.location) : null,
    sloResponseUrl: slo?.responseLocation === undefined ? null : usableAddress(slo.responseLocation),
    sloBinding: slo?.binding ?? 'HTTP-Redirect',
  };
}
