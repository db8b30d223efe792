import type { Pool } from 'pg';
import type { Locked } from '../../platform/locked.ts';
import { holdersIn, tenantsOf } from '../../platform/sql/tenants-with.ts';
import { walkQueues } from '../../platform/sql/transactions.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Tx } from '../../platform/tx.ts';
import type { ChainedRow, ChainPoint } from '../audit-chain.ts';
import { dateOrNull } from '../../lib/rows.ts';
import { named, sql, type Sql } from '../../lib/sql.ts';
import { chainedColumns } from './integrity.ts';

/** The tenants that have audit rows without a seal, or seals that no checkpoint signs and one is due. */
export async function tenantsWithUnsealedAudit(pool: Pool): Promise<Tenant[]> {
  return walkQueues<Tenant>(pool, named('tenants-with-unsealed-audit', tenants));
}

// Reads nothing of a tenant that has nothing to seal and nothing to sign: this runs every three seconds.
const tenants = sql`
with recursive ${holdersIn('audit_unsealed')}, due as (
  select org_id from holders
  union
  select org_id from audit_chains
   where sequence > checkpoint_sequence and coalesce(checkpoint_at, '-infinity') < now() - interval '1 minute'
)
${tenantsOf(sql`due`)}`;

/** Where the chain of a tenant ends, and what was signed and cut of it. */
export interface AuditChain extends ChainPoint {
  checkpointSequence: number;
  /** Whether it is time for another checkpoint, if there is something to sign. */
  checkpointDue: boolean;
  /** Up to where seals were removed for their age; 0 and the genesis before that. */
  cut: ChainPoint & { before: Date | null; keyId: string | null; signature: Buffer | null };
}

/** The chain of a tenant, whose end only this transaction may move. Only `lockAuditChain` makes one. */
export type LockedChain = Locked<AuditChain & { orgId: string }>;

/**
 * Locks the chain of a tenant, and begins it if there is none. @returns undefined while another transaction holds it
 */
export async function lockAuditChain(tx: Tx, orgId: string): Promise<LockedChain | undefined> {
  await tx.run(begin(orgId));
  const row = await tx.row<RawChain>(sql`${chainOf(orgId)} for update skip locked`);
  if (!row) return undefined;
  if (!row.isCounted) await tx.run(countSealed(orgId));
  return { ...toChain(row), orgId } as LockedChain;
}

/** Reads where the chain of a tenant ends. */
export async function readAuditChain(tx: Tx, orgId: string): Promise<AuditChain | undefined> {
  const row = await tx.row<RawChain>(chainOf(orgId));
  return row && toChain(row);
}

/** Whether the chain of a tenant has been cut again since it was read. */
export async function wasCutSince(tx: Tx, orgId: string, { before }: AuditChain['cut']): Promise<boolean> {
  const chain = await readAuditChain(tx, orgId);
  return (chain?.cut.before?.getTime() ?? 0) > (before?.getTime() ?? 0);
}

interface RawChain {
  isCounted: boolean;
  sequence: string;
  hash: Buffer;
  checkpointSequence: string;
  checkpointDue: boolean;
  cutSequence: string;
  cutHash: Buffer | null;
  cutBefore: string | null;
  cutKeyId: string | null;
  cutSignature: Buffer | null;
}

const toChain = (row: RawChain): AuditChain => ({
  sequence: Number(row.sequence),
  hash: row.hash,
  checkpointSequence: Number(row.checkpointSequence),
  checkpointDue: row.checkpointDue,
  cut: {
    sequence: Number(row.cutSequence),
    hash: row.cutHash ?? Buffer.alloc(32),
    before: dateOrNull(row.cutBefore),
    keyId: row.cutKeyId,
    signature: row.cutSignature,
  },
});

// It goes on where the seals end, should only this row be lost.
const begin = (orgId: string): Sql => sql`
insert into audit_chains (org_id, sequence, hash)
select ${orgId}, coalesce(s.sequence, 0), coalesce(s.hash, decode(repeat('00', 32), 'hex'))
  from (select 1) as one
  left join (select sequence, hash from audit_seals where org_id = ${orgId} order by sequence desc limit 1) as s on true
 where not exists (select from audit_chains where org_id = ${orgId})
on conflict do nothing`;

// For a new chain, and for a chain that is older than this count. A row loses its place here when it gets its seal, and only the
// holder of the chain seals. From here on, the trigger `audit_seals_count` adds the seals.
const countSealed = (orgId: string): Sql => sql`
update audit_chains
   set sealed_rows = (select count(*) from audit_logs where org_id = ${orgId}) - (select count(*) from audit_unsealed where org_id = ${orgId})
 where org_id = ${orgId}`;

