import { dateOrNull } from '../../lib/rows.ts';
import { sql } from '../../lib/sql.ts';
import type { TenantLock } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';

/** The hosts that a tenant has blocked; version 0 if it never stored a setting for strangers. */
export interface BlockedHosts {
  hosts: string[];
  version: number;
  updatedAt: Date | null;
  updatedBy: string | null;
}

/** The object that holds the hosts, beside the other settings for clients of strangers. */
const name = 'oidc_client_metadata';

/** Reads the hosts that a tenant has blocked. */
export async function readBlockedHosts(tx: Tx, orgId: string): Promise<BlockedHosts> {
  const row = await tx.row<BlockedHosts>(sql`
select coalesce(settings -> 'blockedHosts', '[]'::jsonb) as hosts, version, updated_at as "updatedAt", updated_by as "updatedBy"
  from auth_configs where org_id = ${orgId} and name = ${name}`);
  return row
    ? { ...row, updatedAt: dateOrNull(row.updatedAt) }
    : { hosts: [], version: 0, updatedAt: null, updatedBy: null };
}

/** Stores the hosts, and leaves the other fields of the object. Renew the version of the provider in the same transaction. */
export async function writeBlockedHosts(
  tx: Tx,
  { orgId }: TenantLock,
  { hosts, version, updatedAt, updatedBy }: BlockedHosts & { updatedAt: Date },
): Promise<void> {
  const settings = JSON.stringify({ blockedHosts: hosts });
  await tx.run(sql`
insert into auth_configs (org_id, name, settings, version, updated_at, updated_by)
values (${orgId}, ${name}, ${settings}::jsonb, ${version}, ${updatedAt.toISOString()}::timestamptz, ${updatedBy})
on conflict (org_id, name) do update set settings = auth_configs.settings || excluded.settings, version = excluded.version,
  updated_at = excluded.updated_at, updated_by = excluded.updated_by`);
}
