import type { Pool } from 'pg';
import { dateOf, dateOrNull } from '../../lib/rows.ts';
import { named, numbered, shared, sql, type Sql } from '../../lib/sql.ts';
import type { TenantLock } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';
import type { ScimToken, ScimTokenStatus } from '../entities/scim-token.ts';

/** The record of a presented SCIM token in the database. */
export interface ScimTokenFinding
  extends Pick<ScimToken, 'id' | 'name' | 'profile' | 'permissions' | 'allowedIps'> {
  orgId: string;
  environment: 'live' | 'test';
  /** By Postgres's clock, when the statement started; only an ACTIVE token lets its caller in. */
  status: ScimTokenStatus;
  now: Date;
}

/** A token that was presented. */
export interface PresentedScimToken {
  tokenHash: Buffer;
  /** The tenant of the URL that the token was presented at. */
  orgId: string;
  /** Where the request comes from; null if that is not known. */
  address: string | null;
  /** How many requests to count: 0 or more. They count if the token is active, of that tenant, and may be used from the address. */
  requests: number;
}

/** The window of the requests of a token, with those that were just counted. */
export interface ScimTokenWindow {
  count: number;
  /** End of the window, in seconds since 1970. */
  resetAt: number;
  /** Seconds until the window ends, by the clock of Postgres. */
  secondsLeft: number;
}

/**
 * Looks SCIM tokens up by the hashes of what was presented, counts their requests, and notes their use: at most once a minute,
 * because the initial load of a directory is thousands of calls and each note would write the row again. Notes wait for no lock: a
 * note that another call or a revocation stands in the way of is left out. The counts stand in an unlogged table, so the
 * commit does not wait for the disk.
 *
 * @param presented no token twice at the same tenant from the same address
 * @returns by the hexadecimal hash; tokens that do not exist, and those of suspended organizations, are left out
 */
export async function authenticateScimTokens(
  pool: Pool,
  presented: readonly PresentedScimToken[],
): Promise<Map<string, { finding: ScimTokenFinding; window: ScimTokenWindow | undefined }>> {
  const { rows } = await pool.query<ScimTokenFinding & Nullable<ScimTokenWindow> & { hash: string }>(
    numbered(named('authenticate-scim-tokens', authenticate(presented))),
  );
  return new Map(
    rows.map(({ hash, count, resetAt, secondsLeft, ...finding }) => {
      const isCounted = count !== null && resetAt !== null && secondsLeft !== null;
      return [hash, { finding, window: isCounted ? { count, resetAt, secondsLeft } : undefined }];
    }),
  );
}

type Nullable<Of> = { [Key in keyof Of]: Of[Key] | null };

/**
 * Looks one token up without counting a request. The caller checks the address.
 * @returns undefined when there is no such token
 */
export async function authenticateScimToken(
  pool: Pool,
  tokenHash: Buffer,
  address: string | null,
): Promise<ScimTokenFinding | undefined> {
  const found = await authenticateScimTokens(pool, [{ tokenHash, orgId: '', address, requests: 0 }]);
  return found.get(tokenHash.toString('hex'))?.finding;
}

/** Whether a token may be used from an address. No address is in no range. */
const isWithin = (token: string, address: string): Sql =>
  sql.raw(
    `(${token}.allowed_ips is null or coalesce(${address} <<= any (${token}.allowed_ips::cidr[]), false))`,
  );

const isUsedWithin = isWithin('s', 'used.address::inet');
const isAskedWithin = isWithin('f', 'asked.address::inet');

