import { dateOrNull } from '../../lib/rows.ts';
import { sql } from '../../lib/sql.ts';
import type { TenantLock } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';
import type { DocumentSetting } from '../document-setting.ts';

/** The stored setting of a tenant; version 0 if it never stored any. */
export interface StoredDocumentSetting {
  settings: Partial<DocumentSetting>;
  version: number;
  updatedAt: Date | null;
  updatedBy: string | null;
}

const name = 'oidc_client_metadata';

/** Reads what a tenant has stored about client ID metadata documents. */
export async function readDocumentSetting(tx: Tx, orgId: string): Promise<StoredDocumentSetting> {
  const row = await tx.row<StoredDocumentSetting>(sql`
select settings, version, updated_at as "updatedAt", updated_by as "updatedBy"
  from auth_configs where org_id = ${orgId} and name = ${name}`);
  if (!row) return { settings: {}, version: 0, updatedAt: null, updatedBy: null };
  return { ...row, updatedAt: dateOrNull(row.updatedAt) };
}

/** Stores the setting of a tenant. Renew the version of its provider in the same transaction. */
export async function writeDocumentSetting(
  tx: Tx,
  { orgId }: TenantLock,
  { settings, version, updatedAt, updatedBy }: StoredDocumentSetting & { updatedAt: Date },
): Promise<void> {
  await tx.run(sql`
insert into auth_configs (org_id, name, settings, version, updated_at, updated_by)
values (${orgId}, ${name}, ${JSON.stringify(settings)}::jsonb, ${version}, ${updatedAt.toISOString()}::timestamptz, ${updatedBy})
on conflict (org_id, name) do update set settings = excluded.settings, version = excluded.version,
  updated_at = excluded.updated_at, updated_by = excluded.updated_by`);
}
