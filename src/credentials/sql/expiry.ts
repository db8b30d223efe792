import type { Pool } from 'pg';
import { type Sql, sql } from '../../lib/sql.ts';
import { type Due, tenantsWithDue } from '../../platform/sql/tenants-with-due.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Tx } from '../../platform/tx.ts';

/** Rows that one statement changes. */
const most = 500;

/** Returns the tenants in which a credential, an old secret or an identity has ended, or a notice of an expiry is due. */
export const tenantsWithDueExpiry = (pool: Pool): Promise<Tenant[]> => tenantsWithDue(pool, kinds);

const kinds: readonly Due[] = [
  ['credentials', `expires_at <= now() and status in ('ACTIVE', 'SUSPENDED')`],
  ['credentials', 'previous_expires_at <= now()'],
  ['credentials', `expiry_notice_at <= now() and status = 'ACTIVE' and expires_at > now()`],
  [
    'credentials',
    `expiry_notice_at is null and status = 'ACTIVE' and expires_at > now() + interval '24 hours'`,
  ],
  ['identities', `expires_at <= now() and status <> 'REVOKED'`],
];

/** A credential whose time has come, and its identity. */
export interface DueCredential {
  id: string;
  identityId: string;
  identityName: string;
}

export interface ExpiredCredential extends DueCredential {
  expiresAt: string;
  usageCount: number;
  /** Whether an old secret ended with it. */
  endedGrace: boolean;
}

/**
 * Writes EXPIRED where the clock has passed the expiry; rows another transaction holds are left for the next time.
 * The trigger `credentials_count_ended` takes each of these credentials out of the tenant's count.
 */
export async function expireCredentials(tx: Tx, orgId: string): Promise<ExpiredCredential[]> {
  const rows = await tx.rows<ExpiredCredential>(expire(orgId));
  return rows.map((row) => ({ ...row, expiresAt: new Date(row.expiresAt).toISOString() }));
}

/** Forgets old secrets whose grace period is over. */
export async function endGracePeriods(tx: Tx, orgId: string): Promise<DueCredential[]> {
  return tx.rows<DueCredential>(endGrace(orgId));
}

/**
 * Finds due credentials by the index on their time, the earliest first. Then it locks these rows in the order of their ids. One step
 * for both would read all credentials of the tenant in this order. The statistics also count credentials that ended long ago, so
 * Postgres expects many due ones.
 */
const dueBy = (orgId: string, time: Sql, condition: Sql): Sql => sql`waiting as materialized (
  select id from credentials where org_id = ${orgId} and ${condition} order by ${time} limit ${most}
), due as materialized (
  select id, previous_expires_at is not null as ended_grace from credentials
   where org_id = ${orgId} and id = any (array(select id from waiting)) and ${condition}
   order by org_id, id for no key update skip locked
)`;

const expire = (orgId: string): Sql => sql`
with ${dueBy(orgId, sql`expires_at`, sql`status in ('ACTIVE', 'SUSPENDED') and expires_at <= now()`)}
update credentials c
   set status = 'EXPIRED', status_reason = null, previous_secret_hash = null, previous_expires_at = null,
       version = c.version + 1, updated_at = now()
  from due, identities i
 where c.org_id = ${orgId} and c.id = due.id and i.org_id = c.org_id and i.id = c.identity_id
returning c.id, c.identity_id as "identityId", i.name as "identityName", c.expires_at as "expiresAt",
          c.usage_count::float8 as "usageCount", due.ended_grace as "endedGrace"`;

const endGrace = (orgId: string): Sql => sql`
with ${dueBy(orgId, sql`previous_expires_at`, sql`previous_expires_at <= now()`)}
update credentials c
   set previous_secret_hash = null, previous_expires_at = null, version = c.version + 1, updated_at = now()
  from due, identities i
 where c.org_id = ${orgId} and c.id = due.id and i.org_id = c.org_id and i.id = c.identity_id
returning c.id, c.identity_id as "identityId", i.name as "identityName"`;

export interface ExpiringCredential extends DueCredential {
  name: string;
  expiresAt: string;
  daysLeft: number;
  /** Whether a notice is due; the others were there before notices were, and have only been given the time of their next. */
  told: boolean;
}

/**
 * Moves the notices that are due to the next of 30, 14, 7 days and 1 before the expiry: of several that were missed only
 * the nearest is told. Rows another transaction holds are left for the next time.
 */
export async function takeExpiryNotices(tx: Tx, orgId: string): Promise<ExpiringCredential[]> {
  const rows = await tx.rows<ExpiringCredential>(notices(orgId));
  return rows.map((row) => ({ ...row, expiresAt: new Date(row.expiresAt).toISOString() }));
}

// Asked again of the rows that are locked: another node may have told of one since "waiting" was read.
const notices = (orgId: string): Sql => sql`
with waiting as materialized (
  (select id from credentials
    where org_id = ${orgId} and status = 'ACTIVE' and expiry_notice_at <= now() and expires_at > now()
    order by expiry_notice_at limit ${most})
  union all
  (select id from credentials
    where org_id = ${orgId} and status = 'ACTIVE' and expiry_notice_at is null and expires_at > now() + interval '24 hours'
    order by expires_at limit ${most})
), due as materialized (
  select id, coalesce(expiry_notice_at, next_expiry_notice(expires_at, created_at)) <= now() as told
    from credentials
   where org_id = ${orgId} and id = any (array(select id from waiting)) and status = 'ACTIVE' and expires_at > now()
     and (expiry_notice_at <= now() or expiry_notice_at is null and expires_at > now() + interval '24 hours')
   order by org_id, id limit ${most} for no key update skip locked
)
update credentials c
   set expiry_notice_at = next_expiry_notice(c.expires_at, now())
  from due, identities i
 where c.org_id = ${orgId} and c.id = due.id and i.org_id = c.org_id and i.id = c.identity_id
returning c.id, c.name, c.identity_id as "identityId", i.name as "identityName", c.expires_at as "expiresAt",
          ceil(extract(epoch from c.expires_at - now()) / 86400)::int as "daysLeft", due.told`;
