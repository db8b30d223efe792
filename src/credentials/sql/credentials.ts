import type { Pool } from 'pg';
import { named, numbered, type Sql, sql } from '../../lib/sql.ts';
import { contains } from '../../platform/sql/spellings.ts';
import { dateOf, dateOrNull } from '../../lib/rows.ts';
import { endOfSecret } from '../../lib/secret-text.ts';
import {
  byTime,
  isUnfiltered,
  type ListPage,
  type Order,
  pageOfRows,
  type TimeSort,
  type Window,
} from '../../platform/sql/page-of-rows.ts';
import type { Locked } from '../../platform/locked.ts';
import type { TenantLock } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Credential, CredentialStatus } from '../entities/credential.ts';
import type { Identity } from '../entities/identity.ts';
import { statsIn, statsOf } from './counts.ts';

export interface UnusedFilter {
  days: number;
  identityId?: string;
  neverUsed?: boolean;
}

export interface UnusedRow
  extends Pick<
    CredentialRow,
    | 'id'
    | 'name'
    | 'identityId'
    | 'identityName'
    | 'type'
    | 'scopes'
    | 'lastUsedAt'
    | 'expiresAt'
    | 'createdAt'
    | 'lastRotatedAt'
  > {
  status: 'ACTIVE' | 'SUSPENDED';
  ownerUserId: string | null;
  ownerName: string | null;
  unusedSince: Date;
  daysUnused: number;
}

const sinceUnused = 'greatest(coalesce(c.last_used_at, c.last_rotated_at, c.created_at), c.observed_since)';

/**
 * The SQL of the time since when a credential `c` is unused. The time is the last use, or else the last rotation, or
 * else the creation. The time is not before the last reactivation or gift of scopes. A user who did one of them means
 * to use the credential.
 */
export const unusedSince = sql.raw(sinceUnused);

/**
 * Lists the live credentials of a tenant that are not used, the oldest first. The order is that of an index that has
 * no other credentials. So a page ends when it is full. The time of the last use is in no index, or every use would
 * have to write it.
 */
export async function listUnusedCredentials(
  tx: Tx,
  orgId: string,
  { days, identityId, neverUsed }: UnusedFilter,
  window: Window,
): Promise<ListPage<UnusedRow>> {
  const conditions = [
    sql`c.org_id = ${orgId}`,
    // A credential cannot be unused for longer than it exists. The index has the time of its creation.
    sql`c.created_at < now() - ${days} * interval '1 day' and ${unusedSince} < now() - ${days} * interval '1 day'`,
  ];
  if (identityId !== undefined) conditions.push(sql`c.identity_id = ${identityId}`);
  if (neverUsed) conditions.push(sql`c.last_used_at is null`);
  const from = sql`from credentials c
   where c.deleted_at is null and c.status in ('ACTIVE', 'SUSPENDED') and (c.expires_at is null or c.expires_at > now())
     and ${sql.join(conditions, ' and ')}`;
  const around = (page: Sql): Sql =>
    sql`select c.*, i.name as "identityName", i.owner_user_id as "ownerUserId",
            coalesce(u.display_name, u.username) as "ownerName"
       from (${page}) as c
       join identities i on i.org_id = c.org_id and i.id = c."identityId"
       left join users u on u.org_id = i.org_id and u.id = i.owner_user_id
      order by c."createdAt", c.id`;
  return pageOfRows<RawUnused, UnusedRow>(
    tx,
    { from, columns: unusedColumns, order: oldest, around, toRow: toUnused },
    window,
  );
}

const oldest: Order = {
  key: 'c.created_at',
  keyType: 'timestamptz',
  descending: false,
  tie: 'c.id',
  tieDescending: false,
};

const unusedColumns = `c.org_id, c.id, c.name, c.type, c.status, c.identity_id as "identityId", c.scopes,
  ${sinceUnused} as "unusedSince", floor(extract(epoch from now() - ${sinceUnused}) / 86400)::int as "daysUnused",
  c.last_used_at as "lastUsedAt", c.last_rotated_at as "lastRotatedAt", c.created_at as "createdAt",
  c.expires_at as "expiresAt"`;

type UnusedTime = 'unusedSince' | 'lastUsedAt' | 'lastRotatedAt' | 'createdAt' | 'expiresAt';
type RawUnused = Omit<UnusedRow, UnusedTime> & Record<UnusedTime, string>;

const toUnused = (row: RawUnused): UnusedRow => ({
  ...row,
  unusedSince: dateOf(row.unusedSince),
  lastUsedAt: dateOrNull(row.lastUsedAt),
  lastRotatedAt: dateOrNull(row.lastRotatedAt),
  createdAt: dateOf(row.createdAt),
  expiresAt: dateOrNull(row.expiresAt),
});

export interface CredentialFilter {
  status?: CredentialStatus;
  expiring?: boolean;
  live?: boolean;
  identityId?: string;
  type?: string;
  search?: string;
  unusedForDays?: number;
}

