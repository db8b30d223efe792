import { isDeepStrictEqual } from 'node:util';
import { requireMayGiveLasting, requireWithinOwnBounds, unbounded } from '../credentials/bounds.ts';
import { Failure, invalid } from '../failure.ts';
import { newId } from '../lib/id.ts';
import { pick } from '../lib/object.ts';
import { givesMore, loosensProvider } from './loosening.ts';
import { requireMayShow, requireMayStopShowing } from '../oidc/claim-source.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { emit, type FieldChange } from '../platform/events.ts';
import { assignChanges } from '../platform/fields.ts';
import type { Grantor } from '../platform/grants.ts';
import { type Locked, lockForChange } from '../platform/locked.ts';
import { type Quotas, requireRoom } from '../platform/quotas.ts';
import { nameContains } from '../platform/sql/spellings.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import type { IfMatch } from '../platform/versions.ts';
import type { Tx } from '../platform/tx.ts';
import { requireAllowedGroups } from '../users/groups/allowed-groups.ts';
import { completeAcsUrls, defaultAcsUrl, type NewAcsUrl } from './acs-url.ts';
import { certificateOf, certificatesOf, firstExpiryOf, nextNoticeOf } from '../saml-metadata/certificates.ts';
import {
  type AttributeMapping,
  publishedNames,
  ServiceProvider,
  type ServiceProviderSettings,
  type ServiceProviderStatus,
} from './entities/service-provider.ts';
import { readMetadata } from './metadata.ts';
import { aboutProvider, tellOfUpdate } from './provider-events.ts';
import { givenMetadata, refuseFields, type SourceWay } from '../saml-metadata/given-metadata.ts';
import { requireSound } from './service-provider-rules.ts';
import { refreshSeconds } from '../saml-metadata/partner-refresh.ts';
import { findSamlKey } from './sql/saml-keys.ts';

type NewAttributeMapping = Omit<AttributeMapping, 'nameFormat'> & Partial<AttributeMapping>;

/** The fields that callers send in a shorter form. */
interface Short {
  acsUrl?: string;
  acsUrls?: NewAcsUrl[];
  attributeMappings?: NewAttributeMapping[];
  metadataXml?: string;
}

export type ServiceProviderPatch = Partial<Omit<ServiceProviderSettings, 'acsUrls' | 'attributeMappings'>> &
  Short;

/** The settings for which the contract has a default, which every request then has. */
type Defaulted =
  | 'audiences'
  | 'signAssertions'
  | 'signResponses'
  | 'encryptAssertions'
  | 'encryptionAlgorithm'
  | 'allowSha1'
  | 'signatureAlgorithm'
  | 'assertionTtl'
  | 'sessionTtl'
  | 'idpInitiated';

export type NewServiceProvider = Omit<ServiceProviderPatch, 'status' | Defaulted> &
  Pick<ServiceProviderSettings, Defaulted> & { entityId?: string };

/** @throws {Failure} SP_NOT_FOUND */
export async function findServiceProvider(tx: Tx, id: string): Promise<ServiceProvider> {
  const provider = await tx.findOne(ServiceProvider, { id });
  if (!provider) throw new Failure('SP_NOT_FOUND');
  return provider;
}

/** The tenant and the service provider stay locked. @throws {Failure} SP_NOT_FOUND, PRECONDITION_FAILED */
export async function lockServiceProvider(
  tx: Tx,
  id: string,
  condition: IfMatch,
): Promise<Locked<ServiceProvider>> {
  // Groups and keys that it names stay as long as the tenant is locked.
  await lockTenant(tx, tenancyOf(tx).orgId);
  return lockForChange(tx, ServiceProvider, id, condition, 'SP_NOT_FOUND');
}

