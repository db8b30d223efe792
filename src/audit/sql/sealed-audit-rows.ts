import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChainedRow, ChainPoint } from '../audit-chain.ts';

/** What may be erased of a row, as it was hashed. */
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
  /** Whether the person whom the row is about was deleted: then what was personal is rightly gone. */
  personDeleted: boolean;
}

/** Reads seals after one sequence up to another, in their order, with what they are of. */
export async function sealedAuditRows(
  em: EntityManager,
  orgId: string,
  { after, upTo, most }: { after: number; upTo: number; most: number },
): Promise<SealedRow[]> {
  const rows = await em.execute<RawSealed[]>(text, [orgId, after, upTo, most]);
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
const timeText = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The columns of audit_logs, every one, as they are chained. */
export const chainedColumns = `a.id, ${timeText('a.created_at')} as "createdAt", a.action, a.actor_type as "actorType",
  a.actor_id as "actorId", a.target_type as "targetType", a.target_id as "targetId", a.result, a.code,
  a.request_id as "requestId", encode(a.personal_hash, 'hex') as "personalHash"`;

// Row by row, whatever the statistics say: a plan that read whole months for a page would read them for every page.
// Postgres 15 would do so for an `exists`, to hash it.
const text = `
select s.sequence, s.hash, s.audit_id as "auditId", ${timeText('s.audit_created_at')} as "auditCreatedAt",
       s.row_hash as "rowHash", ${chainedColumns}, p.salt, p.content,
       p.content is null and a.target_type = 'user' and coalesce((
         select true from audit_logs d
          where d.org_id = s.org_id and d.target_id = a.target_id and d.action = 'user.delete' and d.result = 'SUCCESS'
          limit 1), false) as "personDeleted"
  from (select * from audit_seals where org_id = ? and sequence > ? and sequence <= ? order by sequence limit ?) as s
  left join lateral (
    select * from audit_logs l
     where l.org_id = s.org_id and l.id = s.audit_id and l.created_at = s.audit_created_at limit 1) as a on true
  left join lateral (
    select salt, content from audit_personal l
     where l.org_id = s.org_id and l.audit_id = s.audit_id and l.created_at = s.audit_created_at limit 1) as p on true
 order by s.sequence`;