/** The columns of a credential that lists show. */
export type CredentialRow = Pick<
  Credential,
  | 'id'
  | 'name'
  | 'identityId'
  | 'type'
  | 'status'
  | 'statusReason'
  | 'scopes'
  | 'isTemporary'
  | 'secretPrefix'
  | 'secretLast4'
  | 'allowedIps'
  | 'rateLimitPerMinute'
  | 'metadata'
  | 'usageCount'
  | 'maxUsageCount'
  | 'lastUsedAt'
  | 'expiresAt'
  | 'createdAt'
  | 'updatedAt'
  | 'lastRotatedAt'
  | 'createdBy'
> & { identityName: string };

/** Past its expiry a live credential is EXPIRED, also before the sweeper has written it. */
const effectiveStatus = `case when c.status in ('ACTIVE', 'SUSPENDED') and c.expires_at <= now() then 'EXPIRED' else c.status end`;

const statusNow = sql.raw(effectiveStatus);

/**
 * Lists the credentials of a tenant, with the statistics of all of them beside the page ({@link statsOf}). Only the conditions that are
 * asked for are in the statement.
 */
export async function listCredentials(
  tx: Tx,
  orgId: string,
  filter: CredentialFilter,
  sort: TimeSort<'createdAt'>,
  window: Window,
): Promise<ListPage<CredentialRow>> {
  const conditions = [sql`c.org_id = ${orgId}`];
  if (filter.status !== undefined) conditions.push(sql`${statusNow} = ${filter.status}`);
  if (filter.identityId !== undefined) conditions.push(sql`c.identity_id = ${filter.identityId}`);
  if (filter.type !== undefined) conditions.push(sql`c.type = ${filter.type}`);
  if (filter.search !== undefined) conditions.push(searchFor(filter.search));
  if (filter.unusedForDays !== undefined)
    conditions.push(sql`${unusedSince} < now() - ${filter.unusedForDays} * interval '1 day'`);
  if (filter.expiring) conditions.push(soon);
  if (filter.live) conditions.push(live);
  const selected = sql`credentials c where c.deleted_at is null and ${sql.join(conditions, ' and ')}`;
  // Few expire soon, and an index has them. To fill a page in the order of the list, Postgres would read all credentials (`offset 0`).
  const from = filter.expiring
    ? sql`from (select c.* from ${selected} offset 0) as c where true`
    : sql`from ${selected}`;
  const order = byTime('c.created_at', 'c.id', sort);
  const counted = totalOf(filter);
  const beside = { sql: statsIn(orgId), ...(counted ? { total: counted } : {}) };
  const all = isUnfiltered(filter) ? { named: 'list-credentials' } : {};
  return pageOfRows<RawCredential, CredentialRow>(
    tx,
    { from, columns, order, toRow: toCredential, beside, ...all },
    window,
  );
}

/** Finds a part of the name, or the end of a secret as lists show it. */
function searchFor(search: string): Sql {
  const name = contains('c.name', search);
  const end = endOfSecret(search);
  if (end === undefined) return name;
  if (end.prefix === undefined) return sql`(${name} or c.secret_last4 = ${end.last4})`;
  return sql`(${name} or (c.secret_last4 = ${end.last4} and c.secret_prefix = ${end.prefix}))`;
}

/** Finds the number of rows in the statistics, where they tell it. */
function totalOf({ status, live: isLive, expiring, ...others }: CredentialFilter) {
  if (!isUnfiltered(others)) return undefined;
  const asked = [status, isLive || undefined, expiring || undefined].filter((one) => one !== undefined);
  if (asked.length > 1) return undefined;
  return (told: string): number => {
    const { byStatus, expiringSoon } = statsOf(told);
    if (status !== undefined) return byStatus[status];
    if (expiring) return expiringSoon;
    const { ACTIVE, SUSPENDED, EXPIRED, REVOKED } = byStatus;
    return isLive ? ACTIVE + SUSPENDED : ACTIVE + SUSPENDED + EXPIRED + REVOKED;
  };
}

const live = sql`c.status in ('ACTIVE', 'SUSPENDED') and (c.expires_at is null or c.expires_at > now())`;

const soon = sql`c.status = 'ACTIVE' and c.expires_at > now() and c.expires_at <= now() + interval '30 days'`;

const columns = `c.id, c.name, c.identity_id as "identityId",
  (select i.name from identities i where i.org_id = c.org_id and i.id = c.identity_id) as "identityName", c.type, ${effectiveStatus} as status,
  c.status_reason as "statusReason", c.scopes, c.is_temporary as "isTemporary", c.secret_prefix as "secretPrefix",
  c.secret_last4 as "secretLast4", c.allowed_ips as "allowedIps",
  c.rate_limit_per_minute as "rateLimitPerMinute", c.metadata, c.usage_count::float8 as "usageCount",
  c.max_usage_count as "maxUsageCount", c.last_used_at as "lastUsedAt", c.expires_at as "expiresAt",
  c.created_at as "createdAt", c.updated_at as "updatedAt", c.last_rotated_at as "lastRotatedAt",
  c.created_by as "createdBy"`;

const shownColumns = sql.raw(columns);

type RawCredential = Omit<CredentialRow, CredentialTime> & Record<CredentialTime, string>;
type CredentialTime = 'lastUsedAt' | 'expiresAt' | 'createdAt' | 'updatedAt' | 'lastRotatedAt';

