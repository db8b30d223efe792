import type { Pool } from 'pg';
import type { Identity, IdentityStatus } from '../entities/identity.ts';
import { dateOf, dateOrNull } from '../../lib/rows.ts';
import { named, numbered, type Shared, type Sql, shared, sql } from '../../lib/sql.ts';
import type { TenantLock } from '../../platform/sql/tenants.ts';
import { contains } from '../../platform/sql/spellings.ts';
import { quotaIn } from '../../platform/sql/counters.ts';
import { type ListPage, type Order, pageOfRows, type Window } from '../../platform/sql/page-of-rows.ts';
import type { Tx } from '../../platform/tx.ts';

export interface IdentityFilter {
  type?: string;
  status?: IdentityStatus;
  tag?: string;
  ownerUserId?: string;
  minRisk?: number;
  search?: string;
}

export type IdentitySort = 'createdAt' | '-createdAt' | 'name' | '-name' | 'riskScore' | '-riskScore';

/** The columns of an identity that the API shows, and what is counted of its credentials. */
export type IdentityRow = Omit<
  Identity,
  'orgId' | 'deletedAt' | 'statusAt' | 'suspend' | 'reactivate' | 'revoke'
> & {
  lastActivityAt: Date | null;
  credentialCount: number;
};

/** Past its expiry an identity is REVOKED, also before the sweeper has written it. */
const effectiveStatus = `case when i.expires_at <= now() then 'REVOKED' else i.status end`;

const statusNow = sql.raw(effectiveStatus);

const keys = {
  createdAt: ['i.created_at', 'timestamptz'],
  name: ['lower(i.name)', 'text'],
  riskScore: ['i.risk_score', 'bigint'],
} as const;

function orderOf(sort: IdentitySort): Order {
  const descending = sort.startsWith('-');
  const [key, keyType] = keys[sort.replace('-', '') as keyof typeof keys];
  return { key, keyType, descending, tie: 'i.id', tieDescending: !descending };
}

/** Lists the identities of a tenant. Only the conditions that are asked for are in the statement. */
export async function listIdentities(
  tx: Tx,
  orgId: string,
  filter: IdentityFilter,
  sort: IdentitySort,
  window: Window,
): Promise<ListPage<IdentityRow>> {
  const conditions = [sql`i.org_id = ${orgId}`];
  if (filter.type !== undefined) conditions.push(sql`i.type = ${filter.type}`);
  if (filter.status !== undefined) conditions.push(sql`${statusNow} = ${filter.status}`);
  if (filter.tag !== undefined) conditions.push(sql`${filter.tag} = any (i.tags)`);
  if (filter.ownerUserId !== undefined) conditions.push(sql`i.owner_user_id = ${filter.ownerUserId}`);
  if (filter.minRisk !== undefined) conditions.push(sql`i.risk_score >= ${filter.minRisk}`);
  if (filter.search !== undefined) conditions.push(contains('i.name', filter.search));
  const from = sql`from identities i where i.deleted_at is null and ${sql.join(conditions, ' and ')}`;
  const around = (page: Sql): Sql =>
    sql`select i.*, used.* from (${page}) as i
      cross join lateral (
        select count(*)::int as "credentialCount", max(c.last_used_at) as "lastActivityAt" from credentials c
         where c.org_id = i."orgId" and c.identity_id = i.id and c.deleted_at is null) as used`;
  const order = orderOf(sort);
  // Triggers keep the count of all identities, in the transactions that change it.
  const isAll = conditions.length === 1;
  // The other orders have no index, so a plan for all tenants would serve few of them.
  const isOrdered = sort === 'createdAt' || sort === '-createdAt';
  const all = isAll
    ? { count: quotaIn(orgId, 'identities'), ...(isOrdered ? { named: 'list-identities' } : {}) }
    : {};
  return pageOfRows<RawIdentity, IdentityRow>(
    tx,
    { from, columns: `${columns}, i.org_id as "orgId"`, order, around, toRow: toIdentity, ...all },
    window,
  );
}

const columns = `i.id, i.name, i.type, ${effectiveStatus} as status, i.description, i.owner_user_id as "ownerUserId",
  i.tags, i.allowed_scopes as "allowedScopes", i.allowed_ips as "allowedIps",
  i.federated_subjects as "federatedSubjects", i.metadata, i.expires_at as "expiresAt", i.risk_score as "riskScore",
  i.risk_factors as "riskFactors", i.version, i.created_by as "createdBy", i.created_at as "createdAt",
  i.updated_at as "updatedAt"`;

const shownColumns = sql.raw(columns);

type RawIdentity = Omit<IdentityRow, TimeColumn> & Record<TimeColumn, string>;
type TimeColumn = 'expiresAt' | 'createdAt' | 'updatedAt' | 'lastActivityAt';

const toIdentity = (row: RawIdentity): IdentityRow => ({
  ...row,
  expiresAt: dateOrNull(row.expiresAt),
  createdAt: dateOf(row.createdAt),
  updatedAt: dateOf(row.updatedAt),
  lastActivityAt: dateOrNull(row.lastActivityAt),
});

