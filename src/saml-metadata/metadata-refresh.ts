import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { PendingChange, PendingChangeReason } from './pending-change.ts';

/** Which settings of a kind of partner metadata gives. */
export interface PublishedParts<Settings> {
  endpoints: readonly (keyof Settings)[];
  certificates: readonly (keyof Settings)[];
  /** The addresses of all endpoints. */
  urlsOf: (settings: Settings) => (string | null)[];
  /** All certificates. */
  pemsOf: (settings: Settings) => string[];
}

/** The changes of refreshed metadata: those that apply at once, and those that an administrator must approve. */
export interface Judged<Settings> {
  applied: Partial<Settings>;
  pending: Omit<PendingChange<Settings>, 'detectedAt'> | null;
}

/**
 * Judges refreshed metadata. A stranger who controls the address of the metadata must not redirect users or bring a key of
 * his own. New certificates therefore apply only if a known certificate remains, or a pinned key signed the metadata.
 * Endpoints of new hosts always wait, and so do certificates that replace all known ones. The two parts are judged apart:
 * an endpoint that waits does not hold up a certificate.
 */
export function judgeMetadata<Settings>(
  parts: PublishedParts<Settings>,
  known: Settings,
  { settings, isVerified }: { settings: Settings; isVerified: boolean },
): Judged<Settings> {
  const endpoints = changed(known, settings, parts.endpoints);
  const certificates = changed(known, settings, parts.certificates);
  const originsOf = (of: Settings): string[] =>
    parts.urlsOf(of).flatMap((url) => (url === null ? [] : [new URL(url).origin]));
  const [knownOrigins, knownPems] = [originsOf(known), parts.pemsOf(known)];
  const mayMove = originsOf(settings).every((origin) => knownOrigins.includes(origin));
  const mayReplace = isVerified || parts.pemsOf(settings).some((pem) => knownPems.includes(pem));
  const waiting: Partial<Settings> = { ...(mayMove ? {} : endpoints), ...(mayReplace ? {} : certificates) };
  const reasons: PendingChangeReason[] = [];
  if (!mayMove) reasons.push('NEW_ENDPOINT_HOST');
  if (!mayReplace && Object.keys(certificates).length > 0) reasons.push('CERTIFICATES_REPLACED');
  return {
    applied: { ...(mayMove ? endpoints : {}), ...(mayReplace ? certificates : {}) },
    pending: Object.keys(waiting).length === 0 ? null : { id: nameOf(waiting), reasons, settings: waiting },
  };
}

/** Names a change by its content. An approval of this name can mean no other change. */
const nameOf = (settings: object): string =>
  createHash('sha256').update(JSON.stringify(settings)).digest('hex');

function changed<Settings>(
  known: Settings,
  wanted: Settings,
  names: readonly (keyof Settings)[],
): Partial<Settings> {
  const differing = names.filter((name) => !isDeepStrictEqual(known[name], wanted[name]));
  return Object.fromEntries(differing.map((name) => [name, wanted[name]])) as Partial<Settings>;
}
