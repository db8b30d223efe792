import type { ChainPoint } from '../audit-chain.ts';
import { dateOf } from '../../lib/rows.ts';
import type { LockedChain } from './sealing.ts';
import type { Tx } from '../../platform/tx.ts';

/** What the tenant's key has signed. */
export interface Checkpoint extends ChainPoint {
  createdAt: Date;
  keyId: string;
  signature: Buffer;
}

/** The checkpoints of a tenant at these sequences, in their order. */
export async function auditCheckpoints(
  tx: Tx,
  orgId: string,
  { from, to }: { from: number; to: number },
): Promise<Checkpoint[]> {
  return (
    await tx.execute<Raw[]>(`${select} and sequence between ? and ? order by sequence`, [orgId, from, to])
  ).map(toCheckpoint);
}

/** The latest checkpoint of a tenant up to this sequence. */
export async function lastAuditCheckpoint(
  tx: Tx,
  orgId: string,
  upTo: number,
): Promise<Checkpoint | undefined> {
  const [row] = await tx.execute<Raw[]>(`${select} and sequence <= ? order by sequence desc limit 1`, [
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

/** Stores a checkpoint of a chain. */
export async function writeAuditCheckpoint(
  tx: Tx,
  { orgId }: LockedChain,
  signed: Checkpoint,
): Promise<void> {
  const { sequence, hash, createdAt, keyId, signature } = signed;
  const at = createdAt.toISOString();
  await tx.execute(insert, { orgId, sequence, hash, at, keyId, signature });
}

/** Puts off the next try: what cannot be signed now will not be in a few seconds. */
export async function putOffAuditCheckpoint(tx: Tx, { orgId }: LockedChain): Promise<void> {
  await tx.execute('update audit_chains set checkpoint_at = now() where org_id = ?', [orgId]);
}

const insert = `
with chained as (
  update audit_chains set checkpoint_sequence = :sequence, checkpoint_at = :at::timestamptz where org_id = :orgId
)
insert into audit_checkpoints (org_id, sequence, hash, created_at, key_id, signature)
values (:orgId, :sequence, :hash, :at::timestamptz, :keyId, :signature)`;

/** The private half of a key that signs checkpoints, sealed. */
export interface AuditKeyRow {
  id: string;
  privateKey: Buffer;
}

/** The keys of a tenant, the newest first. */
export const auditKeys = (tx: Tx, orgId: string): Promise<AuditKeyRow[]> =>
  tx.execute<AuditKeyRow[]>(
    `select id, private_key as "privateKey" from audit_keys where org_id = ? order by created_at desc, id`,
    [orgId],
  );

/** Keeps a new key. */
export async function writeAuditKey(
  tx: Tx,
  orgId: string,
  { id, privateKey, publicKey }: AuditKeyRow & { publicKey: object },
): Promise<void> {
  await tx.execute(
    'insert into audit_keys (org_id, id, public_key, private_key) values (?, ?, ?::jsonb, ?)',
    [orgId, id, JSON.stringify(publicKey), privateKey],
  );
}
