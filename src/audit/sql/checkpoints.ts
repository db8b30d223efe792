import type { ChainPoint } from '../audit-chain.ts';
import { dateOf } from '../../lib/rows.ts';
import { sql, type Sql } from '../../lib/sql.ts';
import type { LockedChain } from './sealing.ts';
import type { Tx } from '../../platform/tx.ts';

/** A point of the chain that the key of the tenant has signed. */
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
  const rows = await tx.rows<Raw>(
    sql`${checkpointsOf(orgId)} and sequence between ${from} and ${to} order by sequence`,
  );
  return rows.map(toCheckpoint);
}

/** The latest checkpoint of a tenant up to this sequence. */
export async function lastAuditCheckpoint(
  tx: Tx,
  orgId: string,
  upTo: number,
): Promise<Checkpoint | undefined> {
  const row = await tx.row<Raw>(
    sql`${checkpointsOf(orgId)} and sequence <= ${upTo} order by sequence desc limit 1`,
  );
  return row && toCheckpoint(row);
}

type Raw = Omit<Checkpoint, 'sequence' | 'createdAt'> & { sequence: string; createdAt: string };

const toCheckpoint = (row: Raw): Checkpoint => ({
  ...row,
  sequence: Number(row.sequence),
  createdAt: dateOf(row.createdAt),
});

const checkpointsOf = (orgId: string): Sql => sql`
select sequence, hash, created_at as "createdAt", key_id as "keyId", signature from audit_checkpoints where org_id = ${orgId}`;

/** Stores a checkpoint of a chain. */
export async function writeAuditCheckpoint(
  tx: Tx,
  { orgId }: LockedChain,
  signed: Checkpoint,
): Promise<void> {
  await tx.run(insert(orgId, signed));
}

/** Puts off the next try: what cannot be signed now will not be in a few seconds. */
export async function putOffAuditCheckpoint(tx: Tx, { orgId }: LockedChain): Promise<void> {
  await tx.run(sql`update audit_chains set checkpoint_at = now() where org_id = ${orgId}`);
}

function insert(orgId: string, { sequence, hash, createdAt, keyId, signature }: Checkpoint): Sql {
  const at = createdAt.toISOString();
  return sql`
with chained as (
  update audit_chains set checkpoint_sequence = ${sequence}, checkpoint_at = ${at}::timestamptz where org_id = ${orgId}
)
insert into audit_checkpoints (org_id, sequence, hash, created_at, key_id, signature)
values (${orgId}, ${sequence}, ${hash}, ${at}::timestamptz, ${keyId}, ${signature})`;
}

/** The private half of a key that signs checkpoints, sealed. */
export interface AuditKeyRow {
  id: string;
  privateKey: Buffer;
}

/** The keys of a tenant, the newest first. */
export const auditKeys = (tx: Tx, orgId: string): Promise<AuditKeyRow[]> =>
  tx.rows<AuditKeyRow>(
    sql`select id, private_key as "privateKey" from audit_keys where org_id = ${orgId} order by created_at desc, id`,
  );

/** Keeps a new key. */
export async function writeAuditKey(
  tx: Tx,
  orgId: string,
  { id, privateKey, publicKey }: AuditKeyRow & { publicKey: object },
): Promise<void> {
  const publicJwk = JSON.stringify(publicKey);
  await tx.run(sql`
insert into audit_keys (org_id, id, public_key, private_key)
values (${orgId}, ${id}, ${publicJwk}::jsonb, ${privateKey})`);
}