/** The service providers of the tenant, the newest first. */
export async function listServiceProviders(
  tx: Tx,
  { search, ...filter }: { status?: ServiceProviderStatus; entityId?: string; search?: string },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ providers: ServiceProvider[]; total: number }> {
  const where = { ...filter, ...nameContains(search) };
  const orderBy = [{ createdAt: 'desc' }, { id: 'asc' }] as const;
  const [providers, total] = await tx.findAndCount(ServiceProvider, where, {
    limit,
    offset,
    orderBy: [...orderBy],
  });
  return { providers, total };
}

/** Metadata alone says these where there is any. */
const ofMetadata = ['acsUrl', ...publishedNames] as const;

/** Settings that neither the caller nor metadata says, beside the defaults of the contract. */
const unset = {
  logoUri: null,
  sloUrl: null,
  sloResponseUrl: null,
  sloSoapUrl: null,
  sloBinding: 'HTTP-Redirect',
  nameIdFormat: 'persistent',
  nameIdAttribute: null,
  encryptionCertificate: null,
  defaultRelayState: null,
  allowedGroups: null,
  metadataUrl: null,
  metadataSigningCertificate: null,
  signingKeyId: null,
} as const satisfies Partial<ServiceProviderSettings>;

/**
 * Registers a service provider, from metadata or from its entity id and an assertion consumer service.
 * @throws {Failure} VALIDATION_ERROR, FEDERATION_CONN_FAILED, SP_EXISTS, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE,
 * QUOTA_EXCEEDED
 */
export async function createServiceProvider(
  tx: Tx,
  input: NewServiceProvider,
  grantor: Grantor,
  { way, quotas }: { way: SourceWay; quotas: Quotas },
): Promise<ServiceProvider> {
  const { orgId, now } = tenancyOf(tx);
  const sent = completed(input);
  const metadata = await givenMetadata(tx, input, {
    ...sources(sent.metadataSigningCertificate ?? null, way),
    published: ofMetadata,
    entityId: input.entityId,
  });
  const entityId = metadata?.entityId ?? input.entityId;
  if (entityId === undefined)
    throw invalid('entityId', 'is required, unless you send metadataXml or metadataUrl');
  const settings: ServiceProviderSettings = {
    ...unset,
    attributeMappings: [],
    signingCertificates: [],
    acsUrls: [],
    ...metadata?.settings,
    ...(metadata?.nameIdFormat === undefined ? {} : { nameIdFormat: metadata.nameIdFormat }),
    requireSignedRequests: metadata?.requestsSigned ?? (sent.signingCertificates ?? []).length > 0,
    name: nameFor(metadata?.displayName, entityId),
    ...sent,
    status: 'ACTIVE',
  };
  if (settings.acsUrls.length === 0) throw invalid('acsUrl', 'is required, unless you send metadata');
  requireSound(settings, way);
  requireMayShow(grantor, shownBy(settings));
  // It goes on signing users in after the key has ended.
  await requireWithinOwnBounds(tx, grantor, unbounded);
  const lock = await lockTenant(tx, orgId);
  if (await tx.count(ServiceProvider, { entityId })) throw new Failure('SP_EXISTS', { entityId });
  await requireRoom(lock, 'service providers', () => tx.count(ServiceProvider), quotas.maxServiceProviders);
  await requireOthers(tx, orgId, settings);
  const provider = tx.create(ServiceProvider, {
    ...settings,
    id: newId('sp'),
    entityId,
    createdBy: grantor.actor.id,
  });
  if (metadata) provider.refreshed(now, nextRefreshOf(provider, now), metadata.warning);
  followCertificates(provider, now);
  await tx.flush();
  const data = { ...aboutProvider(provider), acsUrl: defaultAcsUrl(provider), createdBy: grantor.actor };
  await emit(tx, [{ type: 'service_provider.created', data }]);
  return provider;
}

/**
 * Changes a service provider. New metadata replaces all that metadata says, at once.
 * @throws {Failure} SP_NOT_FOUND, PRECONDITION_FAILED and what {@link createServiceProvider} throws
 */
