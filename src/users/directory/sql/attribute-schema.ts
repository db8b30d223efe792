import type { EntityManager } from '@mikro-orm/postgresql';
import type { TenantLock } from '../../../platform/sql/lock-tenant.ts';
import { dateOrNull } from '../../../lib/rows.ts';

/** What a tenant says of its people's attributes. */
export interface AttributeSchemaRow {
  /** Null means that anything may stand there. */
  schema: Record<string, unknown> | null;
  /** 0 where it was never set. */
  version: number;
  updatedAt: Date | null;
  updatedBy: string | null;
}

export async function readAttributeSchema(em: EntityManager, orgId: string): Promise<AttributeSchemaRow> {
  const [row] = await em.execute<RawRow[]>(select, [orgId]);
  if (!row) return { schema: null, version: 0, updatedAt: null, updatedBy: null };
  return { ...row, updatedAt: dateOrNull(row.updatedAt) };
}

export async function writeAttributeSchema(
  em: EntityManager,
  { orgId }: TenantLock,
  { schema, version, updatedAt, updatedBy }: AttributeSchemaRow & { updatedAt: Date },
): Promise<void> {
  const text = schema === null ? null : JSON.stringify(schema);
  await em.execute(upsert, [orgId, text, version, updatedAt.toISOString(), updatedBy]);
}

type RawRow = Omit<AttributeSchemaRow, 'updatedAt'> & { updatedAt: string };

const select = `
select schema, version, updated_at as "updatedAt", updated_by as "updatedBy"
  from attribute_schemas where org_id = ?`;

const upsert = `
insert into attribute_schemas (org_id, schema, version, updated_at, updated_by)
values (?, ?::jsonb, ?, ?::timestamptz, ?)
on conflict (org_id) do update set schema = excluded.schema, version = excluded.version,
  updated_at = excluded.updated_at, updated_by = excluded.updated_by`;
