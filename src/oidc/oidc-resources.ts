import { lockForChange } from '../platform/locked.ts';
import { OidcClient } from './entities/oidc-client.ts';
import { OidcResource, type ResourceScope } from './entities/oidc-resource.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { FieldChange } from '../platform/events.ts';
import { Failure, invalid } from '../failure.ts';
import { newId } from '../lib/id.ts';
import { requireMayGiveLasting, requireWithinOwnBounds, unbounded } from '../credentials/bounds.ts';
import { isOwnApi } from './own-api.ts';
import { refusalOfResource } from './redirect-uri.ts';
import { resourceGivesMore, loosensResource } from './resource-loosening.ts';
import { isReservedScope } from './standard-scope.ts';
import { isListedByClient, isResource } from './sql/oidc-resources.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { renewOidcVersion } from './sql/provider-version.ts';
import { assignChanges } from '../platform/fields.ts';
import type { Grantor } from '../platform/grants.ts';
import { type Quotas, requireRoom } from '../platform/quotas.ts';
import type { IfMatch } from '../platform/versions.ts';
import type { Tx } from '../platform/tx.ts';

interface SentScope {
  name: string;
  displayName?: string | null;
  description?: string | null;
}

export interface NewOidcResource {
  identifier: string;
  name: string;
  description?: string | null;
  scopes: SentScope[];
  /** In seconds. */
  accessTokenTtl: number;
  accessTokenFormat: 'jwt' | 'opaque';
  clients: string[] | null;
  agents: boolean;
  servedBy: string[];
}

export type OidcResourcePatch = Partial<Omit<NewOidcResource, 'identifier'>>;

/** @throws {Failure} OIDC_RESOURCE_NOT_FOUND */
export async function findOidcResource(tx: Tx, id: string): Promise<OidcResource> {
  const resource = await tx.findOne(OidcResource, { id });
  if (!resource) throw new Failure('OIDC_RESOURCE_NOT_FOUND');
  return resource;
}

/** The tenant and the resource stay locked. @throws {Failure} OIDC_RESOURCE_NOT_FOUND, PRECONDITION_FAILED */
async function lockOidcResource(tx: Tx, id: string, condition: IfMatch): Promise<OidcResource> {
  await lockTenant(tx, tenancyOf(tx).orgId);
  return lockForChange(tx, OidcResource, id, condition, 'OIDC_RESOURCE_NOT_FOUND');
}

/** The resources of the tenant, by identifier. */
export async function listOidcResources(
  tx: Tx,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ resources: OidcResource[]; total: number }> {
  const [resources, total] = await tx.findAndCount(
    OidcResource,
    {},
    { limit, offset, orderBy: { identifier: 'asc' } },
  );
  return { resources, total };
}

/** @throws {Failure} VALIDATION_ERROR, BOUND_NOT_GRANTABLE, OIDC_RESOURCE_EXISTS, QUOTA_EXCEEDED */
export async function createOidcResource(
  tx: Tx,
  { identifier, name, description = null, scopes, clients, servedBy, ...rest }: NewOidcResource,
  grantor: Grantor,
  { quotas, baseUrl }: { quotas: Quotas; baseUrl: () => string },
): Promise<OidcResource> {
  const { accessTokenTtl, accessTokenFormat, agents, ...others } = rest;
  others satisfies Record<string, never>;
  const { orgId } = tenancyOf(tx);
  requireIdentifier(identifier, baseUrl());
  requireScopes(scopes);
  // Clients go on obtaining tokens for it after the key has ended.
  await requireWithinOwnBounds(tx, grantor, unbounded);
  const lock = await lockTenant(tx, orgId);
  if (await isResource(tx, orgId, identifier)) throw new Failure('OIDC_RESOURCE_EXISTS', { identifier });
  await requireRoom(lock, 'resources', () => tx.count(OidcResource), quotas.maxOidcResources);
  await requireClients(tx, 'clients', clients ?? []);
  await requireClients(tx, 'servedBy', servedBy);
  const settings = { identifier, name, description, accessTokenTtl, accessTokenFormat, agents };
  const resource = tx.create(OidcResource, {
    ...settings,
    id: newId('rsc'),
    scopes: scopes.map(wholeScope),
    clients: clients && [...clients],
    servedBy: [...servedBy],
    createdBy: grantor.actor.id,
  });
  await tx.flush();
  await renewOidcVersion(tx, orgId);
  return resource;
}