/** Reads identities of a tenant that are not deleted, with the status they have now, in no order. */
export async function readIdentities(
  pool: Pool,
  orgId: string,
  ids: readonly string[],
): Promise<IdentityRow[]> {
  const { rows } = await pool.query<RawIdentity>(
    numbered(named('read-identities', byId(shared(orgId), ids))),
  );
  return rows.map(toIdentity);
}

// A look-up for each id: a plan for any number of ids would read the whole table.
const byId = (orgId: Shared, ids: readonly string[]): Sql => sql`
select i.*, used.*
  from unnest(${ids}::text[]) as asked (id)
 cross join lateral (
   select ${shownColumns} from identities i
    where i.org_id = ${orgId} and i.id = asked.id and i.deleted_at is null limit 1) as i
 cross join lateral (
   select count(*)::int as "credentialCount", max(c.last_used_at) as "lastActivityAt" from credentials c
    where c.org_id = ${orgId} and c.identity_id = i.id and c.deleted_at is null) as used`;

export interface IdentityActivity {
  credentialCount: number;
  /** The number of these credentials that are active or suspended and not past their expiry. */
  liveCount: number;
  lastActivityAt: Date | null;
  /** Every scope that a live credential carries. */
  liveScopes: string[];
}

/** Sums up the credentials of an identity. */
export async function identityActivity(tx: Tx, orgId: string, identityId: string): Promise<IdentityActivity> {
  type Row = Omit<IdentityActivity, 'lastActivityAt'> & { lastActivityAt: string | null };
  const row = await tx.row<Row>(activity(orgId, identityId));
  if (!row) throw new Error('an aggregate has one row');
  return { ...row, lastActivityAt: dateOrNull(row.lastActivityAt) };
}

const live = sql`status in ('ACTIVE', 'SUSPENDED') and (expires_at is null or expires_at > now())`;

const activity = (orgId: string, identityId: string): Sql => sql`
select count(*)::int as "credentialCount", count(*) filter (where ${live})::int as "liveCount",
       max(last_used_at) as "lastActivityAt",
       array(select distinct unnest(scopes) from credentials
              where org_id = ${orgId} and identity_id = ${identityId} and deleted_at is null and ${live}) as "liveScopes"
  from credentials where org_id = ${orgId} and identity_id = ${identityId} and deleted_at is null`;

/**
 * Takes the owner from the identities of a user. Under the lock, no other transaction gives the user an identity.
 * @returns those that are not deleted, by id
 */
export async function disownIdentities(
  tx: Tx,
  { orgId }: TenantLock,
  userId: string,
): Promise<{ id: string; name: string }[]> {
  const rows = await tx.rows<{ id: string; name: string; present: boolean }>(disown(orgId, userId));
  return rows.filter(({ present }) => present);
}

// Locked in the order of their ids, as everything that locks more than one row does.
const disown = (orgId: string, userId: string): Sql => sql`
with owned as materialized (
  select id from identities where org_id = ${orgId} and owner_user_id = ${userId} order by id for no key update
)
update identities i set owner_user_id = null, version = i.version + 1, updated_at = now()
  from owned where i.org_id = ${orgId} and i.id = owned.id
returning i.id, i.name, i.deleted_at is null as present`;

/**
 * Revokes every credential of an identity that is not revoked yet, in the order of their ids as every statement
 * that locks credentials does, and buries all of them when the identity is deleted.
 * The trigger `credentials_count_ended` takes those that were active or suspended out of the tenant's count.
 * @returns those that were not revoked before, and whether the grace period of an old secret was over unseen
 */
export async function revokeCredentialsOfIdentity(
  tx: Tx,
  orgId: string,
  identityId: string,
  deleted: boolean,
): Promise<{ id: string; graceEnded: boolean }[]> {
  const rows = await tx.rows<{ id: string; revoked: boolean; graceEnded: boolean }>(
    revoke(orgId, identityId, deleted),
  );
  return rows.filter(({ revoked }) => revoked);
}

const revoke = (orgId: string, identityId: string, deleted: boolean): Sql => sql`
with mine as materialized (
  select id, status <> 'REVOKED' as live, coalesce(previous_expires_at <= now(), false) as grace_ended
    from credentials
   where org_id = ${orgId} and identity_id = ${identityId} and deleted_at is null and (status <> 'REVOKED' or ${deleted}::boolean)
   order by org_id, id for no key update
)
update credentials c
   set status = 'REVOKED',
       status_reason = case when mine.live then 'IDENTITY_REVOKED' else c.status_reason end,
       previous_secret_hash = null, previous_expires_at = null,
       version = c.version + 1, updated_at = now(),
       deleted_at = case when ${deleted}::boolean then now() end
  from mine where c.org_id = ${orgId} and c.id = mine.id
returning c.id, mine.live as revoked, mine.grace_ended as "graceEnded"`;
