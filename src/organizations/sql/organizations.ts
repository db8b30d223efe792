import type { Pool } from 'pg';
import { dateOf, dateOrNull } from '../../lib/rows.ts';
import { named, numbered, sql, type Sql } from '../../lib/sql.ts';
import { byTime, type ListPage, pageOfRows, type Window } from '../../platform/sql/page-of-rows.ts';
import type { Tx } from '../../platform/tx.ts';

/** An organization: the row of its live tenant, and the id of its test tenant. */
export interface OrganizationRow {
  id: string;
  testOrgId: string;
  name: string;
  quotas: OwnQuotas;
  status: OrganizationStatus;
  /** When it was suspended or closed; null while it serves. */
  suspendedAt: Date | null;
  /** When the data of a closed organization is erased; null if it is not closed. */
  eraseAt: Date | null;
  /** Whether the time of the erasure has come, after which nothing resumes the organization. */
  isEraseDue: boolean;
  createdAt: Date;
  version: number;
}

export type OrganizationStatus = 'ACTIVE' | 'SUSPENDED' | 'CLOSED';

/** The quotas of an organization, for each of its tenants; null means that of the server. */
export interface OwnQuotas {
  maxUsers: number | null;
  maxIdentities: number | null;
  maxCredentials: number | null;
}

type TimeColumn = 'createdAt' | 'suspendedAt' | 'eraseAt';
type Raw = Omit<OrganizationRow, TimeColumn | 'quotas' | 'status'> &
  OwnQuotas & { createdAt: string; suspendedAt: string | null; eraseAt: string | null };

const columns = `t.id, (select twin.id from tenants twin where twin.organization_id = t.organization_id and twin.environment = 'test') as "testOrgId",
  t.name, t.created_at as "createdAt", t.version, t.max_users as "maxUsers", t.max_identities as "maxIdentities",
  t.max_credentials as "maxCredentials", t.suspended_at as "suspendedAt", t.erase_at as "eraseAt",
  t.erasing_at is not null or coalesce(t.erase_at <= now(), false) as "isEraseDue"`;

const toRow = ({ maxUsers, maxIdentities, maxCredentials, ...row }: Raw): OrganizationRow => ({
  ...row,
  quotas: { maxUsers, maxIdentities, maxCredentials },
  status: row.eraseAt !== null ? 'CLOSED' : row.suspendedAt !== null ? 'SUSPENDED' : 'ACTIVE',
  suspendedAt: dateOrNull(row.suspendedAt),
  eraseAt: dateOrNull(row.eraseAt),
  createdAt: dateOf(row.createdAt),
});

/** Lists organizations, newest first. */
export const listOrganizations = (tx: Tx, window: Window): Promise<ListPage<OrganizationRow>> =>
  pageOfRows<Raw, OrganizationRow>(
    tx,
    {
      from: sql`from tenants t where t.environment = 'live'`,
      columns,
      order: byTime('t.created_at', 't.id', '-createdAt'),
      toRow,
    },
    window,
  );

const byId = (id: string): Sql =>
  sql`select ${sql.raw(columns)} from tenants t where t.id = ${id} and t.environment = 'live'`;

/** The organization with this id. An id of a test tenant finds none. */
export async function findOrganizationRow(tx: Tx, id: string): Promise<OrganizationRow | undefined> {
  const row = await tx.row<Raw>(byId(id));
  return row && toRow(row);
}

/** Locks both tenants of an organization, in the order of their ids. */
export async function lockOrganization(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`select id from tenants where organization_id = ${id} order by id for no key update`);
}

/** Gives both tenants of an organization a name and quotas, and the organization its next version. */
export async function changeOrganization(
  tx: Tx,
  id: string,
  { name, quotas }: Pick<OrganizationRow, 'name' | 'quotas'>,
): Promise<void> {
  await tx.run(sql`
update tenants set name = ${name}, max_users = ${quotas.maxUsers}::int, max_identities = ${quotas.maxIdentities}::int,
       max_credentials = ${quotas.maxCredentials}::int, version = version + 1
 where organization_id = ${id}`);
}

/** Shuts every way into both tenants of an organization, and keeps its data. */
export async function suspendTenants(tx: Tx, id: string): Promise<void> {
  await tx.run(sql`
update tenants set suspended_at = date_trunc('milliseconds', now()), version = version + 1
 where organization_id = ${id}`);
}

/**
 * Opens both tenants of an organization again. If it was suspended before it was closed, it is as before the closing.
 * @param days from the closing to the end of the data
 */
export async function resumeTenants(tx: Tx, id: string, days: number): Promise<void> {
  await tx.run(sql`
update tenants set suspended_at = case when suspended_at < erase_at - make_interval(days => ${days}::int) then suspended_at end,
       erase_at = null, version = version + 1
 where organization_id = ${id}`);
}

/** Shuts every way into both tenants of an organization, and sets when their data is erased. @param days from now on */
export async function closeTenants(tx: Tx, id: string, days: number): Promise<void> {
  await tx.run(sql`
update tenants set suspended_at = coalesce(suspended_at, date_trunc('milliseconds', now())),
       erase_at = date_trunc('milliseconds', now()) + make_interval(days => ${days}::int), version = version + 1
 where organization_id = ${id}`);
}

/** How many organizations have each status. */
export type OrganizationCounts = Record<OrganizationStatus, number>;

/** Counts the organizations by status. */
export async function countOrganizations(pool: Pool): Promise<OrganizationCounts> {
  const { rows } = await pool.query<OrganizationCounts>(numbered(named('count-organizations', counting)));
  return rows[0] ?? { ACTIVE: 0, SUSPENDED: 0, CLOSED: 0 };
}

// Both tenants of an organization have the same times. An index has those that are suspended, and another one finds the live tenants.
const counting = sql`
with stopped as (
  select count(*) filter (where erase_at is null)::int as suspended, count(*) filter (where erase_at is not null)::int as closed
    from tenants where suspended_at is not null and environment = 'live'
)
select (select count(*)::int from tenants where environment = 'live') - suspended - closed as "ACTIVE", suspended as "SUSPENDED",
       closed as "CLOSED"
  from stopped`;