const chainOf = (orgId: string): Sql => sql`
select sealed_rows is not null as "isCounted", sequence, hash, checkpoint_sequence as "checkpointSequence",
       coalesce(checkpoint_at, '-infinity') < now() - interval '1 minute' as "checkpointDue",
       cut_sequence as "cutSequence", cut_hash as "cutHash", cut_before as "cutBefore", cut_key_id as "cutKeyId",
       cut_signature as "cutSignature"
  from audit_chains where org_id = ${orgId}`;

/**
 * Returns the audit rows of a tenant that wait for their seal and are committed now, the oldest first. A row that
 * commits later is sealed later, regardless of its time.
 */
export const unsealedAuditRows = (tx: Tx, orgId: string, most: number): Promise<ChainedRow[]> =>
  tx.rows<ChainedRow>(unsealed(orgId, most));

const unsealed = (orgId: string, most: number): Sql => sql`
select ${chainedColumns}
  from audit_unsealed u
  cross join lateral (
    select * from audit_logs l
     where l.org_id = u.org_id and l.id = u.audit_id and l.created_at = u.created_at limit 1) as a
 where u.org_id = ${orgId} order by u.created_at, u.audit_id limit ${most}`;

/** The place of a row in the chain. */
export interface NewSeal extends ChainPoint {
  id: string;
  createdAt: string;
  rowHash: Buffer;
}

/** Appends seals to a chain. The last seal is the new end of the chain. */
export async function writeAuditSeals(
  tx: Tx,
  { orgId }: LockedChain,
  seals: readonly NewSeal[],
): Promise<void> {
  const last = seals.at(-1);
  if (!last) return;
  const given = seals.map(({ sequence, id, createdAt, rowHash, hash }) => ({
    sequence,
    id,
    created_at: createdAt,
    row_hash: rowHash.toString('hex'),
    hash: hash.toString('hex'),
  }));
  await tx.run(append(orgId, last, JSON.stringify(given)));
}

const append = (orgId: string, { sequence, hash }: ChainPoint, seals: string): Sql => sql`
with sealed as (
  select * from jsonb_to_recordset(${seals}::jsonb)
    as s (sequence bigint, id text, created_at timestamptz(3), row_hash text, hash text)
), taken as (
  delete from audit_unsealed u using sealed s where u.org_id = ${orgId} and u.created_at = s.created_at and u.audit_id = s.id
), chained as (
  update audit_chains set sequence = ${sequence}, hash = ${hash} where org_id = ${orgId}
)
insert into audit_seals (org_id, sequence, audit_id, audit_created_at, row_hash, hash)
select ${orgId}, sequence, id, created_at, decode(row_hash, 'hex'), decode(hash, 'hex') from sealed order by sequence`;

/** Sign-ins of a day, in UTC. */
export interface SignInDay {
  /** As `2026-01-15`. */
  date: string;
  succeeded: number;
  failed: number;
}

/** Adds sign-ins that were sealed to the counts of their days. Only the holder of the chain seals, so each counts once. */
export async function countSignIns(
  tx: Tx,
  { orgId }: LockedChain,
  days: readonly SignInDay[],
): Promise<void> {
  if (days.length > 0) await tx.run(addSignIns(orgId, JSON.stringify(days)));
}

const addSignIns = (orgId: string, days: string): Sql => sql`
insert into sign_in_days as d (org_id, day, succeeded, failed)
select ${orgId}, s.date, s.succeeded, s.failed
  from jsonb_to_recordset(${days}::jsonb) as s (date date, succeeded bigint, failed bigint) order by s.date
on conflict (org_id, day) do update
   set succeeded = d.succeeded + excluded.succeeded, failed = d.failed + excluded.failed`;

/** Reads the sign-ins of the last `days` days that were counted, today included. */
export const readSignInDays = (tx: Tx, orgId: string, days: number): Promise<SignInDay[]> =>
  tx.rows<SignInDay>(signInDays(orgId, days));

const signInDays = (orgId: string, days: number): Sql => sql`
select to_char(day, 'YYYY-MM-DD') as date, succeeded::float8 as succeeded, failed::float8 as failed from sign_in_days
 where org_id = ${orgId} and day > (now() at time zone 'UTC')::date - ${days}::int and day <= (now() at time zone 'UTC')::date
 order by day`;