/**
 * @throws {Failure} OIDC_RESOURCE_NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR; if it gives more also REAUTHENTICATION_REQUIRED,
 * BOUND_NOT_GRANTABLE
 */
export async function updateOidcResource(
  tx: Tx,
  id: string,
  { scopes, ...patch }: OidcResourcePatch,
  grantor: Grantor,
  condition: IfMatch,
): Promise<{ resource: OidcResource; changes: FieldChange[] }> {
  const resource = await lockOidcResource(tx, id, condition);
  const known = new Set([...(resource.clients ?? []), ...resource.servedBy]);
  if (scopes) requireScopes(scopes);
  const changes = assignChanges<OidcResource>(resource, {
    ...patch,
    ...(scopes ? { scopes: scopes.map(wholeScope) } : {}),
  });
  if (changes.length === 0) return { resource, changes };
  // A client that was deleted since may stay in a list.
  await requireClients(tx, 'clients', resource.clients ?? [], known);
  await requireClients(tx, 'servedBy', resource.servedBy, known);
  if (resourceGivesMore(changes)) await requireWithinOwnBounds(tx, grantor, unbounded);
  else if (loosensResource(changes)) await requireMayGiveLasting(tx, grantor);
  await tx.flush();
  await renewOidcVersion(tx, resource.orgId);
  return { resource, changes };
}

/** @throws {Failure} OIDC_RESOURCE_NOT_FOUND, PRECONDITION_FAILED; if clients list it also REAUTHENTICATION_REQUIRED, BOUND_NOT_GRANTABLE */
export async function deleteOidcResource(
  tx: Tx,
  id: string,
  condition: IfMatch,
  grantor: Grantor,
): Promise<OidcResource> {
  const resource = await lockOidcResource(tx, id, condition);
  // Such a client gets tokens by its own settings from then on, which may be wider.
  if (await isListedByClient(tx, resource)) await requireMayGiveLasting(tx, grantor);
  tx.remove(resource);
  await tx.flush();
  await renewOidcVersion(tx, resource.orgId);
  return resource;
}

/** Returns a scope with its fields in the order in which Postgres returns them, so that the same scope does not count as a change. */
const wholeScope = ({ name, displayName = null, description = null }: SentScope): ResourceScope => ({
  name,
  description,
  displayName,
});

/** @throws {Failure} VALIDATION_ERROR */
function requireIdentifier(identifier: string, baseUrl: string): void {
  const refusal = refusalOfResource(identifier);
  if (refusal !== undefined) throw invalid('identifier', refusal);
  if (isOwnApi(identifier, baseUrl)) throw invalid('identifier', 'must not be the API of Keyward');
  const { protocol, href, username, password } = new URL(identifier);
  if (protocol !== 'https:' && protocol !== 'http:') return;
  if (username !== '' || password !== '') throw invalid('identifier', 'must not have a user or a password');
  // SDKs of clients send the address as the URL standard writes it.
  if (href !== identifier && href !== `${identifier}/`)
    throw invalid(
      'identifier',
      'must have the form of the URL standard, for example a host in lowercase and no default port',
    );
}

/** @throws {Failure} VALIDATION_ERROR */
function requireScopes(scopes: readonly SentScope[]): void {
  const seen = new Set<string>();
  for (const [at, { name }] of scopes.entries()) {
    if (isReservedScope(name))
      throw invalid(`scopes.${at}.name`, 'must not be a standard scope or a permission of this service');
    if (seen.has(name)) throw invalid(`scopes.${at}.name`, 'must be unique among the scopes');
    seen.add(name);
  }
}

/** @param known ids that need not exist any more. @throws {Failure} VALIDATION_ERROR */
async function requireClients(
  tx: Tx,
  field: 'clients' | 'servedBy',
  ids: readonly string[],
  known: ReadonlySet<string> = new Set(),
): Promise<void> {
  const added = ids.filter((id) => !known.has(id));
  if (added.length === 0) return;
  const found = await tx.find(OidcClient, { id: { $in: added } });
  const existing = new Set(found.map(({ id }) => id));
  const unknown = added.find((id) => !existing.has(id));
  if (unknown !== undefined)
    throw invalid(`${field}.${ids.indexOf(unknown)}`, 'must be the ID of an existing client');
}
