import { dateOrNull } from '../../lib/rows.ts';
import { sql } from '../../lib/sql.ts';
import type { TenantLock } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';

/** The name of a setting for clients of strangers, in `auth_configs`. */
export type SettingName = 'oidc_client_metadata' | 'oidc_client_registration';

/** The stored fields of a setting of a tenant; version 0 if the tenant never stored any. */
export interface StoredSetting<Setting> {
  settings: Partial<Setting>;
  version: number;
  updatedAt: Date | null;
  updatedBy: string | null;
}

/** Reads a setting of a tenant. */
export async function readSetting<Setting>(
  tx: Tx,
  orgId: string,
  name: SettingName,
): Promise<StoredSetting<Setting>> {
  const row = await tx.row<Omit<StoredSetting<Setting>, 'updatedAt'> & { updatedAt: string | null }>(sql`
select settings, version, updated_at as "updatedAt", updated_by as "updatedBy"
  from auth_configs where org_id = ${orgId} and name = ${name}`);
  if (!row) return { settings: {}, version: 0, updatedAt: null, updatedBy: null };
  return { ...row, updatedAt: dateOrNull(row.updatedAt) };
}

/** Stores a setting of a tenant. Renew the version of its provider in the same transaction. */
export async function writeSetting<Setting>(
  tx: Tx,
  { orgId }: TenantLock,
  name: SettingName,
  { settings, version, updatedAt, updatedBy }: StoredSetting<Setting> & { updatedAt: Date },
): Promise<void> {
  await tx.run(sql`
insert into auth_configs (org_id, name, settings, version, updated_at, updated_by)
values (${orgId}, ${name}, ${JSON.stringify(settings)}::jsonb, ${version}, ${updatedAt.toISOString()}::timestamptz, ${updatedBy})
on conflict (org_id, name) do update set settings = excluded.settings, version = excluded.version,
  updated_at = excluded.updated_at, updated_by = excluded.updated_by`);
}