// A request from another address does not count as a use, nor in the window: a finder of the token must not stop its directory.
function authenticate(presented: readonly PresentedScimToken[]): Sql {
  const hashes = shared(presented.map(({ tokenHash }) => tokenHash));
  const addresses = shared(presented.map(({ address }) => address));
  const tenants = presented.map(({ orgId }) => orgId);
  const requests = presented.map(({ requests }) => requests);
  return sql`
with due as materialized (
  select org_id, id from scim_tokens s
   where token_hash = any (${hashes}::bytea[]) and revoked_at is null and expires_at > now()
     and exists (select from unnest(${hashes}::bytea[], ${addresses}::text[]) as used (token_hash, address)
                  where used.token_hash = s.token_hash and ${isUsedWithin})
     and (last_used_at is null or last_used_at <= now() - interval '1 minute')
     and exists (select from tenants t where t.id = s.org_id and t.suspended_at is null)
   order by org_id, id for no key update skip locked
), used as (
  update scim_tokens t set last_used_at = date_trunc('milliseconds', now())
    from due where t.org_id = due.org_id and t.id = due.id
), found as materialized (
  select s.org_id, t.environment, s.id, s.name, s.profile, s.permissions, s.allowed_ips, s.token_hash,
         case when s.revoked_at is not null then 'REVOKED' when s.expires_at <= now() then 'EXPIRED' else 'ACTIVE' end
           as status
    from scim_tokens s
    join tenants t on t.id = s.org_id and t.suspended_at is null
   where s.token_hash = any (${hashes}::bytea[])
), counted as (
  insert into request_windows as w (name, started_at, count)
  select f.id, now(), sum(asked.requests)::int
    from unnest(${hashes}::bytea[], ${tenants}::text[], ${requests}::int[], ${addresses}::text[]) as asked (token_hash, org_id, requests, address)
    join found f on f.token_hash = asked.token_hash and f.org_id = asked.org_id
   where f.status = 'ACTIVE' and asked.requests > 0 and ${isAskedWithin}
   group by f.id
   order by f.id
  on conflict (name) do update
     set started_at = case when w.started_at > now() - interval '60 s' then w.started_at else now() end,
         count = case when w.started_at > now() - interval '60 s' then w.count else 0 end + excluded.count
  returning name, count,
            ceil(extract(epoch from started_at + interval '60 s'))::float8 as "resetAt",
            greatest(extract(epoch from started_at + interval '60 s' - now()), 0)::float8 as "secondsLeft"
)
select encode(f.token_hash, 'hex') as hash, f.org_id as "orgId", f.environment, f.id, f.name, f.profile, f.permissions, f.allowed_ips as "allowedIps", f.status,
       date_trunc('milliseconds', now()) as now, c.count, c."resetAt", c."secondsLeft"
  from found f
  left join counted c on c.name = f.id`;
}

/** The columns of a SCIM token that lists show. */
export type ScimTokenRow = Pick<
  ScimToken,
  | 'id'
  | 'name'
  | 'tokenLast4'
  | 'profile'
  | 'permissions'
  | 'allowedIps'
  | 'expiresAt'
  | 'lastUsedAt'
  | 'createdAt'
  | 'createdBy'
> & { status: ScimTokenStatus };

const status = sql`case when revoked_at is not null then 'REVOKED' when expires_at <= now() then 'EXPIRED' else 'ACTIVE' end`;

/** Lists the SCIM tokens of a tenant, newest first, revoked ones too. */
export async function listScimTokens(
  tx: Tx,
  orgId: string,
  filter: { status?: ScimTokenStatus },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ScimTokenRow[]; total: number }> {
  const asked = filter.status === undefined ? sql.empty : sql` and ${status} = ${filter.status}`;
  const from = sql`from scim_tokens where org_id = ${orgId}${asked}`;
  const count = await tx.row<{ total: number }>(sql`select count(*)::int as total ${from}`);
  const rows = await tx.rows<RawRow>(
    sql`select ${columns} ${from} order by created_at desc, id limit ${limit} offset ${offset}`,
  );
  return { rows: rows.map(toRow), total: count?.total ?? 0 };
}

const columns = sql`id, name, token_last4 as "tokenLast4", profile, permissions, allowed_ips as "allowedIps",
  ${status} as status, expires_at as "expiresAt", last_used_at as "lastUsedAt", created_at as "createdAt", created_by as "createdBy"`;

type RawRow = Omit<ScimTokenRow, TimeColumn> & Record<TimeColumn, string>;
type TimeColumn = 'expiresAt' | 'lastUsedAt' | 'createdAt';

const toRow = (row: RawRow): ScimTokenRow => ({
  ...row,
  expiresAt: dateOf(row.expiresAt),
  lastUsedAt: dateOrNull(row.lastUsedAt),
  createdAt: dateOf(row.createdAt),
});

/** Counts the SCIM tokens of a tenant that work. */
export async function countScimTokens(tx: Tx, { orgId }: TenantLock): Promise<number> {
  const rows = await tx.rows<{ live: number }>(countLive(orgId));
  return rows[0]?.live ?? 0;
}

const countLive = (orgId: string): Sql => sql`
select count(*)::int as live from scim_tokens where org_id = ${orgId} and revoked_at is null and expires_at > now()`;
