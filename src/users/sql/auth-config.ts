import { isId } from '../../lib/id.ts';
import type { Pool } from 'pg';
import { type AuthConfigName, type Branding, type SetOf, withDefaults } from '../../lib/auth-config.ts';
import { dateOrNull } from '../../lib/rows.ts';
import { named, numbered, type Shared, sql, type Sql } from '../../lib/sql.ts';
import type { TenantLock } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';

/** The settings of a tenant for one object; version 0 if the tenant never set any. */
export interface AuthConfigRow {
  settings: Record<string, unknown>;
  version: number;
  updatedAt: Date | null;
  updatedBy: string | null;
}

/** How the objects are called in the table. */
const storedNames: Readonly<Record<AuthConfigName, string>> = {
  passwordPolicy: 'password_policy',
  totp: 'totp',
  webauthn: 'webauthn',
  magicLink: 'magic_link',
  registration: 'registration',
  branding: 'branding',
};

export interface StoredAuthConfig {
  organizationName: string;
  of: (name: AuthConfigName) => AuthConfigRow;
}

/** Reads the settings of a tenant for all objects, and its name. @throws when there is no such tenant */
export async function readAuthConfig(tx: Tx, orgId: string): Promise<StoredAuthConfig> {
  const rows = await tx.rows<RawRow>(select(orgId));
  const [first] = rows;
  if (!first) throw new Error('There is no such tenant');
  return storedOf(first.organizationName, rows);
}

const storedOf = (organizationName: string, rows: readonly ReadObject[]): StoredAuthConfig => ({
  organizationName,
  of: (name) => {
    const row = rows.find((one) => one.name === storedNames[name]);
    if (!row) return { settings: {}, version: 0, updatedAt: null, updatedBy: null };
    const { settings, version, updatedAt, updatedBy } = row;
    return { settings, version, updatedAt: dateOrNull(updatedAt), updatedBy };
  },
});

/** The value of {@link authConfigColumn}: null if there is no such tenant. */
export type AuthConfigColumn = { organizationName: string; objects: ReadObject[] } | null;

/** A column of a statement that reads more of a tenant: what {@link readAuthConfig} reads. */
export const authConfigColumn = (orgId: string | Shared): Sql => sql`
(select jsonb_build_object('organizationName', t.name, 'objects', array(
   select jsonb_build_object('name', c.name, 'settings', c.settings, 'version', c.version, 'updatedAt', c.updated_at,
                             'updatedBy', c.updated_by)
     from auth_configs c where c.org_id = t.id)) from tenants t where t.id = ${orgId})`;

/** @throws when there is no such tenant */
export function storedAuthConfigOf(column: AuthConfigColumn): StoredAuthConfig {
  if (!column) throw new Error('There is no such tenant');
  return storedOf(column.organizationName, column.objects);
}

export async function writeAuthConfig(
  tx: Tx,
  { orgId }: TenantLock,
  name: AuthConfigName,
  row: Written,
): Promise<void> {
  await tx.run(upsert(orgId, storedNames[name], row));
}

type Written = AuthConfigRow & { updatedAt: Date };

type ReadObject = Omit<AuthConfigRow, 'updatedAt'> & { name: string | null; updatedAt: string | null };

type RawRow = ReadObject & { organizationName: string };

const select = (orgId: string): Sql => sql`
select t.name as "organizationName", c.name, c.settings, c.version, c.updated_at as "updatedAt",
       c.updated_by as "updatedBy"
  from tenants t left join auth_configs c on c.org_id = t.id
 where t.id = ${orgId}`;

const upsert = (
  orgId: string,
  storedName: string,
  { settings, version, updatedAt, updatedBy }: Written,
): Sql => sql`
insert into auth_configs (org_id, name, settings, version, updated_at, updated_by)
values (${orgId}, ${storedName}, ${JSON.stringify(settings)}::jsonb, ${version}, ${updatedAt.toISOString()}::timestamptz, ${updatedBy})
on conflict (org_id, name) do update set settings = excluded.settings, version = excluded.version,
  updated_at = excluded.updated_at, updated_by = excluded.updated_by`;

/** Finds what the pages of a tenant look like. Returns undefined if there is no such tenant. */
export type FindBranding = (orgId: string) => Promise<Branding | undefined>;

/** Finds the branding of the pages of a tenant; undefined when there is no such tenant. */
export async function findBranding(pool: Pool, orgId: string): Promise<Branding | undefined> {
  const { rows } = await pool.query<{ name: string; settings: SetOf<'branding'> | null }>(
    numbered(named('find-branding', branding(orgId))),
  );
  const [row] = rows;
  return row && withDefaults.branding(row.settings ?? {}, row.name);
}

/** Makes the function that finds what the pages of a tenant look like. An id that is malformed costs no statement. */
export const brandingFinder =
  (pool: Pool): FindBranding =>
  async (orgId) =>
    isId('org', orgId) ? findBranding(pool, orgId) : undefined;

const branding = (orgId: string): Sql => sql`
select t.name, c.settings
  from tenants t left join auth_configs c on c.org_id = t.id and c.name = 'branding'
 where t.id = ${orgId}`;
