import { lockForChange } from '../platform/locked.ts';
import { OidcScope } from './entities/oidc-scope.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { FieldChange } from '../platform/events.ts';
import { Failure, invalid } from '../failure.ts';
import { isClaimSource, isReservedClaim, requireMayShow, requireMayStopShowing } from './claim-source.ts';
import { newId } from '../lib/id.ts';
import { ifGains, ifOn, type Loosens, loosensBy, never } from '../lib/loosening.ts';
import { withoutDisguise } from '../lib/shown-text.ts';
import { requireMayGiveLasting } from '../credentials/bounds.ts';
import { isReservedScope } from './standard-scope.ts';
import { clientsWithScope } from './sql/oidc-clients.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { renewOidcVersion } from './sql/provider-version.ts';
import { assignChanges } from '../platform/fields.ts';
import type { Grantor } from '../platform/grants.ts';
import { type Quotas, requireRoom } from '../platform/quotas.ts';
import { type IfMatch } from '../platform/versions.ts';
import type { Tx } from '../platform/tx.ts';

interface Mapping {
  claim: string;
  source: string;
}

export interface NewOidcScope {
  name: string;
  displayName?: string;
  description?: string | null;
  claims?: Mapping[];
  isDefault: boolean;
}

/** How users read a custom scope. */
export interface ScopeInWords {
  /** Undefined if the scope has no other name for users. */
  text: string | undefined;
  description: string | null;
  /** The claims that it gives. */
  claims: readonly Mapping[];
}

export type OidcScopePatch = Partial<Omit<NewOidcScope, 'name'>>;

/** @throws {Failure} SCOPE_NOT_FOUND */
export async function findOidcScope(tx: Tx, id: string): Promise<OidcScope> {
  const scope = await tx.findOne(OidcScope, { id });
  if (!scope) throw new Failure('SCOPE_NOT_FOUND');
  return scope;
}

/** The tenant and the scope stay locked. @throws {Failure} SCOPE_NOT_FOUND, PRECONDITION_FAILED */
async function lockOidcScope(tx: Tx, id: string, condition: IfMatch): Promise<OidcScope> {
  await lockTenant(tx, tenancyOf(tx).orgId);
  return lockForChange(tx, OidcScope, id, condition, 'SCOPE_NOT_FOUND');
}

/** The custom scopes of the tenant, by name. */
export async function listOidcScopes(
  tx: Tx,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ scopes: OidcScope[]; total: number }> {
  const [scopes, total] = await tx.findAndCount(OidcScope, {}, { limit, offset, orderBy: { name: 'asc' } });
  return { scopes, total };
}

/** Returns the custom scopes of the tenant as users read them, by name, without disguising signs. */
export async function scopesInWords(tx: Tx): Promise<Map<string, ScopeInWords>> {
  const scopes = await tx.find(OidcScope, {});
  return new Map(
    scopes.map(({ name, displayName, description, claims }) => {
      const shown = withoutDisguise(displayName);
      return [
        name,
        {
          text: shown === name ? undefined : shown || undefined,
          description: description && withoutDisguise(description),
          claims: claims.filter(({ claim }) => !isReservedClaim(claim)),
        },
      ];
    }),
  );
}

/** @throws {Failure} VALIDATION_ERROR, SCOPE_NOT_GRANTABLE, SCOPE_EXISTS, QUOTA_EXCEEDED */
export async function createOidcScope(
  tx: Tx,
  { name, displayName = name, description = null, claims = [], isDefault, ...rest }: NewOidcScope,
  grantor: Grantor,
  quotas: Quotas,
): Promise<OidcScope> {
  rest satisfies Record<string, never>;
  const { orgId } = tenancyOf(tx);
  if (isReservedScope(name))
    throw invalid('name', 'must not be a standard scope or a permission of this service');
  requireMappings(claims);
  requireMayShow(grantor, claims);
  // Its clients learn the claims, and new clients get a default scope.
  if (claims.length > 0 || isDefault) await requireMayGiveLasting(tx, grantor);
  const lock = await lockTenant(tx, orgId);
  if (await tx.count(OidcScope, { name })) throw new Failure('SCOPE_EXISTS', { name });
  await requireRoom(lock, 'custom scopes', () => tx.count(OidcScope), quotas.maxOidcScopes);
  const values = { id: newId('scp'), name, displayName, description, claims, isDefault };
  const scope = tx.create(OidcScope, { ...values, createdBy: grantor.actor.id });
  await tx.flush();
  await renewOidcVersion(tx, orgId);
  return scope;
}

/** The fields of a scope, and which changes give more. Users read the names of a scope when they consent. */
const fields = {
  displayName: never,
  description: never,
  claims: ifGains,
  isDefault: ifOn,
} satisfies Partial<Record<keyof OidcScope, Loosens>>;

/**
 * @throws {Failure} SCOPE_NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR, SCOPE_NOT_GRANTABLE; if it gives more also
 * REAUTHENTICATION_REQUIRED, BOUND_NOT_GRANTABLE
 */
export async function updateOidcScope(
  tx: Tx,
  id: string,
  patch: OidcScopePatch,
  grantor: Grantor,
  condition: IfMatch,
): Promise<{ scope: OidcScope; changes: FieldChange[] }> {
  const scope = await lockOidcScope(tx, id, condition);
  const { claims: before } = scope;
  const changes = assignChanges<OidcScope>(scope, patch);
  if (changes.some(({ field }) => field === 'claims')) {
    requireMappings(scope.claims);
    requireMayStopShowing(grantor, before);
    requireMayShow(grantor, scope.claims);
  }
  if (changes.length === 0) return { scope, changes };
  if (loosensBy(fields, changes)) await requireMayGiveLasting(tx, grantor);
  await tx.flush();
  await renewOidcVersion(tx, scope.orgId);
  return { scope, changes };
}

/** @throws {Failure} SCOPE_NOT_FOUND, PRECONDITION_FAILED, SCOPE_NOT_GRANTABLE, SCOPE_IN_USE */
export async function deleteOidcScope(
  tx: Tx,
  id: string,
  condition: IfMatch,
  grantor: Grantor,
): Promise<OidcScope> {
  const scope = await lockOidcScope(tx, id, condition);
  requireMayStopShowing(grantor, scope.claims);
  const clients = await clientsWithScope(tx, scope.orgId, scope.name);
  if (clients.length > 0) throw new Failure('SCOPE_IN_USE', { clients });
  tx.remove(scope);
  await tx.flush();
  await renewOidcVersion(tx, scope.orgId);
  return scope;
}

/** @throws {Failure} VALIDATION_ERROR */
function requireMappings(claims: readonly Mapping[]): void {
  const seen = new Set<string>();
  for (const [at, { claim, source }] of claims.entries()) {
    if (isReservedClaim(claim)) throw invalid(`claims.${at}.claim`, 'must not be a reserved claim');
    if (seen.has(claim)) throw invalid(`claims.${at}.claim`, 'must be unique among the claims');
    seen.add(claim);
    if (!isClaimSource(source))
      throw invalid(`claims.${at}.source`, 'must be a field of a user, groups, or attributes.<name>');
  }
}
