import type {
  InitialAccessToken as InitialAccessTokenBody,
  InitialAccessTokenWithSecret,
} from '../../../generated/types/types.gen.ts';
import { pick } from '../../lib/object.ts';
import { initialAccessTokenPrefix } from '../../lib/secret.ts';
import type { InitialAccessToken } from '../entities/initial-access-token.ts';
import type { InitialAccessTokenRow } from '../sql/initial-access-tokens.ts';

export const viewInitialAccessTokenRow = (row: InitialAccessTokenRow): InitialAccessTokenBody => ({
  id: row.id,
  name: row.name,
  tokenPrefix: initialAccessTokenPrefix,
  last4: row.tokenLast4,
  status: row.status,
  maxUses: row.maxUses,
  uses: row.uses,
  applicationTypes: row.applicationTypes,
  authMethods: row.authMethods,
  redirectHosts: row.redirectHosts,
  scopes: row.scopes,
  accessTokenTtl: row.accessTokenTtl,
  refreshTokenTtl: row.refreshTokenTtl,
  expiresAt: row.expiresAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  createdBy: row.createdBy,
});

export const viewInitialAccessToken = (token: InitialAccessToken, now: Date): InitialAccessTokenBody =>
  viewInitialAccessTokenRow({ ...pick(token, shownColumns), status: token.statusAt(now) });

const shownColumns = [
  'id',
  'name',
  'tokenLast4',
  'maxUses',
  'uses',
  'applicationTypes',
  'authMethods',
  'redirectHosts',
  'scopes',
  'accessTokenTtl',
  'refreshTokenTtl',
  'expiresAt',
  'lastUsedAt',
  'createdAt',
  'createdBy',
] as const satisfies (keyof InitialAccessTokenRow)[];

/** With the secret, which no other view has. */
export const viewNewInitialAccessToken = (
  token: InitialAccessToken,
  secret: string,
  now: Date,
): InitialAccessTokenWithSecret => ({ ...viewInitialAccessToken(token, now), token: secret });
