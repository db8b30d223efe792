import { dateOf } from '../../lib/rows.ts';
import { sql, type Sql } from '../../lib/sql.ts';
import { byTime, type ListPage, pageOfRows, type Window } from '../../platform/sql/page-of-rows.ts';
import type { Tx } from '../../platform/tx.ts';

/** An organization: the row of its live tenant, and the id of its test tenant. */
export interface OrganizationRow {
  id: string;
  testOrgId: string;
  name: string;
  quotas: OwnQuotas;
  createdAt: Date;
  version: number;
}

/** The quotas of an organization, for each of its tenants; null means that of the server. */
export interface OwnQuotas {
  maxUsers: number | null;
  maxIdentities: number | null;
  maxCredentials: number | null;
}

type Raw = Omit<OrganizationRow, 'createdAt' | 'quotas'> & OwnQuotas & { createdAt: string };

const columns = `t.id, (select twin.id from tenants twin where twin.organization_id = t.organization_id and twin.environment = 'test') as "testOrgId",
  t.name, t.created_at as "createdAt", t.version, t.max_users as "maxUsers", t.max_identities as "maxIdentities",
  t.max_credentials as "maxCredentials"`;

const toRow = ({ maxUsers, maxIdentities, maxCredentials, ...row }: Raw): OrganizationRow => ({
  ...row,
  quotas: { maxUsers, maxIdentities, maxCredentials },
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
