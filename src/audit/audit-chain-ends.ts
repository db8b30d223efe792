import { IsolationLevel } from '@mikro-orm/core';
import { readTogether } from '../platform/sql/transactions.ts';
import type { Tx } from '../platform/tx.ts';
import { cutText, genesis } from './audit-chain.ts';
import type { VerifyingKey } from './audit-signature.ts';
import type { AuditFault } from './audit-span.ts';
import { type Checkpoint, lastAuditCheckpoint } from './sql/checkpoints.ts';
import { auditEpochs } from './sql/epochs.ts';
import { auditSealBounds } from './sql/integrity.ts';
import { type AuditChain, readAuditChain } from './sql/sealing.ts';

const emptyChain: AuditChain = {
  sequence: 0,
  hash: genesis,
  checkpointSequence: 0,
  checkpointDue: false,
  cut: { sequence: 0, hash: genesis, before: null, keyId: null, signature: null },
};

/**
 * Reads the ends of the chain in one snapshot. If a row were sealed between two reads, the ends would contradict each
 * other.
 */
export const endsOf = (tx: Tx, orgId: string) =>
  readTogether(
    tx,
    async (inner) => ({
      chain: (await readAuditChain(inner, orgId)) ?? emptyChain,
      bounds: await auditSealBounds(inner, orgId),
      epochs: await auditEpochs(inner, orgId),
      lastCheckpoint: await lastAuditCheckpoint(inner, orgId, Number.MAX_SAFE_INTEGER),
    }),
    { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
  );

/** Rows from before the cut are about to be removed, and have no seals. */
export const lower = ({ cut }: AuditChain): string | null => cut.before?.toISOString() ?? null;

/**
 * Compares the ends of the chain with each other, and verifies the signature of the cut. Returns the faults.
 */
export function faultsOfEnds(
  orgId: string,
  chain: AuditChain,
  lastSeal: number,
  checkpoint: Checkpoint | undefined,
  keys: readonly VerifyingKey[],
): AuditFault[] {
  const faults: AuditFault[] = [];
  const known = Math.max(chain.sequence, checkpoint?.sequence ?? 0);
  if (lastSeal < known) faults.push({ kind: 'CUT_OFF', sequence: lastSeal + 1, id: null });
  if (lastSeal > chain.sequence) faults.push({ kind: 'INSERTED', sequence: chain.sequence + 1, id: null });
  const { sequence, before, keyId, signature } = chain.cut;
  if (before === null && sequence === 0) return faults;
  const key = keys.find(({ id }) => id === keyId);
  if (!before || !signature || !key?.verify(cutText(orgId, chain.cut, before), signature))
    faults.push({ kind: 'FORGED', sequence, id: null });
  return faults;
}
