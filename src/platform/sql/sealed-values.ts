import type { Pool } from 'pg';

/** A column of values that the master key sealed. Its names are part of the statements, so they come from our code only. */
export interface SealedColumn {
  table: string;
  /** The column of the primary key beside `org_id`. */
  key: string;
  /** The column with the id that the purpose of the vault names. */
  owner: string;
  column: string;
}

export interface SealedValue {
  orgId: string;
  key: string;
  owner: string;
  sealed: Buffer;
}

/**
 * Lists the values of a column that do not begin with `start`. Reads every tenant, in the order of the primary key; a
 * column without a value is left out.
 * @param after the last value of the page before
 */
export async function outdatedValues(
  pool: Pool,
  { table, key, owner, column }: SealedColumn,
  start: Buffer,
  after: Pick<SealedValue, 'orgId' | 'key'>,
  most: number,
): Promise<SealedValue[]> {
  const { rows } = await pool.query<SealedValue>(
    `select org_id as "orgId", ${key} as key, ${owner} as owner, ${column} as sealed
       from ${table}
      where (org_id, ${key}) > ($2, $3) and substring(${column} for length($1::bytea)) <> $1
      order by org_id, ${key} limit $4`,
    [start, after.orgId, after.key, most],
  );
  return rows;
}

/** Replaces a sealed value, unless it has changed since it was read. The version of the row stays. */
export async function replaceValue(
  pool: Pool,
  { table, key, column }: SealedColumn,
  before: SealedValue,
  sealed: Buffer,
): Promise<void> {
  await pool.query(
    `update ${table} set ${column} = $4 where org_id = $1 and ${key} = $2 and ${column} = $3`,
    [before.orgId, before.key, before.sealed, sealed],
  );
}
