import { requireWithinOwnBounds, unbounded } from '../credentials/bounds.ts';
import { Failure, invalid } from '../failure.ts';
import { newId } from '../lib/id.ts';
import {
  hashSecret,
  initialAccessTokenPrefix,
  isWellFormedRegisteringToken,
  lastFour,
  newSecret,
} from '../lib/secret.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { futureTime } from '../platform/fields.ts';
import type { Grantor } from '../platform/grants.ts';
import { lockOne } from '../platform/locked.ts';
import { requireRoom } from '../platform/quotas.ts';
import { lockTenant } from '../platform/sql/tenants.ts';
import type { Tx } from '../platform/tx.ts';
import { InitialAccessToken } from './entities/initial-access-token.ts';
import { refusalOfHost } from './document-setting.ts';

/** A token to create. A field that is left out has its default in the contract. */
export type NewInitialAccessToken = Pick<
  InitialAccessToken,
  'name' | 'maxUses' | 'applicationTypes' | 'authMethods' | 'accessTokenTtl' | 'refreshTokenTtl'
> & { redirectHosts?: string[] | null; scopes?: string[] | null; expiresAt?: string };

const dayMs = 86_400_000;
const usualDays = 30;
const mostDays = 365;
/** The most tokens of a tenant that work. */
const mostTokens = 100;

/**
 * Creates a token with which clients are registered.
 * @returns the token, and its secret, which is shown once and never stored
 * @throws {Failure} VALIDATION_ERROR, REAUTHENTICATION_REQUIRED, BOUND_NOT_GRANTABLE, QUOTA_EXCEEDED
 */
export async function createInitialAccessToken(
  tx: Tx,
  { redirectHosts = null, scopes = null, expiresAt, ...input }: NewInitialAccessToken,
  grantor: Grantor,
): Promise<{ token: InitialAccessToken; secret: string }> {
  const { name, maxUses, applicationTypes, authMethods, accessTokenTtl, refreshTokenTtl, ...rest } = input;
  rest satisfies Record<string, never>;
  const { orgId, now } = tenancyOf(tx);
  for (const [at, host] of (redirectHosts ?? []).entries()) {
    const allowed = refusalOfHost(host);
    if (allowed !== undefined) throw invalid(`redirectHosts.${at}`, allowed);
  }
  const ends = endOf(expiresAt, now);
  // Its clients obtain tokens of users after the key and the token have ended.
  await requireWithinOwnBounds(tx, grantor, unbounded);
  const lock = await lockTenant(tx, orgId);
  const live = { revokedAt: null, expiresAt: { $gt: now } };
  await requireRoom(lock, 'live initial access tokens', () => tx.count(InitialAccessToken, live), mostTokens);
  const secret = newSecret(initialAccessTokenPrefix);
  const token = tx.create(InitialAccessToken, {
    id: newId('iat'),
    name,
    tokenHash: hashSecret(secret),
    tokenLast4: lastFour(secret),
    applicationTypes,
    authMethods,
    redirectHosts,
    scopes,
    accessTokenTtl,
    refreshTokenTtl,
    maxUses,
    expiresAt: ends,
    createdBy: grantor.actor.id,
  });
  await tx.flush();
  return { token, secret };
}

function endOf(expiresAt: string | undefined, now: Date): Date {
  const ends = futureTime(expiresAt ?? null, now) ?? new Date(now.getTime() + usualDays * dayMs);
  if (ends.getTime() > now.getTime() + mostDays * dayMs)
    throw invalid('expiresAt', 'must be at most 365 days in the future');
  return ends;
}

/** Also one that is over. @throws {Failure} INITIAL_ACCESS_TOKEN_NOT_FOUND */
export async function findInitialAccessToken(tx: Tx, id: string): Promise<InitialAccessToken> {
  const token = await tx.findOne(InitialAccessToken, { id });
  if (!token) throw new Failure('INITIAL_ACCESS_TOKEN_NOT_FOUND');
  return token;
}

/** Ends a token for good. @throws {Failure} INITIAL_ACCESS_TOKEN_NOT_FOUND, also when it was revoked before */
export async function revokeInitialAccessToken(tx: Tx, id: string): Promise<InitialAccessToken> {
  const token = await lockOne(tx, InitialAccessToken, { id, revokedAt: null });
  if (!token) throw new Failure('INITIAL_ACCESS_TOKEN_NOT_FOUND');
  token.revokedAt = tenancyOf(tx).now;
  return token;
}

/**
 * Counts a registration with a token. The token stays locked, so that it never registers more clients than it may.
 * @throws {Failure} REGISTRATION_TOKEN_INVALID
 */
export async function useInitialAccessToken(tx: Tx, secret: string): Promise<InitialAccessToken> {
  const { now } = tenancyOf(tx);
  const token =
    secret.startsWith(initialAccessTokenPrefix) && isWellFormedRegisteringToken(secret)
      ? await lockOne(tx, InitialAccessToken, { tokenHash: hashSecret(secret) })
      : undefined;
  if (token?.statusAt(now) !== 'ACTIVE') throw new Failure('REGISTRATION_TOKEN_INVALID');
  token.uses += 1;
  token.lastUsedAt = now;
  return token;
}