export async function updateServiceProvider(
  tx: Tx,
  id: string,
  patch: ServiceProviderPatch,
  grantor: Grantor,
  { way, ifMatch }: { way: SourceWay } & IfMatch,
): Promise<{ provider: ServiceProvider; changes: FieldChange[] }> {
  const { orgId, now } = tenancyOf(tx);
  const sent = completed(patch);
  const before = await findServiceProvider(tx, id);
  const pinned = sent.metadataSigningCertificate;
  const isNewUrl =
    typeof patch.metadataUrl === 'string' &&
    (patch.metadataUrl !== before.metadataUrl || (pinned !== undefined && pinned !== null));
  const metadata = await givenMetadata(
    tx,
    { ...patch, metadataUrl: isNewUrl ? patch.metadataUrl : undefined },
    {
      ...sources(pinned === undefined ? before.metadataSigningCertificate : pinned, way),
      published: ofMetadata,
      entityId: before.entityId,
    },
  );
  const provider = await lockServiceProvider(tx, id, { ifMatch });
  const url = patch.metadataUrl === undefined ? provider.metadataUrl : patch.metadataUrl;
  if (url !== null && patch.metadataXml !== undefined)
    throw invalid('metadataXml', 'may not be sent while metadataUrl is set: set metadataUrl to null');
  if (url !== null) refuseFields(patch, ['acsUrl', ...publishedNames], 'comes from metadataUrl');
  const old = provider.settings();
  const changes = assign(provider, { ...metadata?.settings, ...sent });
  if (metadata) {
    provider.forgetChanges();
    provider.refreshed(now, nextRefreshOf(provider, now), metadata.warning);
  } else if (url === null) {
    provider.forgetChanges();
    provider.metadataDueAt = null;
    provider.metadataError = null;
    // The keys of the caller replace those of metadata.
    const hasOwnKeys = sent.signingCertificates !== undefined || sent.encryptionCertificate !== undefined;
    if (hasOwnKeys || patch.metadataUrl === null) provider.metadataWarning = null;
  }
  if (changes.length === 0) return { provider, changes };
  requireSound(provider, way);
  const changed = (name: string): boolean => changes.some(({ field }) => field === name);
  const sends = givesMore(changes);
  // Another endpoint or key means another receiver of the same fields.
  const shows = sends || changed('attributeMappings') || changed('nameIdAttribute');
  if (shows) requireMayShow(grantor, shownBy(provider));
  if (shows || changed('status')) requireMayStopShowing(grantor, shownBy(old));
  await requireOthers(tx, orgId, {
    allowedGroups: changed('allowedGroups') ? provider.allowedGroups : null,
    signingKeyId: changed('signingKeyId') ? provider.signingKeyId : null,
  });
  if (sends) await requireWithinOwnBounds(tx, grantor, unbounded);
  else if (loosensProvider(changes)) await requireMayGiveLasting(tx, grantor);
  followCertificates(provider, now);
  await tx.flush();
  await tellOfUpdate(tx, provider, changes, grantor);
  return { provider, changes };
}

/**
 * Identifiers of users stay: they belong to the entity id.
 * @throws {Failure} SP_NOT_FOUND, PRECONDITION_FAILED, SCOPE_NOT_GRANTABLE
 */
export async function deleteServiceProvider(
  tx: Tx,
  id: string,
  condition: IfMatch,
  grantor: Grantor,
): Promise<ServiceProvider> {
  const provider = await lockServiceProvider(tx, id, condition);
  requireMayStopShowing(grantor, shownBy(provider));
  tx.remove(provider);
  const data = { ...aboutProvider(provider), deletedBy: grantor.actor };
  await emit(tx, [{ type: 'service_provider.deleted', data }]);
  return provider;
}

