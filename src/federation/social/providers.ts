import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { lockForChange } from '../../platform/locked.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { type AccountLinking, SocialProvider, type SocialProviderKind } from './entities/social-provider.ts';
import type { FieldChange } from '../../platform/events.ts';
import { requireMayGiveLasting } from '../../credentials/bounds.ts';
import { Failure, invalid } from '../../failure.ts';
import { isId, newId } from '../../lib/id.ts';
import { sql } from '../../lib/sql.ts';
import { socialCallback } from './social-callback.ts';
import { refusalOfUrl } from '../../lib/public-url.ts';
import type { Outgoing } from '../../platform/outgoing.ts';
import { lockTenant } from '../../platform/sql/tenants.ts';
import type { Vault } from '../../platform/vault.ts';
import { assignChanges } from '../../platform/fields.ts';
import type { Grantor } from '../../platform/grants.ts';
import { requireRoom } from '../../platform/quotas.ts';
import { type IfMatch, touch } from '../../platform/versions.ts';
import type { Tx } from '../../platform/tx.ts';
import type { ProviderClient } from '../openid/provider-client.ts';
import { loosensSocialProvider } from '../connections/loosening.ts';
import { presets, trustOf } from './presets.ts';
import { requireMayNarrow, requireMayVouch } from './provider-rights.ts';
import type { PageRead } from '../../sign-in/page-reads.ts';

interface Settings {
  name: string;
  clientId: string;
  scopes: string[];
  enabled: boolean;
  allowSignUp: boolean;
  accountLinking: AccountLinking;
  allowedDomains: string[];
}

export type NewSocialProvider = Omit<Settings, 'scopes'> & {
  provider: SocialProviderKind;
  clientSecret?: string;
  issuer?: string;
  scopes?: string[];
};

export type SocialProviderPatch = Partial<Settings> & { clientSecret?: string };

interface Means {
  vault: Vault;
  outgoing: Pick<Outgoing, 'mayReach'>;
}

/** Returns the purpose that the client secret of a provider is sealed for. */
export const socialSecretPurpose = (id: string): string => `social-secret:${id}`;

/** The newest first. */
export async function listSocialProviders(
  tx: Tx,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ providers: SocialProvider[]; total: number }> {
  const orderBy = [{ createdAt: 'desc' }, { id: 'asc' }] as const;
  const [providers, total] = await tx.findAndCount(
    SocialProvider,
    {},
    { limit, offset, orderBy: [...orderBy] },
  );
  return { providers, total };
}

/** The most providers of a tenant. One page shows all enabled providers. */
const mostSocialProviders = 100;

/**
 * @throws {Failure} VALIDATION_ERROR, PROVIDER_EXISTS, QUOTA_EXCEEDED; at a server of the tenant's own also SCOPE_NOT_GRANTABLE,
 * BOUND_NOT_GRANTABLE, REAUTHENTICATION_REQUIRED
 */
export async function createSocialProvider(
  tx: Tx,
  input: NewSocialProvider,
  caller: Grantor,
  { vault, outgoing }: Means,
): Promise<SocialProvider> {
  const { orgId } = tenancyOf(tx);
  const { clientSecret, issuer = null, ...fields } = input;
  const preset = presets[input.provider];
  requireIssuer(input.provider, issuer, outgoing);
  if (clientSecret === undefined && !preset.secretless)
    throw invalid('clientSecret', 'is required for this provider');
  const lock = await lockTenant(tx, orgId);
  await requireRoom(lock, 'social providers', () => tx.count(SocialProvider), mostSocialProviders);
  const id = newId('soc');
  const { actor } = caller;
  const allowedDomains = lowerCased(input.allowedDomains);
  await requireMayVouch(tx, { id, issuer }, allowedDomains, caller);
  const provider = tx.create(SocialProvider, {
    ...fields,
    id,
    issuer,
    scopes: input.scopes ?? [...preset.scopes],
    allowedDomains,
    clientSecret:
      clientSecret === undefined ? null : vault.seal(clientSecret, orgId, socialSecretPurpose(id)),
    createdBy: actor.id,
    updatedBy: actor.id,
  });
  requireSensible(provider);
  await flushUnlessThere(tx, provider);
  return provider;
}

/**
 * @throws {Failure} PROVIDER_NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, PROVIDER_EXISTS; if it vouches for more also
 * REAUTHENTICATION_REQUIRED, BOUND_NOT_GRANTABLE, and at a server of the tenant's own SCOPE_NOT_GRANTABLE
 */
export async function updateSocialProvider(
  tx: Tx,
  id: string,
  patch: SocialProviderPatch,
  { vault, caller }: Pick<Means, 'vault'> & { caller: Grantor },
  condition: IfMatch,
): Promise<{ provider: SocialProvider; changes: FieldChange[] }> {
  const { orgId, now } = tenancyOf(tx);
  const { clientSecret, allowedDomains, ...fields } = patch;
  const provider = await lockSocialProvider(tx, id, condition);
  const { allowedDomains: before } = provider;
  const changes = assignChanges<Settings>(provider, {
    ...fields,
    ...(allowedDomains ? { allowedDomains: lowerCased(allowedDomains) } : {}),
  });
  if (clientSecret !== undefined) {
    provider.clientSecret = vault.seal(clientSecret, orgId, socialSecretPurpose(id));
    changes.push({ field: 'clientSecret', from: null, to: null });
  }
  requireSensible(provider);
  const { issuer } = provider;
  if (loosensSocialProvider(changes)) {
    await requireMayVouch(tx, { id, issuer }, [...before, ...provider.allowedDomains], caller);
    await requireMayGiveLasting(tx, caller);
  } else if (changes.length > 0) await requireMayNarrow(tx, { id, issuer, allowedDomains: before }, caller);
  if (changes.length > 0) {
    touch(provider, now);
    provider.updatedBy = caller.actor.id;
  }
  await flushUnlessThere(tx, provider);
  return { provider, changes };
}

