import type { Pool } from 'pg';
import { named, numbered, sql, type Sql } from '../../../lib/sql.ts';
import type { Tenant } from '../../../platform/tenancy.ts';
import type { Tx } from '../../../platform/tx.ts';
import type { JudgedCredential } from './policies.ts';

const today = sql`(now() at time zone 'UTC')::date`;

/** The tenants with policies whose nightly pass is not through. A suspended organization has no pass. */
export async function tenantsToPass(pool: Pool): Promise<Tenant[]> {
  const { rows } = await pool.query<Tenant>(numbered(named('tenants-to-pass', due)));
  return rows;
}

const due = sql`
select t.id as "orgId", t.environment
  from tenants t
 where t.policies_version > 0 and t.suspended_at is null
   and not exists (select from policy_passes p where p.org_id = t.id and p.day >= ${today} and p.finished)`;

/**
 * Takes the bookmark of today's pass without waiting: if another node has it, that node does the work.
 * @returns after which credential to go on; undefined when there is nothing to do
 */
export async function takeBookmark(tx: Tx, orgId: string): Promise<string | undefined> {
  await tx.run(begin(orgId));
  const row = await tx.row<{ afterId: string }>(take(orgId));
  return row?.afterId;
}

// A bookmark that exists is not changed here, so this statement does not wait where a pass is under way.
const begin = (orgId: string): Sql => sql`
insert into policy_passes (org_id, day) select id, ${today} from tenants where id = ${orgId}
    and not exists (select from policy_passes p where p.org_id = tenants.id)
on conflict do nothing`;

const take = (orgId: string): Sql => sql`
with mine as materialized (
  select org_id from policy_passes
   where org_id = ${orgId} and (not finished or day < ${today}) for no key update skip locked
)
update policy_passes p
   set after_id = case when p.day < ${today} then '' else p.after_id end, finished = false,
       day = greatest(p.day, ${today})
  from mine where p.org_id = mine.org_id
returning p.after_id as "afterId"`;

export async function moveBookmark(
  tx: Tx,
  orgId: string,
  { afterId, finished }: { afterId: string; finished: boolean },
): Promise<void> {
  await tx.run(
    sql`update policy_passes set after_id = ${afterId}, finished = ${finished} where org_id = ${orgId}`,
  );
}

/** A working credential, as the nightly pass judges it. */
export interface PassedCredential extends JudgedCredential {
  id: string;
  version: number;
  ttlSeconds: number | null;
  hasOwner: boolean;
}

/** The next credentials of a tenant that work, in the order of their ids. */
export async function credentialsAfter(
  tx: Tx,
  orgId: string,
  afterId: string,
  limit: number,
): Promise<PassedCredential[]> {
  return tx.rows<PassedCredential>(page(orgId, afterId, limit));
}

const page = (orgId: string, afterId: string, limit: number): Sql => sql`
select c.id, c.version, c.scopes,
       extract(epoch from c.expires_at - coalesce(c.last_rotated_at, c.created_at))::float8 as "ttlSeconds",
       extract(epoch from now() - coalesce(c.last_rotated_at, c.created_at))::float8 as "ageSeconds",
       extract(epoch from now() - greatest(c.last_used_at, c.last_rotated_at, c.created_at))::float8 as "idleSeconds",
       i.owner_user_id is not null as "hasOwner", i.id as "identityId", i.name as "identityName",
       i.type as "identityType", i.tags
  from credentials c
  join identities i on i.org_id = c.org_id and i.id = c.identity_id
 where c.org_id = ${orgId} and c.id > ${afterId} and c.deleted_at is null and c.status = 'ACTIVE'
   and (c.expires_at is null or c.expires_at > now())
   and i.status = 'ACTIVE' and (i.expires_at is null or i.expires_at > now())
 order by c.id limit ${limit}`;
