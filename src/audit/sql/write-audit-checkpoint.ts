import type { EntityManager } from '@mikro-orm/postgresql';
import type { Checkpoint } from './audit-checkpoints.ts';

/** Keeps what was signed of a chain that is locked. */
export async function writeAuditCheckpoint(
  em: EntityManager,
  orgId: string,
  signed: Checkpoint,
): Promise<void> {
  const { sequence, hash, createdAt, keyId, signature } = signed;
  await em.execute(text, [
    sequence,
    createdAt.toISOString(),
    orgId,
    orgId,
    sequence,
    hash,
    createdAt.toISOString(),
    keyId,
    signature,
  ]);
}

/** Puts off the next try: what cannot be signed now will not be in a few seconds. */
export async function putOffAuditCheckpoint(em: EntityManager, orgId: string): Promise<void> {
  await em.execute('update audit_chains set checkpoint_at = now() where org_id = ?', [orgId]);
}

const text = `
with chained as (
  update audit_chains set checkpoint_sequence = ?, checkpoint_at = ?::timestamptz where org_id = ?
)
insert into audit_checkpoints (org_id, sequence, hash, created_at, key_id, signature)
values (?, ?, ?, ?::timestamptz, ?, ?)`;