/** @throws {Failure} PROVIDER_NOT_FOUND, PRECONDITION_FAILED, SCOPE_NOT_GRANTABLE: users lose their way in */
export async function deleteSocialProvider(
  tx: Tx,
  id: string,
  condition: IfMatch,
  caller: Grantor,
): Promise<SocialProvider> {
  const provider = await lockSocialProvider(tx, id, condition);
  await requireMayNarrow(tx, provider, caller);
  tx.remove(provider);
  return provider;
}

type OfferedProvider = Pick<SocialProvider, 'id' | 'name'>;

/**
 * Returns the providers that users can sign in with now, by their names. A page of a sign-in asks more than
 * once, but the providers are read once.
 */
export function enabledProviders(tx: Tx): Promise<readonly OfferedProvider[]> {
  const known = enabled.get(tx);
  if (known) return known;
  const reading = tx.find(SocialProvider, { enabled: true }, { orderBy: [{ name: 'asc' }, { id: 'asc' }] });
  enabled.set(tx, reading);
  return reading;
}

/** Each transaction has its own. */
const enabled = new WeakMap<Tx, Promise<readonly OfferedProvider[]>>();

/** The read of {@link enabledProviders}, for the statement that reads a page of a sign-in. */
export const providersOnPage: PageRead = {
  column: (
    orgId,
  ) => sql`(select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) order by p.name, p.id), '[]')
              from social_providers p where p.org_id = ${orgId} and p.enabled)`,
  note: (tx, read) => void enabled.set(tx, Promise.resolve(read as OfferedProvider[])),
};

/** All of the tenant, by their names. */
export const providersOf = (tx: Tx): Promise<SocialProvider[]> =>
  tx.find(SocialProvider, {}, { orderBy: [{ name: 'asc' }, { id: 'asc' }] });

/**
 * Reads the provider again at every step of a sign-in. @throws {Failure} PROVIDER_NOT_FOUND, also when it is disabled
 */
export async function findEnabledProvider(tx: Tx, id: string): Promise<SocialProvider> {
  const found = isId('soc', id) ? await tx.findOne(SocialProvider, { id, enabled: true }) : null;
  if (!found) throw new Failure('PROVIDER_NOT_FOUND');
  return found;
}

/** The provider as it is spoken to, with its secret. */
export function clientOf(
  { orgId, id, version, provider, issuer, clientId, clientSecret, scopes }: SocialProvider,
  { vault, baseUrl }: { vault: Vault; baseUrl: string },
): ProviderClient {
  const secret = clientSecret && vault.open(Buffer.from(clientSecret), orgId, socialSecretPurpose(id));
  const preset = presets[provider];
  const isOidc = preset.flow === 'oidc';
  return {
    orgId,
    id,
    version,
    server: isOidc
      ? { flow: 'oidc', issuer: issuer ?? preset.issuer ?? '', discoveryUrl: null, isExact: false }
      : { flow: 'oauth', endpoints: preset.endpoints(issuer), account: preset.account },
    clientId,
    authentication: secret
      ? { method: 'secret', secret, place: isOidc ? 'any' : 'body' }
      : { method: 'none' },
    scopes,
    callbackUrl: socialCallback(baseUrl, orgId, id),
    nonce: isOidc && !preset.without?.includes('nonce'),
    pkce: !preset.without?.includes('pkce'),
    formPost: isOidc && preset.formPost === true,
  };
}

const lockSocialProvider = (tx: Tx, id: string, condition: IfMatch): Promise<SocialProvider> =>
  lockForChange(tx, SocialProvider, id, condition, 'PROVIDER_NOT_FOUND');

/** A name says nothing about its addresses; those are looked at whenever it is called. */
function requireIssuer(
  kind: SocialProviderKind,
  issuer: string | null,
  { mayReach }: Means['outgoing'],
): void {
  const { ownIssuer } = presets[kind];
  if (issuer === null) {
    if (ownIssuer === 'must') throw invalid('issuer', 'is required for this provider');
    return;
  }
  if (ownIssuer === 'no') throw invalid('issuer', `must not be given for ${kind}`);
  const allowed = refusalOfUrl(issuer, mayReach);
  if (allowed !== undefined) throw invalid('issuer', `must be ${allowed}`);
  if (issuer.includes('?'))
    throw invalid('issuer', 'must be an https:// URL without a query such as https://id.example.com');
}

function requireSensible({ provider, issuer, scopes, allowedDomains }: SocialProvider): void {
  if (presets[provider].flow === 'oidc' && !scopes.includes('openid'))
    throw invalid('scopes', 'must include openid');
  if (allowedDomains.length > 0 && trustOf(provider, issuer) === 'never')
    throw invalid('allowedDomains', `must be empty, because ${provider} lets users enter any address`);
}

const lowerCased = (domains: readonly string[]): string[] => [
  ...new Set(domains.map((domain) => domain.toLowerCase())),
];

/** @throws {Failure} PROVIDER_EXISTS */
async function flushUnlessThere(tx: Tx, { clientId }: SocialProvider): Promise<void> {
  try {
    await tx.flush();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException)
      throw new Failure('PROVIDER_EXISTS', { clientId }, error);
    throw error;
  }
}
