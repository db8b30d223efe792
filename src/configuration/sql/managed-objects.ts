import { sql } from '../../lib/sql.ts';
import type { TenantLock } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';

/** Hashes of a value as the files have it, and as the service keeps it. */
export type Marks = Record<string, [given: string, kept: string]>;

/** The key of an object that an apply manages. */
export interface ManagedRow {
  kind: string;
  key: string;
  objectId: string;
  marks: Marks;
  /** Hashes of applied secrets, sealed. */
  secrets: Buffer | null;
}

/** Reads what applies manage of a tenant: at most as many rows as {@link countManaged} lets one write. */
export const managedObjects = (tx: Tx, orgId: string): Promise<ManagedRow[]> =>
  tx.rows<ManagedRow>(
    sql`select kind, key, object_id as "objectId", marks, secrets from managed_objects where org_id = ${orgId} order by kind, key`,
  );

/** Writes the keys of objects, in the transaction that makes or changes the objects. */
export async function saveManaged(
  tx: Tx,
  { orgId }: TenantLock,
  rows: readonly ManagedRow[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  const values = JSON.stringify(
    rows.map(({ secrets, ...row }) => ({ ...row, secrets: secrets?.toString('hex') ?? null })),
  );
  await tx.run(sql`
insert into managed_objects as m (org_id, kind, key, object_id, marks, secrets, created_at, updated_at)
select ${orgId}, r.kind, r.key, r."objectId", r.marks, decode(r.secrets, 'hex'), ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
  from jsonb_to_recordset(${values}::jsonb) as r (kind text, key text, "objectId" text, marks jsonb, secrets text)
on conflict (org_id, kind, key) do update
   set object_id = excluded.object_id, marks = excluded.marks, secrets = excluded.secrets, updated_at = excluded.updated_at`);
}

/** Removes the keys of objects that are deleted, or managed no more. */
export async function forgetManaged(
  tx: Tx,
  { orgId }: TenantLock,
  rows: readonly Pick<ManagedRow, 'kind' | 'key'>[],
): Promise<void> {
  if (rows.length === 0) return;
  const named = JSON.stringify(rows.map(({ kind, key }) => ({ kind, key })));
  await tx.run(sql`
delete from managed_objects as m
 using jsonb_to_recordset(${named}::jsonb) as r (kind text, key text)
 where m.org_id = ${orgId} and m.kind = r.kind and m.key = r.key`);
}

export async function countManaged(tx: Tx, { orgId }: TenantLock): Promise<number> {
  const row = await tx.row<{ count: number }>(
    sql`select count(*)::int as count from managed_objects where org_id = ${orgId}`,
  );
  return row?.count ?? 0;
}
