import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChainPoint } from '../audit-chain.ts';
import { dateOf } from '../../lib/rows.ts';

/** What the tenant's key has signed. */
export interface Checkpoint extends ChainPoint {
  createdAt: Date;
  keyId: string;
  signature: Buffer;
}

/** The checkpoints of a tenant at these sequences, in their order. */
export async function auditCheckpoints(
  em: EntityManager,
  orgId: string,
  { from, to }: { from: number; to: number },
): Promise<Checkpoint[]> {
  return (
    await em.execute<Raw[]>(`${select} and sequence between ? and ? order by sequence`, [orgId, from, to])
  ).map(toCheckpoint);
}

/** The latest checkpoint of a tenant up to this sequence. */
export async function lastAuditCheckpoint(
  em: EntityManager,
  orgId: string,
  upTo: number,
): Promise<Checkpoint | undefined> {
  const [row] = await em.execute<Raw[]>(`${select} and sequence <= ? order by sequence desc limit 1`, [
    orgId,
    upTo,
  ]);
  return row && toCheckpoint(row);
}

type Raw = Omit<Checkpoint, 'sequence' | 'createdAt'> & { sequence: string; createdAt: string };

const toCheckpoint = (row: Raw): Checkpoint => ({
  ...row,
  sequence: Number(row.sequence),
  createdAt: dateOf(row.createdAt),
});

const select = `
select sequence, hash, created_at as "createdAt", key_id as "keyId", signature from audit_checkpoints where org_id = ?`;
