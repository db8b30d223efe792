import { dateOf, dateOrNull } from '../../lib/rows.ts';
import { sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';
import type { InitialAccessToken, InitialAccessTokenStatus } from '../entities/initial-access-token.ts';

/** The columns of an initial access token that lists show. */
export type InitialAccessTokenRow = Pick<
  InitialAccessToken,
  | 'id'
  | 'name'
  | 'tokenLast4'
  | 'maxUses'
  | 'uses'
  | 'applicationTypes'
  | 'authMethods'
  | 'redirectHosts'
  | 'scopes'
  | 'accessTokenTtl'
  | 'refreshTokenTtl'
  | 'expiresAt'
  | 'lastUsedAt'
  | 'createdAt'
  | 'createdBy'
> & { status: InitialAccessTokenStatus };

// As `statusAt` of the entity.
const status = sql`case when revoked_at is not null then 'REVOKED' when expires_at <= now() then 'EXPIRED'
  when uses >= max_uses then 'USED_UP' else 'ACTIVE' end`;

/** Lists the initial access tokens of a tenant, newest first, also those that are over. */
export async function listInitialAccessTokens(
  tx: Tx,
  orgId: string,
  filter: { status?: InitialAccessTokenStatus },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: InitialAccessTokenRow[]; total: number }> {
  const asked = filter.status === undefined ? sql.empty : sql` and ${status} = ${filter.status}`;
  const from = sql`from oidc_initial_access_tokens where org_id = ${orgId}${asked}`;
  const count = await tx.row<{ total: number }>(sql`select count(*)::int as total ${from}`);
  const rows = await tx.rows<RawRow>(
    sql`select ${columns} ${from} order by created_at desc, id limit ${limit} offset ${offset}`,
  );
  return { rows: rows.map(toRow), total: count?.total ?? 0 };
}

const columns = sql`id, name, token_last4 as "tokenLast4", max_uses as "maxUses", uses, application_types as "applicationTypes",
  auth_methods as "authMethods", redirect_hosts as "redirectHosts", scopes, access_token_ttl as "accessTokenTtl",
  refresh_token_ttl as "refreshTokenTtl", ${status} as status, expires_at as "expiresAt", last_used_at as "lastUsedAt",
  created_at as "createdAt", created_by as "createdBy"`;

type TimeColumn = 'expiresAt' | 'lastUsedAt' | 'createdAt';
type RawRow = Omit<InitialAccessTokenRow, TimeColumn> & Record<TimeColumn, string>;

const toRow = (row: RawRow): InitialAccessTokenRow => ({
  ...row,
  expiresAt: dateOf(row.expiresAt),
  lastUsedAt: dateOrNull(row.lastUsedAt),
  createdAt: dateOf(row.createdAt),
});
