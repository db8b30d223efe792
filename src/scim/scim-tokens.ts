import { lockOne } from '../platform/locked.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { type ScimPermission, type ScimProfile, ScimToken } from './entities/scim-token.ts';
import { Failure, invalid } from '../failure.ts';
import { newId } from '../lib/id.ts';
import type { ManagementScope } from '../lib/scope.ts';
import { hashSecret, lastFour, newSecret, scimTokenPrefix } from '../lib/secret.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import { requireWithinOwnBounds, unbounded } from '../credentials/bounds.ts';
import { addressRanges, futureTime } from '../platform/fields.ts';
import { type Grantor, requireGrantable } from '../platform/grants.ts';
import { type Quotas, requireRoom } from '../platform/quotas.ts';
import type { Tx } from '../platform/tx.ts';
import { countScimTokens } from './sql/scim-tokens.ts';

export interface NewScimToken {
  name: string;
  profile: ScimProfile;
  permissions: ScimPermission[];
  allowedIps?: string[] | null;
  expiresAt?: string;
}

/**
 * The scope that a permission of a token stands for (decisions 6.13). The caller who gives the permission must hold the
 * scope, and the holder of the token has it.
 */
export const scopeOf: Readonly<Record<ScimPermission, ManagementScope>> = {
  'users.read': 'directory.read',
  'users.write': 'directory.write',
  'groups.read': 'groups.read',
  'groups.write': 'groups.write',
};

const dayMs = 86_400_000;
const usualDays = 365;
const mostDays = 730;

/**
 * @returns the token, and its secret, which is shown once and never stored
 * @throws {Failure} SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, VALIDATION_ERROR, QUOTA_EXCEEDED
 */
export async function createScimToken(
  tx: Tx,
  { name, profile, permissions, allowedIps = null, expiresAt, ...rest }: NewScimToken,
  grantor: Grantor,
  quotas: Quotas,
): Promise<{ token: ScimToken; secret: string }> {
  rest satisfies Record<string, never>;
  const { orgId, now } = tenancyOf(tx);
  const ends = endOf(expiresAt, now);
  const ranges = addressRanges(allowedIps);
  requireGrantable(
    grantor,
    permissions.map((permission) => scopeOf[permission]),
  );
  await requireWithinOwnBounds(tx, grantor, {
    ...unbounded,
    endsAt: ends,
    addresses: ranges === null ? [] : [ranges],
  });
  const lock = await lockTenant(tx, orgId);
  await requireRoom(lock, 'live SCIM tokens', (held) => countScimTokens(tx, held), quotas.maxScimTokens);
  const secret = newSecret(scimTokenPrefix);
  const token = tx.create(ScimToken, {
    id: newId('sct'),
    name,
    tokenHash: hashSecret(secret),
    tokenLast4: lastFour(secret),
    profile,
    permissions,
    allowedIps: ranges,
    expiresAt: ends,
    createdBy: grantor.actor.id,
  });
  await tx.flush();
  return { token, secret };
}

function endOf(expiresAt: string | undefined, now: Date): Date {
  const ends = futureTime(expiresAt ?? null, now) ?? new Date(now.getTime() + usualDays * dayMs);
  if (ends.getTime() > now.getTime() + mostDays * dayMs)
    throw invalid('expiresAt', 'must be at most 730 days in the future');
  return ends;
}

/** Also one that is over. @throws {Failure} SCIM_TOKEN_NOT_FOUND */
export async function findScimToken(tx: Tx, id: string): Promise<ScimToken> {
  const token = await tx.findOne(ScimToken, { id });
  if (!token) throw new Failure('SCIM_TOKEN_NOT_FOUND');
  return token;
}

/** Ends a token for good. @throws {Failure} SCIM_TOKEN_NOT_FOUND, also when it was revoked before */
export async function revokeScimToken(tx: Tx, id: string): Promise<ScimToken> {
  const token = await lockOne(tx, ScimToken, { id, revokedAt: null });
  if (!token) throw new Failure('SCIM_TOKEN_NOT_FOUND');
  token.revokedAt = tenancyOf(tx).now;
  return token;
}
