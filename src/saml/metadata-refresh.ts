import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Metadata } from './metadata.ts';
import type { PendingChange, PendingChangeReason, PublishedSettings } from './entities/service-provider.ts';

const endpointNames = ['acsUrls', 'sloUrl', 'sloResponseUrl', 'sloSoapUrl', 'sloBinding'] as const;
const certificateNames = ['signingCertificates', 'encryptionCertificate'] as const;

/** The changes of refreshed metadata: those that apply at once, and those that an administrator must approve. */
export interface Judged {
  applied: Partial<PublishedSettings>;
  pending: Omit<PendingChange, 'detectedAt'> | null;
}

/**
 * Judges refreshed metadata. A stranger who controls the address of the metadata must not redirect users or bring a key of
 * his own. New certificates therefore apply only if a known certificate remains, or a pinned key signed the metadata.
 * Endpoints of new hosts always wait, and so do certificates that replace all known ones. The two parts are judged apart:
 * an endpoint that waits does not hold up a certificate.
 */
export function judgeMetadata(
  known: PublishedSettings,
  { settings, isVerified }: Pick<Metadata, 'settings' | 'isVerified'>,
): Judged {
  const endpoints = changed(known, settings, endpointNames);
  const certificates = changed(known, settings, certificateNames);
  const mayMove = originsOf(settings).every((origin) => originsOf(known).includes(origin));
  const mayReplace =
    isVerified || certificatesOf(settings).some((pem) => certificatesOf(known).includes(pem));
  const waiting = { ...(mayMove ? {} : endpoints), ...(mayReplace ? {} : certificates) };
  const reasons: PendingChangeReason[] = [];
  if (!mayMove) reasons.push('NEW_ENDPOINT_HOST');
  if (!mayReplace && Object.keys(certificates).length > 0) reasons.push('CERTIFICATES_REPLACED');
  return {
    applied: { ...(mayMove ? endpoints : {}), ...(mayReplace ? certificates : {}) },
    pending: Object.keys(waiting).length === 0 ? null : { id: nameOf(waiting), reasons, settings: waiting },
  };
}

/** Names a change by its content. An approval of this name can mean no other change. */
const nameOf = (settings: Partial<PublishedSettings>): string =>
  createHash('sha256').update(JSON.stringify(settings)).digest('hex');

function changed(
  known: PublishedSettings,
  wanted: PublishedSettings,
  names: readonly (keyof PublishedSettings)[],
): Partial<PublishedSettings> {
  const differing = names.filter((name) => !isDeepStrictEqual(known[name], wanted[name]));
  return Object.fromEntries(differing.map((name) => [name, wanted[name]]));
}

const originsOf = ({ acsUrls, sloUrl, sloResponseUrl, sloSoapUrl }: PublishedSettings): string[] =>
  [...acsUrls.map(({ url }) => url), sloUrl, sloResponseUrl, sloSoapUrl].flatMap((url) =>
    url === null ? [] : [new URL(url).origin],
  );

const certificatesOf = ({ signingCertificates, encryptionCertificate }: PublishedSettings): string[] =>
  encryptionCertificate === null ? signingCertificates : [...signingCertificates, encryptionCertificate];