/** Assigns what differs. Objects differ by their values, because Postgres orders the fields of JSON itself. */
export function assign(provider: ServiceProvider, values: Partial<ServiceProviderSettings>): FieldChange[] {
  const names = (Object.keys(values) as (keyof ServiceProviderSettings)[]).filter(
    (name) => !isDeepStrictEqual(provider[name], values[name]),
  );
  return assignChanges<ServiceProviderSettings>(provider, pick(values, names));
}

/** Notes when the certificates expire, and when to tell of it. */
export function followCertificates(provider: ServiceProvider, now: Date): void {
  const certificates = certificatesOf(provider);
  provider.certificateExpiresAt = firstExpiryOf(certificates);
  provider.certificateNoticeAt = nextNoticeOf(certificates, now);
}

const nextRefreshOf = ({ metadataUrl }: Pick<ServiceProviderSettings, 'metadataUrl'>, now: Date) =>
  metadataUrl === null ? null : new Date(now.getTime() + refreshSeconds * 1000);

/** The fields of a caller in the form in which they are stored. @throws {Failure} VALIDATION_ERROR */
function completed<Input extends ServiceProviderPatch & { entityId?: string }>(input: Input) {
  const { acsUrl, acsUrls, attributeMappings, metadataXml: _, entityId: __, ...rest } = input;
  if (acsUrl !== undefined && acsUrls !== undefined) throw invalid('acsUrls', 'may not be sent with acsUrl');
  const stored: Partial<ServiceProviderSettings> = {};
  const endpoints = acsUrl === undefined ? acsUrls : [{ url: acsUrl }];
  if (endpoints) stored.acsUrls = completeAcsUrls(endpoints);
  if (attributeMappings) stored.attributeMappings = attributeMappings.map(completeMapping);
  if (input.signingCertificates)
    stored.signingCertificates = input.signingCertificates.map((text, at) =>
      certificateOf(`signingCertificates.${at}`, text),
    );
  for (const field of ['encryptionCertificate', 'metadataSigningCertificate'] as const) {
    const text = input[field];
    if (typeof text === 'string') stored[field] = certificateOf(field, text);
  }
  return { ...rest, ...stored };
}

function completeMapping({ name, nameFormat = 'basic', source, ...unread }: NewAttributeMapping) {
  unread satisfies Record<string, never>;
  return { name, nameFormat, source };
}

/** Returns the facts about service providers that {@link givenMetadata} needs. */
const sources = (pinnedCertificate: string | null, way: SourceWay) => ({
  read: readMetadata,
  kind: 'a service provider',
  pinnedCertificate,
  way,
});

/** Returns a name for a service provider that has none. */
function nameFor(displayName: string | undefined, entityId: string): string {
  const host = URL.canParse(entityId) ? new URL(entityId).hostname : '';
  const name = displayName
    ?.replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 100)
    // The first half of a character.
    .replace(/[\uD800-\uDBFF]$/, '');
  return name !== undefined && name.length >= 2 ? name : host.length >= 2 ? host.slice(0, 100) : 'Unnamed';
}

/** The fields of users that the service provider learns. */
export const shownBy = ({
  attributeMappings,
  nameIdAttribute,
}: Pick<ServiceProviderSettings, 'attributeMappings' | 'nameIdAttribute'>): { source: string }[] => [
  ...attributeMappings,
  ...(nameIdAttribute === null ? [] : [{ source: nameIdAttribute }]),
];

/** @throws {Failure} VALIDATION_ERROR when a group or a key that it names is not there */
async function requireOthers(
  tx: Tx,
  orgId: string,
  { allowedGroups, signingKeyId }: Pick<ServiceProviderSettings, 'allowedGroups' | 'signingKeyId'>,
): Promise<void> {
  await requireAllowedGroups(tx, orgId, allowedGroups);
  if (signingKeyId === null) return;
  const key = await findSamlKey(tx, orgId, signingKeyId);
  if (!key || key.status === 'RETIRED')
    throw invalid('signingKeyId', 'must be the ID of a SAML key that is ACTIVE or UPCOMING');
}
