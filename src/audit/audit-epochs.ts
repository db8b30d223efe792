import { randomInt } from 'node:crypto';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';
import { type ChainPoint, checkpointText, type Epoch, epochHash, epochText } from './audit-chain.ts';
import { auditKeysOf, keyToSign } from './audit-keys.ts';
import { checkpointEvery, isSound } from './audit-sealing.ts';
import type { VerifyingKey } from './audit-signature.ts';
import { writeAuditCheckpoint } from './sql/checkpoints.ts';
import { type SignedEpoch, writeAuditEpoch } from './sql/epochs.ts';
import { lockAuditChain } from './sql/sealing.ts';

/** More rows than a tenant writes in a second, so that no earlier epoch can have reached the numbers of a later one. */
const sequencesPerSecond = 100_000;
/** More rows than a tenant writes between a backup and a restore, where the clock of the new machine says nothing. */
const rowsAfterBackup = 3600 * sequencesPerSecond;

/**
 * The first number of a new epoch: the time, or a number far behind the end of the chain if the clock is behind. Two restores of
 * one backup then differ by chance.
 */
export function firstOfEpoch(end: number, now: Date): number {
  const ofClock = Math.floor(now.getTime() / 1000) * sequencesPerSecond;
  return ofClock > end + rowsAfterBackup ? ofClock : end + rowsAfterBackup + randomInt(2 ** 36);
}

/**
 * Begins a new epoch of a tenant's chain after a restore. The time decides its first number, because the restored database
 * cannot know which numbers were given away after the backup, or after an earlier restore.
 * @param given a number that is known to be given away
 * @throws when another transaction holds the chain
 */
export async function openAuditEpoch(tx: Tx, vault: Vault, given = 0): Promise<Epoch> {
  const { orgId, now } = tenancyOf(tx);
  const chain = await lockAuditChain(tx, orgId);
  if (!chain) throw new Error(`the audit log of ${orgId} is in use: stop every node before a restore`);
  const keys = await auditKeysOf(tx, vault, orgId);
  const open = chain.sequence - chain.checkpointSequence;
  const sound = open <= checkpointEvery && (await isSound(tx, orgId, chain, keys));
  const previous = { sequence: chain.sequence, hash: chain.hash };
  const begun = {
    previous,
    sequence: firstOfEpoch(Math.max(chain.sequence, given), now),
    openedAt: now,
  };
  const epoch = { ...begun, hash: epochHash(orgId, begun) };
  const key = sound ? await keyToSign(tx, vault, chain) : undefined;
  const sign = (point: ChainPoint) => {
    const signature = key?.sign(checkpointText(orgId, point, now)) ?? Buffer.alloc(0);
    return { ...point, createdAt: now, keyId: key?.id ?? '', signature };
  };
  // A chain that was broken before stays without checkpoints.
  if (key && chain.sequence > chain.checkpointSequence) await writeAuditCheckpoint(tx, chain, sign(previous));
  await writeAuditEpoch(tx, chain, {
    ...epoch,
    keyId: key?.id ?? null,
    signature: key?.sign(epochText(orgId, epoch)) ?? null,
  });
  if (key) await writeAuditCheckpoint(tx, chain, sign({ sequence: epoch.sequence, hash: epoch.hash }));
  return epoch;
}

/** Tells whether an epoch is what a restore wrote, signed by one of these keys. */
export const isSignedEpoch = (orgId: string, epoch: SignedEpoch, keys: readonly VerifyingKey[]): boolean =>
  epoch.signature !== null &&
  epochHash(orgId, epoch).equals(epoch.hash) &&
  (keys.find(({ id }) => id === epoch.keyId)?.verify(epochText(orgId, epoch), epoch.signature) ?? false);
