import type { ClientBase, Pool } from 'pg';
import { numbered, shared, sql } from '../../lib/sql.ts';

/** A master key that something is sealed under. */
export interface KnownMasterKey {
  keyId: string;
  /** A value that opens under it; null where the key is only known from what it sealed. */
  checkValue: Buffer | null;
}

/**
 * Lists the master keys that something in the database is sealed under. Before the first key was noted, what is sealed
 * names them itself; what lives for minutes or days is not asked.
 */
export async function masterKeysInUse(client: Pick<Pool | ClientBase, 'query'>): Promise<KnownMasterKey[]> {
  const { rows } = await client.query<KnownMasterKey>(noted);
  if (rows.length > 0) return rows;
  return (await client.query<KnownMasterKey>(used)).rows;
}

/** Notes that something may be sealed under this key from now on. */
export async function noteMasterKey(pool: Pool, keyId: string, checkValue: Buffer): Promise<void> {
  const note = sql`
    insert into master_keys (key_id, check_value) values (${keyId}, ${checkValue}) on conflict do nothing`;
  await pool.query(numbered(note));
}

/** Forgets keys that nothing is sealed under any more, or that are lost. */
export async function forgetMasterKeys(pool: Pool, keyIds: readonly string[]): Promise<void> {
  if (keyIds.length === 0) return;
  await pool.query(numbered(sql`delete from master_keys where key_id = any (${keyIds})`));
}

const noted = 'select key_id as "keyId", check_value as "checkValue" from master_keys order by key_id';

/** The columns with values that the master key seals for long (a test compares them with the columns that are sealed again). */
export const sealedForLong: readonly (readonly [table: string, column: string])[] = [
  ['webhooks', 'secret'],
  ['webhooks', 'previous_secret'],
  ['webhook_listeners', 'secret'],
  ['alert_channels', 'target'],
  ['audit_keys', 'private_key'],
  ['signing_keys', 'private_key'],
  ['saml_keys', 'private_key'],
  ['totp_factors', 'secret'],
  ['social_providers', 'client_secret'],
  ['federation_connections', 'client_secret'],
  ['federation_encryption_keys', 'private_key'],
  ['managed_objects', 'secrets'],
];

/** The id of a key is the second to fifth byte of what it sealed (src/platform/vault.ts). */
const used = `
select distinct encode(substring(sealed from 2 for 4), 'hex') as "keyId", null as "checkValue" from (
  ${sealedForLong.map(([table, column]) => `select ${column} as sealed from ${table}`).join('\n  union all ')}
) as everything
 where sealed is not null
 order by 1`;

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
  const [keyColumn, sealed, prefix] = [sql.raw(key), sql.raw(column), shared(start)];
  const outdated = sql`
    select org_id as "orgId", ${keyColumn} as key, ${sql.raw(owner)} as owner, ${sealed} as sealed
      from ${sql.raw(table)}
     where (org_id, ${keyColumn}) > (${after.orgId}, ${after.key})
       and substring(${sealed} for length(${prefix}::bytea)) <> ${prefix}
     order by org_id, ${keyColumn} limit ${most}`;
  const { rows } = await pool.query<SealedValue>(numbered(outdated));
  return rows;
}

/** Replaces a sealed value, unless it has changed since it was read. The version of the row stays. */
export async function replaceValue(
  pool: Pool,
  { table, key, column }: SealedColumn,
  before: SealedValue,
  sealed: Buffer,
): Promise<void> {
  const sealedColumn = sql.raw(column);
  await pool.query(
    numbered(sql`
    update ${sql.raw(table)} set ${sealedColumn} = ${sealed}
     where org_id = ${before.orgId} and ${sql.raw(key)} = ${before.key} and ${sealedColumn} = ${before.sealed}`),
  );
}

/** The values that a master key sealed in one column. */
export interface SealedUnder {
  keyId: string;
  count: number;
  /** When the last of these rows ends by itself, in UTC; null where rows stay. */
  until: string | null;
}

/**
 * Counts the values of a column by the key that sealed them. Rows that have ended count no more.
 * @param ends the column with the end of a row, where rows end
 */
export async function countSealed(
  client: Pick<Pool | ClientBase, 'query'>,
  { table, column, ends }: Pick<SealedColumn, 'table' | 'column'> & { ends?: string },
): Promise<SealedUnder[]> {
  const live = ends === undefined ? '' : ` and ${ends} > now()`;
  const { rows } = await client.query<SealedUnder>(
    `select encode(substring(${column} from 2 for 4), 'hex') as "keyId", count(*)::int as count,
            ${ends === undefined ? 'null' : `to_char(max(${ends}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`} as until
       from ${table} where ${column} is not null${live} group by 1 order by 1`,
  );
  return rows;
}

/** Any number that no other advisory lock of two parts begins with. */
const nodeLock = 7_229_105;

/** Shows on this connection that a node encrypts with a key, until the connection ends. */
export async function showMasterKey(client: Pick<ClientBase, 'query'>, keyId: string): Promise<void> {
  await client.query(
    numbered(sql`select pg_advisory_lock_shared(${nodeLock}, ('x' || ${keyId})::bit(32)::int)`),
  );
}

/** A node that runs, and the key that it encrypts with. */
export interface NodeKey {
  keyId: string;
  pid: number;
  address: string | null;
}

/** Lists the running nodes by what {@link showMasterKey} shows. */
export async function nodeKeys(client: Pick<Pool | ClientBase, 'query'>): Promise<NodeKey[]> {
  const { rows } = await client.query<NodeKey>(
    numbered(sql`
    select lpad(to_hex(l.objid::bigint), 8, '0') as "keyId", l.pid, host(a.client_addr) as address
       from pg_locks l join pg_stat_activity a on a.pid = l.pid
      where l.locktype = 'advisory' and l.classid = ${nodeLock} and l.objsubid = 2 and l.granted
        and l.database = (select oid from pg_database where datname = current_database())
      order by 1, 3, 2`),
  );
  return rows;
}
