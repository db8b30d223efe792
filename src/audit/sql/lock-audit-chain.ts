import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChainPoint } from '../audit-chain.ts';
import { dateOrNull } from '../../lib/rows.ts';

/** Where the chain of a tenant ends, and what was signed and cut of it. */
export interface AuditChain extends ChainPoint {
  checkpointSequence: number;
  /** Whether it is time for another checkpoint, if there is something to sign. */
  checkpointDue: boolean;
  /** Up to where seals were removed for their age; 0 and the genesis before that. */
  cut: ChainPoint & { before: Date | null; keyId: string | null; signature: Buffer | null };
}

/** Locks the chain of a tenant, and begins it if there is none. @returns undefined while somebody else has it */
export async function lockAuditChain(em: EntityManager, orgId: string): Promise<AuditChain | undefined> {
  await em.execute(begin, [orgId, orgId, orgId]);
  const [row] = await em.execute<RawChain[]>(`${select} for update skip locked`, [orgId]);
  return row && toChain(row);
}

/** Reads where the chain of a tenant ends. */
export async function readAuditChain(em: EntityManager, orgId: string): Promise<AuditChain | undefined> {
  const [row] = await em.execute<RawChain[]>(select, [orgId]);
  return row && toChain(row);
}

/** Whether the chain of a tenant has been cut again since it was read. */
export async function wasCutSince(
  em: EntityManager,
  orgId: string,
  { before }: AuditChain['cut'],
): Promise<boolean> {
  const chain = await readAuditChain(em, orgId);
  return (chain?.cut.before?.getTime() ?? 0) > (before?.getTime() ?? 0);
}

interface RawChain {
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
const begin = `
insert into audit_chains (org_id, sequence, hash)
select ?, coalesce(s.sequence, 0), coalesce(s.hash, decode(repeat('00', 32), 'hex'))
  from (select 1) as one
  left join (select sequence, hash from audit_seals where org_id = ? order by sequence desc limit 1) as s on true
 where not exists (select from audit_chains where org_id = ?)
on conflict do nothing`;

const select = `
select sequence, hash, checkpoint_sequence as "checkpointSequence",
       coalesce(checkpoint_at, '-infinity') < now() - interval '1 minute' as "checkpointDue",
       cut_sequence as "cutSequence", cut_hash as "cutHash", cut_before as "cutBefore", cut_key_id as "cutKeyId",
       cut_signature as "cutSignature"
  from audit_chains where org_id = ?`;
