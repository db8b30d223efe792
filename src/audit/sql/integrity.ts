import type { ChainedRow, ChainPoint } from '../audit-chain.ts';
import { sql, type Sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';

/** The values of a row that may be erased, and their salt, as they were hashed. */
export interface Personal {
  salt: Buffer;
  content: string;
}

/** A seal, with the row that it is of. */
export interface SealedRow extends ChainPoint {
  auditId: string;
  /** When what it seals happened, as `2026-01-15T10:30:00.000Z`. */
  auditCreatedAt: string;
  rowHash: Buffer;
  /** Null when it is gone. */
  row: ChainedRow | null;
  personal: Personal | null;
  /** Whether the user of the row, or the user who acted, was deleted in either tenant of the organization: then the personal content is rightly gone. */
  personDeleted: boolean;
}

/** Which seals to read. */
interface Asked {
  after: number;
  upTo: number;
  most: number;
}

/** Reads seals after one sequence up to another, in their order, with what they are of. */
export async function sealedAuditRows(tx: Tx, orgId: string, asked: Asked): Promise<SealedRow[]> {
  const rows = await tx.rows<RawSealed>(sealed(orgId, asked));
  return rows.map(
    ({ sequence, hash, auditId, auditCreatedAt, rowHash, salt, content, personDeleted, ...row }) => ({
      sequence: Number(sequence),
      hash,
      auditId,
      auditCreatedAt,
      rowHash,
      row: row.id === null ? null : row,
      personal: salt === null || content === null ? null : { salt, content },
      personDeleted,
    }),
  );
}

type RawSealed = {
  sequence: string;
  hash: Buffer;
  rowHash: Buffer;
  salt: Buffer | null;
  content: string | null;
} & Pick<SealedRow, 'auditId' | 'auditCreatedAt' | 'personDeleted'> &
  (ChainedRow | { [Column in keyof ChainedRow]: null });

/** A time as it is chained. */
const timeText = (column: Sql): Sql =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The columns of audit_logs, every one, as they are chained. */
export const chainedColumns = sql`a.id, ${timeText(sql`a.created_at`)} as "createdAt", a.action, a.actor_type as "actorType",
  a.actor_id as "actorId", a.target_type as "targetType", a.target_id as "targetId", a.result, a.code,
  a.request_id as "requestId", encode(a.personal_hash, 'hex') as "personalHash"`;

// Reads row by row, with any statistics. A plan that read whole months for a page would read them for every page.
// Postgres 15 would do so for an `exists`, to hash it.
const sealed = (orgId: string, { after, upTo, most }: Asked): Sql => sql`
select s.sequence, s.hash, s.audit_id as "auditId", ${timeText(sql`s.audit_created_at`)} as "auditCreatedAt",
       s.row_hash as "rowHash", ${chainedColumns}, p.salt, p.content,
       p.content is null and coalesce((
         select true
           from tenants own
           join tenants either on either.organization_id = own.organization_id
          cross join unnest(array[case when a.target_type = 'user' then a.target_id end,
                                  case when a.actor_type = 'USER' then a.actor_id end]) as person (id)
          cross join lateral (
            select from audit_logs d
             where d.org_id = either.id and d.target_id = person.id and d.action = 'user.delete' and d.result = 'SUCCESS'
             limit 1) as deleted
          where own.id = s.org_id limit 1), false) as "personDeleted"
  from (select * from audit_seals where org_id = ${orgId} and sequence > ${after} and sequence <= ${upTo}
         order by sequence limit ${most}) as s
  left join lateral (
    select * from audit_logs l
     where l.org_id = s.org_id and l.id = s.audit_id and l.created_at = s.audit_created_at limit 1) as a on true
  left join lateral (
    select salt, content from audit_personal l
     where l.org_id = s.org_id and l.audit_id = s.audit_id and l.created_at = s.audit_created_at limit 1) as p on true
 order by s.sequence`;

/** The times between which to look, each included; open where it is null. */
export interface AuditSpan {
  from: string | null;
  to: string | null;
}

/**
 * Returns the audit rows of a time that have no seal and do not wait for one. The service did not write such rows.
 */
export async function unchainedAuditRows(
  tx: Tx,
  orgId: string,
  span: AuditSpan,
  most: number,
): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(unchained(orgId, span, most));
  return rows.map(({ id }) => id);
}

const unchained = (orgId: string, { from, to }: AuditSpan, most: number): Sql => sql`
select a.id from audit_logs a
 where a.org_id = ${orgId} and a.created_at >= ${from ?? '-infinity'}::timestamptz
   and a.created_at <= ${to ?? 'infinity'}::timestamptz
   and not exists (
     select from audit_seals s
      where s.org_id = a.org_id and s.audit_id = a.id and s.audit_created_at = a.created_at)
   and not exists (
     select from audit_unsealed u
      where u.org_id = a.org_id and u.created_at = a.created_at and u.audit_id = a.id)
 order by a.created_at, a.id limit ${most}`;

/** Returns the rows that wait for a seal and no longer exist; they can never be sealed. */
export async function missingAuditRows(tx: Tx, orgId: string, most: number): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(missing(orgId, most));
  return rows.map(({ id }) => id);
}

const missing = (orgId: string, most: number): Sql => sql`
select u.audit_id as id from audit_unsealed u
 where u.org_id = ${orgId} and not exists (
   select from audit_logs a where a.org_id = u.org_id and a.id = u.audit_id and a.created_at = u.created_at)
 order by u.created_at, u.audit_id limit ${most}`;

/** The first and the last seal of a tenant, and how many rows wait for one. */
export async function auditSealBounds(
  tx: Tx,
  orgId: string,
): Promise<{ first: number | null; last: number | null; unsealed: number }> {
  const row = await tx.row<{ first: string | null; last: string | null; unsealed: number }>(bounds(orgId));
  const number = (value: string | null | undefined): number | null => (value ? Number(value) : null);
  return { first: number(row?.first), last: number(row?.last), unsealed: row?.unsealed ?? 0 };
}

/** The sequences between which the rows of a time stand; undefined if there are none. */
export async function auditSealsOfTime(
  tx: Tx,
  orgId: string,
  time: { from?: Date; to?: Date },
): Promise<{ first: number; last: number } | undefined> {
  const row = await tx.row<{ first: string | null; last: string | null }>(ofTime(orgId, time));
  return row?.first ? { first: Number(row.first), last: Number(row.last) } : undefined;
}

const bounds = (orgId: string): Sql => sql`
select (select min(sequence) from audit_seals where org_id = ${orgId}) as first,
       (select max(sequence) from audit_seals where org_id = ${orgId}) as last,
       (select count(*)::int from audit_unsealed where org_id = ${orgId}) as unsealed`;

const ofTime = (orgId: string, { from, to }: { from?: Date; to?: Date }): Sql => sql`
select min(sequence) as first, max(sequence) as last from audit_seals
 where org_id = ${orgId} and audit_created_at >= ${from?.toISOString() ?? '-infinity'}::timestamptz
   and audit_created_at < ${to?.toISOString() ?? 'infinity'}::timestamptz`;
