import { dateOrNull } from '../../../lib/rows.ts';
import { sql, type Sql } from '../../../lib/sql.ts';
import type { Locked } from '../../../platform/locked.ts';
import type { User } from '../entities/user.ts';
import type { TenantLock } from '../../../platform/sql/tenants.ts';
import type { Tx } from '../../../platform/tx.ts';

/** The schema of a tenant for the attributes of its users. */
export interface AttributeSchemaRow {
  /** Null means that anything may stand there. */
  schema: Record<string, unknown> | null;
  /** 0 where it was never set. */
  version: number;
  updatedAt: Date | null;
  updatedBy: string | null;
}

export async function readAttributeSchema(tx: Tx, orgId: string): Promise<AttributeSchemaRow> {
  const row = await tx.row<RawRow>(select(orgId));
  if (!row) return { schema: null, version: 0, updatedAt: null, updatedBy: null };
  return { ...row, updatedAt: dateOrNull(row.updatedAt) };
}

export async function writeAttributeSchema(
  tx: Tx,
  { orgId }: TenantLock,
  { schema, version, updatedAt, updatedBy }: AttributeSchemaRow & { updatedAt: Date },
): Promise<void> {
  const text = schema === null ? null : JSON.stringify(schema);
  await tx.run(upsert({ orgId, schema: text, version, updatedAt: updatedAt.toISOString(), updatedBy }));
}

type RawRow = Omit<AttributeSchemaRow, 'updatedAt'> & { updatedAt: string };

const select = (orgId: string): Sql => sql`
select schema, version, updated_at as "updatedAt", updated_by as "updatedBy"
  from attribute_schemas where org_id = ${orgId}`;

interface StoredSchema {
  orgId: string;
  schema: string | null;
  version: number;
  updatedAt: string;
  updatedBy: string | null;
}

const upsert = ({ orgId, schema, version, updatedAt, updatedBy }: StoredSchema): Sql => sql`
insert into attribute_schemas (org_id, schema, version, updated_at, updated_by)
values (${orgId}, ${schema}::jsonb, ${version}, ${updatedAt}::timestamptz, ${updatedBy})
on conflict (org_id) do update set schema = excluded.schema, version = excluded.version,
  updated_at = excluded.updated_at, updated_by = excluded.updated_by`;

/** The values of multi-valued attributes by their canonical paths, in their order; the leading one stands first or is primary. */
export type UserValues = ReadonlyMap<string, readonly unknown[]>;

/**
 * Replaces all values of the attributes that are named, all in one statement; an empty list removes them. Call it after
 * the flush: only then have the triggers `users_lead_values`, `users_follow_values`,
 * `users_lead_addresses` and `users_follow_addresses` written the leading rows, which these values replace.
 */
export async function saveUserValues(
  tx: Tx,
  { orgId, id: userId }: Locked<User>,
  values: UserValues,
): Promise<void> {
  if (values.size === 0) return;
  const rows = [...values].flatMap(([attribute, elements]) => {
    const leading = leadingOf(elements);
    return elements.map((data, place) => ({ attribute, place, leads: place === leading, data }));
  });
  const attributes = JSON.stringify([...values.keys()]);
  await tx.run(replace({ orgId, userId, attributes, rows: JSON.stringify(rows) }));
}

/** Which of these values leads: the primary one, or else the first. */
export function leadingOf(elements: readonly unknown[]): number {
  const primary = elements.findIndex(
    (element) =>
      typeof element === 'object' && element !== null && 'primary' in element && element.primary === true,
  );
  return Math.max(primary, 0);
}

// A row that is there is changed and not deleted, because one statement may not do both to it.
const replace = ({
  orgId,
  userId,
  attributes,
  rows,
}: Record<'orgId' | 'userId' | 'attributes' | 'rows', string>): Sql => sql`
with named as materialized (
  select attribute from jsonb_array_elements_text(${attributes}::jsonb) as one (attribute)
), wanted as materialized (
  select * from jsonb_to_recordset(${rows}::jsonb) as w (attribute text, place int, leads boolean, data jsonb)
), gone as (
  delete from user_values v using named n
   where v.org_id = ${orgId} and v.user_id = ${userId} and v.attribute = n.attribute
     and not exists (select from wanted w where w.attribute = v.attribute and w.place = v.place)
), kept as (
  update user_values v set leads = w.leads, data = w.data
    from wanted w
   where v.org_id = ${orgId} and v.user_id = ${userId} and v.attribute = w.attribute and v.place = w.place
     and (v.leads, v.data) is distinct from (w.leads, w.data)
)
insert into user_values (org_id, user_id, attribute, place, leads, data)
select ${orgId}, ${userId}, attribute, place, leads, data from wanted
on conflict do nothing`;
