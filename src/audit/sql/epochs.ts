import type { Epoch } from '../audit-chain.ts';
import { dateOf } from '../../lib/rows.ts';
import { sql, type Sql } from '../../lib/sql.ts';
import type { LockedChain } from './sealing.ts';
import type { Tx } from '../../platform/tx.ts';

/** An epoch, and who signed it. A chain that was broken has no signature. */
export interface SignedEpoch extends Epoch {
  keyId: string | null;
  signature: Buffer | null;
}

/** Reads the epochs of a tenant that restores opened, in their order. */
export async function auditEpochs(tx: Tx, orgId: string): Promise<SignedEpoch[]> {
  return (await tx.rows<Raw>(epochsOf(orgId))).map(
    ({ sequence, previousSequence, previousHash, openedAt, ...rest }) => ({
      ...rest,
      sequence: Number(sequence),
      previous: { sequence: Number(previousSequence), hash: previousHash },
      openedAt: dateOf(openedAt),
    }),
  );
}

interface Raw {
  sequence: string;
  hash: Buffer;
  previousSequence: string;
  previousHash: Buffer;
  openedAt: string;
  keyId: string | null;
  signature: Buffer | null;
}

const epochsOf = (orgId: string): Sql => sql`
select sequence, hash, previous_sequence as "previousSequence", previous_hash as "previousHash", opened_at as "openedAt",
       key_id as "keyId", signature
  from audit_epochs where org_id = ${orgId} order by sequence`;

/** Moves the end of a chain to where the epoch begins. */
export async function writeAuditEpoch(tx: Tx, { orgId }: LockedChain, epoch: SignedEpoch): Promise<void> {
  await tx.run(insert(orgId, epoch));
}

const insert = (
  orgId: string,
  { sequence, hash, previous, openedAt, keyId, signature }: SignedEpoch,
): Sql => sql`
with chained as (
  update audit_chains set sequence = ${sequence}, hash = ${hash} where org_id = ${orgId}
)
insert into audit_epochs (org_id, sequence, hash, previous_sequence, previous_hash, opened_at, key_id, signature)
values (${orgId}, ${sequence}, ${hash}, ${previous.sequence}, ${previous.hash}, ${openedAt.toISOString()}::timestamptz,
        ${keyId}, ${signature})`;
