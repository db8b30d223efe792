import type { Pool } from 'pg';
import { dateOf, dateOrNull } from '../../lib/rows.ts';
import { named, numbered, sql, type Sql, withSecret } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';

/** A key of an operator, without its secret. */
export interface OperatorKey {
  id: string;
  name: string;
  last4: string;
  /** Null means any address. */
  allowedIps: string[] | null;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
  /** Its last use, noted at most once a minute. */
  lastUsedAt: Date | null;
}

/** A key that works now, as the database finds it by its hash. */
export interface LiveOperatorKey extends Pick<OperatorKey, 'id' | 'name' | 'allowedIps'> {
  /** The hash in hexadecimal digits. */
  hash: string;
  /** Whether this use is to be noted. */
  isDue: boolean;
  /** Postgres's time. */
  now: Date;
}

const isLive = sql`k.revoked_at is null and k.expires_at > now()`;

const isDue = sql`(k.last_used_at is null or k.last_used_at <= now() - interval '1 minute')`;

/** Looks keys up by their hashes. Keys that are unknown, revoked or expired have no row. */
export async function liveOperatorKeys(pool: Pool, hashes: readonly Buffer[]): Promise<LiveOperatorKey[]> {
  const { rows } = await pool.query<LiveOperatorKey>(numbered(named('live-operator-keys', byHashes(hashes))));
  return rows;
}

const byHashes = (hashes: readonly Buffer[]): Sql => sql`
select k.id, k.name, k.allowed_ips as "allowedIps", encode(k.key_hash, 'hex') as hash, ${isDue} as "isDue",
       date_trunc('milliseconds', now()) as now
  from operator_keys k where k.key_hash = any (${[...hashes]}::bytea[]) and ${isLive}`;

/** Notes the use of a key, at most once a minute. It waits for no lock: a note in whose way another change stands is left out. */
export async function noteOperatorKeyUse(pool: Pool, id: string): Promise<void> {
  await pool.query(numbered(named('note-operator-key', noting(id))));
}

const noting = (id: string): Sql => sql`
with due as (
  select k.id from operator_keys k where k.id = ${id} and ${isDue} for no key update skip locked
)
update operator_keys k set last_used_at = date_trunc('milliseconds', now()) from due where k.id = due.id`;

/** A key to store. */
export interface NewOperatorKeyRow extends Pick<OperatorKey, 'id' | 'name' | 'last4' | 'allowedIps'> {
  hash: Buffer;
  days: number;
}

/** Stores a key. The trigger `operator_keys_of_owner` lets only the owner of the database do so. @returns when it expires */
export async function insertOperatorKey(
  tx: Tx,
  { id, name, hash, last4, allowedIps, days }: NewOperatorKeyRow,
): Promise<Date> {
  const row = await tx.row<{ expiresAt: string }>(
    withSecret(sql`
insert into operator_keys (id, name, key_hash, key_last4, allowed_ips, expires_at)
values (${id}, ${name}, ${hash}, ${last4}, ${allowedIps}::text[], date_trunc('milliseconds', now()) + make_interval(days => ${days}::int))
returning expires_at as "expiresAt"`),
  );
  if (!row) throw new Error('an insert returned no row');
  return dateOf(row.expiresAt);
}

/** Lists all keys, newest first. Operators are few, and so are their keys. */
export async function listOperatorKeys(tx: Tx): Promise<OperatorKey[]> {
  const rows = await tx.rows<RawKey>(sql`
select k.id, k.name, k.key_last4 as last4, k.allowed_ips as "allowedIps", k.created_at as "createdAt",
       k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.last_used_at as "lastUsedAt"
  from operator_keys k order by k.created_at desc, k.id`);
  return rows.map((row) => ({
    ...row,
    createdAt: dateOf(row.createdAt),
    expiresAt: dateOf(row.expiresAt),
    revokedAt: dateOrNull(row.revokedAt),
    lastUsedAt: dateOrNull(row.lastUsedAt),
  }));
}

type TimeColumn = 'createdAt' | 'expiresAt' | 'revokedAt' | 'lastUsedAt';
type RawKey = Omit<OperatorKey, TimeColumn> & Record<TimeColumn, string>;

/** Revokes a key for good. @returns its name; undefined if there is no such key, or it was revoked before */
export async function revokeOperatorKeyRow(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx.row<{ name: string }>(sql`
update operator_keys set revoked_at = date_trunc('milliseconds', now()) where id = ${id} and revoked_at is null returning name`);
  return row?.name;
}

/** Finds keys by their hashes, also those that have ended. @returns their ids, by the hashes in hexadecimal digits */
export async function operatorKeysByHash(tx: Tx, hashes: readonly Buffer[]): Promise<Map<string, string>> {
  const rows = await tx.rows<{ id: string; hash: string }>(
    withSecret(
      sql`select id, encode(key_hash, 'hex') as hash from operator_keys where key_hash = any (${[...hashes]}::bytea[])`,
    ),
  );
  return new Map(rows.map(({ id, hash }) => [hash, id]));
}
