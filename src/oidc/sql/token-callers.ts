import type { Pool } from 'pg';
import { named, numbered, type Shared, shared, sql, type Sql } from '../../lib/sql.ts';
import { withoutIndex } from '../../platform/sql/no-index.ts';
import type { Tx } from '../../platform/tx.ts';
import {
  type ApiCallerRow,
  type AskedTenant,
  askedTenant,
  callerColumns,
  openedBy,
  readCaller,
  type WrittenCaller,
  type WrittenTenant,
} from '../../users/sessions/sql/api-callers.ts';
import { foundLoginIn } from '../../users/sessions/sql/logins.ts';
import { commandLineId } from '../../lib/command-line-id.ts';

/** An access token of the command line that opens a tenant. */
export interface AskedByToken extends AskedTenant {
  /** The JSON of the token, as the engine has stored it. */
  payload: string;
  /** The time of Postgres, in seconds since 1970. */
  nowSeconds: number;
}

/**
 * Finds an access token of the command line that opens a tenant: a token of the tenant itself, or of its live twin. A token of a test tenant
 * opens no live tenant. Whether its grant, its session and its user go on is not read here.
 */
export async function tenantOfToken(
  pool: Pool,
  tokenHash: Buffer,
  orgId: string,
): Promise<AskedByToken | undefined> {
  const { rows } = await pool.query<WrittenTenant & Pick<AskedByToken, 'payload' | 'nowSeconds'>>(
    numbered(named('tenant-of-token', find(tokenHash, orgId))),
  );
  const [row] = rows;
  return row && { ...askedTenant(orgId, row), payload: row.payload, nowSeconds: row.nowSeconds };
}

const notExpired = withoutIndex(sql`a.expires_at > now()`);

const find = (tokenHash: Buffer, orgId: string): Sql => sql`
select asked.environment, own.id as home, own.environment as "homeEnvironment", a.user_id as "userId", a.payload,
       extract(epoch from now())::float8 as "nowSeconds"
  from ${openedBy}
  join oidc_artifacts a
    on a.org_id = own.id and a.model = 'AccessToken' and a.id_hash = ${tokenHash} and a.client_id = ${commandLineId}
 where asked.id = ${orgId} and asked.suspended_at is null and ${notExpired}
 limit 1`;

/** A user who calls with an access token. */
export interface TokenCallerRow extends ApiCallerRow {
  grantId: string;
  /** The JSON of the grant, as the engine has stored it. */
  grant: string;
}

/**
 * Reads at once what each request with a token needs: one statement, without a transaction. The token, its grant, the session in which the
 * user allowed it, and the user must all go on. The command line may run elsewhere than the browser, so its requests do not keep the session of the browser from ending.
 */
export async function findTokenCaller(
  tx: Tx,
  orgId: string,
  tokenHash: Buffer,
): Promise<TokenCallerRow | undefined> {
  const row = await tx.row<WrittenCaller & Pick<TokenCallerRow, 'grantId' | 'grant'>>(
    caller(shared(orgId), tokenHash),
  );
  return row && readCaller(row);
}

const grantNotExpired = withoutIndex(sql`g.expires_at > now()`);

const loginOfGrant = (orgId: Shared): Sql => sql`
    from (select * from login_sessions
           where org_id = ${orgId} and id = (select login_id from granted) and user_id = (select user_id from granted) limit 1) l`;

const caller = (orgId: Shared, tokenHash: Buffer): Sql => sql`
with granted as materialized (
  select a.grant_id, a.user_id, g.payload, g.login_id
    from (select * from oidc_artifacts a
           where a.org_id = ${orgId} and a.model = 'AccessToken' and a.id_hash = ${tokenHash} and a.client_id = ${commandLineId}
             and ${notExpired} limit 1) a
   cross join lateral (
     select * from oidc_artifacts g
      where g.org_id = ${orgId} and g.model = 'Grant' and g.id_hash = sha256(convert_to(a.grant_id, 'UTF8'))
        and g.client_id = ${commandLineId} and g.user_id = a.user_id and ${grantNotExpired} limit 1) g
), ${foundLoginIn(loginOfGrant(orgId), { orgId, front: shared(null) })}
select ${callerColumns(orgId)}, granted.grant_id as "grantId", granted.payload as "grant"
  from found
  cross join granted
  join users u on u.org_id = ${orgId} and u.id = found.user_id`;
