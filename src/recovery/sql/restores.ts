import type { Pool } from 'pg';
import { numbered, type Shared, shared, type Sql, sql } from '../../lib/sql.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Tx } from '../../platform/tx.ts';

/** A restore that is not open yet. */
export interface ClosedRestore {
  id: string;
  restoredAt: Date;
  /** The timeline of the server when it was marked. */
  timeline: string | null;
}

/** The restore whose nodes are closed: it waits for the operator, or its time has not come. */
export async function closedRestore(pool: Pool): Promise<ClosedRestore | undefined> {
  const { rows } = await pool.query<{ id: string; restoredAt: string; timeline: string | null }>(
    numbered(sql`
select id, restored_at as "restoredAt", timeline from restores
 where coalesce(opens_at, 'infinity') > now() order by opens_at desc nulls first limit 1`),
  );
  return rows[0] && { ...rows[0], restoredAt: new Date(rows[0].restoredAt) };
}

/** The system identifier of the server, and its timeline. A restore by Postgres' own tools begins a new timeline. */
export async function timelineOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ timeline: string }>(
    numbered(sql`
select system_identifier || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline
  from pg_control_system()`),
  );
  return rows[0]?.timeline ?? '';
}

/** Writes a restore. A backup may hold an earlier restore that was still closed; the new one replaces it. */
export async function writeRestore(tx: Tx, id: string, timeline: string): Promise<void> {
  await tx.run(
    sql`update restores set opens_at = least(opens_at, now()) where coalesce(opens_at, 'infinity') > now()`,
  );
  await tx.run(sql`insert into restores (id, timeline) values (${id}, ${timeline})`);
}

export async function hasRestore(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(numbered(sql`select from restores where id = ${id}`));
  return rowCount === 1;
}

/** How far a tenant is in a restore. */
export interface RestoredTenant extends Tenant {
  name: string;
  /** Whether its audit chain has its new epoch. */
  isMarked: boolean;
  outcome: 'RECONCILED' | 'SUSPENDED' | null;
  exportedAt: string | null;
  /** The number of credentials, clients, users and other ways in that would work if the service opened now. */
  alive: number;
}

/** Reads every tenant of a restore. An organization whose erasure had begun is left out: nothing of it works again, and the rest is erased. */
export async function restoredTenants(pool: Pool, restoreId: string): Promise<RestoredTenant[]> {
  const { rows } = await pool.query<RestoredTenant>(numbered(tenants(restoreId)));
  return rows;
}

const tenants = (restoreId: string): Sql => sql`
select t.id as "orgId", t.environment, t.name, r.org_id is not null as "isMarked", r.outcome,
       r.exported_at::text as "exportedAt",
       ((select count(*) from credentials c where c.org_id = t.id and c.status = 'ACTIVE'
            and coalesce(c.expires_at, 'infinity') > now())
        + (select count(*) from oidc_initial_access_tokens a where a.org_id = t.id and a.revoked_at is null and a.expires_at > now())
        + (select count(*) from auth_configs g where g.org_id = t.id and g.name = 'oidc_client_registration'
              and g.settings ->> 'mode' <> 'OFF')
        + (select count(*) from scim_tokens s where s.org_id = t.id and s.revoked_at is null and s.expires_at > now())
        + (select count(*) from oidc_clients o where o.org_id = t.id and o.status = 'ACTIVE' and o.origin = 'ADMINISTRATOR')
        + (select count(*) from federation_connections n where n.org_id = t.id and n.status = 'ACTIVE')
        + (select count(*) from social_providers p where p.org_id = t.id and p.enabled)
        + (select count(*) from auth_configs r where r.org_id = t.id and r.name = 'registration'
              and r.settings -> 'enabled' = 'true')
        + (select count(*) from identities i where i.org_id = t.id and i.status = 'ACTIVE' and i.deleted_at is null
              and i.federated_subjects <> '[]' and coalesce(i.expires_at, 'infinity') > now())
        + (select count(*) from users u where u.org_id = t.id and u.status in ('ACTIVE', 'INVITED')
              and coalesce(u.expires_at, 'infinity') > now()))::int as alive
  from tenants t left join restored_tenants r on r.org_id = t.id and r.restore_id = ${restoreId}
 where t.erasing_at is null
 order by t.created_at, t.id`;

export async function writeRestoredTenant(tx: Tx, orgId: string, id: string): Promise<void> {
  await tx.run(sql`insert into restored_tenants (org_id, restore_id) values (${orgId}, ${id})`);
}

/**
 * Records how a tenant was brought up to date. A second export of a tenant may be newer than the first. With null, the tenant is not up to
 * date (any more); one that was suspended stays so.
 */
export async function writeOutcome(
  tx: Tx,
  orgId: string,
  restoreId: string,
  { outcome, exportedAt }: { outcome: RestoredTenant['outcome']; exportedAt: string | null },
): Promise<void> {
  const written = await tx.rows<object>(sql`
update restored_tenants
   set outcome = case when outcome = 'SUSPENDED' then outcome else ${outcome} end,
       exported_at = greatest(exported_at, ${exportedAt}::timestamptz)
 where org_id = ${orgId} and restore_id = ${restoreId}
returning org_id`);
  if (written.length === 0) throw new Error(`${orgId} has no mark of this restore: run make restored again`);
}

/** Where a tenant's chain ended in the backup. */
export interface RestoredEnd {
  sequence: number;
  hash: string;
  keyIds: string[];
  /** The number behind which the chain goes on. */
  epoch: number;
}

/** Reads where a tenant's chain ended in the backup: the first epoch of the restore says it. */
export async function restoredEnd(
  pool: Pool,
  orgId: string,
  restoreId: string,
): Promise<RestoredEnd | undefined> {
  const { rows } = await pool.query<
    Omit<RestoredEnd, 'sequence' | 'epoch'> & Record<'sequence' | 'epoch', string>
  >(numbered(end(shared(orgId), restoreId)));
  return rows[0] && { ...rows[0], sequence: Number(rows[0].sequence), epoch: Number(rows[0].epoch) };
}

const end = (orgId: Shared, restoreId: string): Sql => sql`
select e.previous_sequence as sequence, encode(e.previous_hash, 'hex') as hash,
       array(select k.id from audit_keys k where k.org_id = ${orgId}) as "keyIds",
       (select max(sequence) from audit_epochs where org_id = ${orgId}) as epoch
  from audit_epochs e
 where e.org_id = ${orgId} and e.sequence = coalesce(
   (select min(o.sequence) from audit_epochs o join restores r on r.id = ${restoreId}
     where o.org_id = ${orgId} and o.opened_at >= r.restored_at - interval '1 second'),
   (select max(o.sequence) from audit_epochs o where o.org_id = ${orgId}))`;

/**
 * Opens a restore at the earliest when what could be used once has ended: a proof or a response of another server that was used
 * after the backup would count as new. The process waits for this time, the operator does not.
 */
export async function openRestore(tx: Tx, id: string): Promise<Date> {
  const row = await tx.row<{ at: string }>(
    sql`update restores set opens_at = greatest(now(), restored_at + interval '12 minutes') where id = ${id}
     returning opens_at as at`,
  );
  return new Date(row?.at ?? 0);
}