const toCredential = <Raw extends RawCredential>(row: Raw) => ({
  ...row,
  lastUsedAt: dateOrNull(row.lastUsedAt),
  expiresAt: dateOrNull(row.expiresAt),
  createdAt: dateOf(row.createdAt),
  updatedAt: dateOf(row.updatedAt),
  lastRotatedAt: dateOrNull(row.lastRotatedAt),
});

/** A credential as one request shows it. */
export type CredentialDetails = CredentialRow & {
  version: number;
  /** When the secret before the last rotation stops working; null when it has. */
  graceUntil: Date | null;
};

/** Reads credentials of a tenant that are not deleted, with the status they have now, in no order. */
export async function readCredentials(
  pool: Pool,
  orgId: string,
  ids: readonly string[],
): Promise<CredentialDetails[]> {
  const { rows } = await pool.query<RawCredential & { version: number; graceUntil: string | null }>(
    numbered(named('read-credentials', byId(orgId, ids))),
  );
  return rows.map((row) => ({ ...toCredential(row), graceUntil: dateOrNull(row.graceUntil) }));
}

// A look-up for each id: a plan for any number of ids would read the whole table.
const byId = (orgId: string, ids: readonly string[]): Sql => sql`
select c.*
  from unnest(${ids}::text[]) as asked (id)
 cross join lateral (
   select ${shownColumns}, c.version,
          case when ${statusNow} = 'ACTIVE' and c.previous_expires_at > now() then c.previous_expires_at end as "graceUntil"
     from credentials c where c.org_id = ${orgId} and c.id = asked.id and c.deleted_at is null limit 1) as c`;

/** Counts the live credentials of an identity: active or suspended, and not past their expiry. */
export async function countLiveOfIdentity(
  tx: Tx,
  { orgId, id: identityId }: Locked<Identity>,
): Promise<number> {
  const row = await tx.row<{ count: number }>(ofIdentity(orgId, identityId));
  return row?.count ?? 0;
}

/**
 * How many of a tenant are: those written down as live (`countQuota`) without those that the clock has ended since. One
 * statement, since between two the sweeper may take from the one what was to be taken from it by the other.
 */
export async function countLiveOfTenant(tx: Tx, { orgId }: TenantLock): Promise<number> {
  const row = await tx.row<{ count: number }>(ofTenant(orgId));
  return row?.count ?? 0;
}

const ofIdentity = (orgId: string, identityId: string): Sql => sql`
select count(*)::int as count from credentials
 where org_id = ${orgId} and identity_id = ${identityId} and status in ('ACTIVE', 'SUSPENDED') and (expires_at is null or expires_at > now())`;

const ofTenant = (orgId: string): Sql => sql`
select ((select coalesce(sum(delta), 0) from quota_deltas where org_id = ${orgId} and kind = 'credentials')
        - (select count(*) from credentials
            where org_id = ${orgId} and status in ('ACTIVE', 'SUSPENDED') and expires_at <= now()))::int as count`;

/** The bounds of a credential, and those that its identity adds. */
export interface CallerBounds {
  identityId: string;
  /** When it stops working by itself; null when it does not. */
  credentialEndsAt: Date | null;
  /** When its identity stops working; null when it does not. */
  identityEndsAt: Date | null;
  /** How often it can still be used; null where that is not limited. */
  usesLeft: number | null;
  /** The address ranges of the credential; null where it may be used from anywhere. */
  credentialIps: string[] | null;
  /** The address ranges of its identity, which apply as well; null where they do not limit it. */
  identityIps: string[] | null;
  /** Its own limit of requests a minute; null where that of the service holds. */
  perMinute: number | null;
  /** Whether the rule of federation that it was obtained by lets it give what lasts. */
  mayGiveLasting: boolean;
}

/** Reads what bounds the credential of the caller; undefined where there is no such credential. */
export async function callerBounds(
  tx: Tx,
  orgId: string,
  credentialId: string,
): Promise<CallerBounds | undefined> {
  const row = await tx.row<RawBounds>(bounds(orgId, credentialId));
  if (!row) return undefined;
  const { credentialEndsAt, identityEndsAt } = row;
  return {
    ...row,
    credentialEndsAt: dateOrNull(credentialEndsAt),
    identityEndsAt: dateOrNull(identityEndsAt),
  };
}

type End = 'credentialEndsAt' | 'identityEndsAt';
type RawBounds = Omit<CallerBounds, End> & Record<End, string | null>;

const bounds = (orgId: string, credentialId: string): Sql => sql`
select c.identity_id as "identityId", c.expires_at as "credentialEndsAt", i.expires_at as "identityEndsAt",
       (c.max_usage_count - c.usage_count)::float8 as "usesLeft",
       c.allowed_ips as "credentialIps", i.allowed_ips as "identityIps",
       c.rate_limit_per_minute as "perMinute", c.may_give_lasting as "mayGiveLasting"
  from credentials c
  join identities i on i.org_id = c.org_id and i.id = c.identity_id
 where c.org_id = ${orgId} and c.id = ${credentialId}`;
