import { tenancyOf } from '../platform/entities/owned.ts';
import { type ChainedRow, checkpointText, genesis, hashOfRow, link } from './audit-chain.ts';
import type { VerifyingKey } from './audit-signature.ts';
import { auditEpochs } from './sql/epochs.ts';
import { lastAuditCheckpoint, putOffAuditCheckpoint, writeAuditCheckpoint } from './sql/checkpoints.ts';
import {
  type AuditChain,
  countSignIns,
  lockAuditChain,
  type NewSeal,
  type SignInDay,
  unsealedAuditRows,
  writeAuditSeals,
} from './sql/sealing.ts';
import { sealedAuditRows } from './sql/integrity.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';
import { auditKeysOf, keyToSign } from './audit-keys.ts';

/** At most so many rows stand between two checkpoints, and this many are sealed in one transaction. */
export const checkpointEvery = 1_000;

/** The result of one transaction of sealing. */
export interface Sealed {
  rows: number;
  /** Whether there was something to sign that is not what was sealed. */
  broken: boolean;
}

/**
 * Seals the oldest rows of a tenant that wait for it, and signs a checkpoint when one is due. Who writes audit rows never
 * waits for this: it locks the end of the chain alone, and nothing if another does it already.
 */
export async function sealSome(tx: Tx, vault: Vault): Promise<Sealed> {
  const { orgId, now } = tenancyOf(tx);
  const chain = await lockAuditChain(tx, orgId);
  if (!chain) return { rows: 0, broken: false };
  const open = chain.sequence - chain.checkpointSequence;
  // If a chain cannot be signed any more, its rows are sealed all the same.
  const room = open < checkpointEvery ? checkpointEvery - open : checkpointEvery;
  const rows = await unsealedAuditRows(tx, orgId, room);
  const seals: NewSeal[] = [];
  let { sequence, hash } = chain;
  for (const row of rows) {
    const rowHash = hashOfRow(orgId, row);
    sequence += 1;
    hash = link(hash, rowHash);
    seals.push({ sequence, hash, rowHash, id: row.id, createdAt: row.createdAt });
  }
  await writeAuditSeals(tx, chain, seals);
  await countSignIns(tx, chain, signInsOf(rows));
  const end: AuditChain = { ...chain, sequence, hash };
  const full = sequence - chain.checkpointSequence >= checkpointEvery && open < checkpointEvery;
  const due = sequence > chain.checkpointSequence && (full || chain.checkpointDue);
  if (!due) return { rows: rows.length, broken: false };
  // A chain without a first checkpoint has none to have been signed by.
  const sound =
    open <= checkpointEvery && (await isSound(tx, orgId, end, await auditKeysOf(tx, vault, orgId)));
  if (!sound) {
    await putOffAuditCheckpoint(tx, chain);
    return { rows: rows.length, broken: true };
  }
  const key = await keyToSign(tx, vault, chain);
  const signature = key.sign(checkpointText(orgId, { sequence, hash }, now));
  await writeAuditCheckpoint(tx, chain, { sequence, hash, createdAt: now, keyId: key.id, signature });
  return { rows: rows.length, broken: false };
}

/** Counts the sign-ins of these rows by day: this is where each row passes once, and no sign-in waits for it. */
function signInsOf(rows: readonly ChainedRow[]): SignInDay[] {
  const days = new Map<string, SignInDay>();
  for (const { action, createdAt } of rows) {
    if (action !== 'user.login' && action !== 'user.login_failed') continue;
    const date = createdAt.slice(0, 10);
    const day = days.get(date) ?? { date, succeeded: 0, failed: 0 };
    day[action === 'user.login' ? 'succeeded' : 'failed'] += 1;
    days.set(date, day);
  }
  return [...days.values()];
}

/** Whether the chain from its last checkpoint on is what was sealed: nothing else may be signed. */
export async function isSound(
  tx: Tx,
  orgId: string,
  { sequence, hash, checkpointSequence, cut }: AuditChain,
  keys: readonly VerifyingKey[],
): Promise<boolean> {
  let end: Buffer = genesis;
  if (checkpointSequence > 0) {
    const last = await lastAuditCheckpoint(tx, orgId, checkpointSequence);
    if (!last || last.sequence !== checkpointSequence || !isSigned(orgId, last, keys)) return false;
    const [seal] = await sealedAuditRows(tx, orgId, {
      after: checkpointSequence - 1,
      upTo: checkpointSequence,
      most: 1,
    });
    const epoch = (await auditEpochs(tx, orgId)).find((one) => one.sequence === checkpointSequence);
    const kept = epoch?.hash ?? (checkpointSequence > cut.sequence ? seal?.hash : cut.hash);
    if (!kept?.equals(last.hash)) return false;
    end = last.hash;
  }
  let at = checkpointSequence;
  const most = 2 * checkpointEvery;
  for (const sealed of await sealedAuditRows(tx, orgId, { after: at, upTo: sequence, most })) {
    at += 1;
    if (sealed.sequence !== at || !sealed.row || !hashOfRow(orgId, sealed.row).equals(sealed.rowHash))
      return false;
    end = link(end, sealed.rowHash);
    if (!end.equals(sealed.hash)) return false;
  }
  return at === sequence && end.equals(hash);
}

/** Whether a checkpoint was signed by one of these keys. */
export const isSigned = (
  orgId: string,
  {
    keyId,
    signature,
    createdAt,
    ...point
  }: { sequence: number; hash: Buffer; keyId: string; signature: Buffer; createdAt: Date },
  keys: readonly VerifyingKey[],
): boolean =>
  keys.find(({ id }) => id === keyId)?.verify(checkpointText(orgId, point, createdAt), signature) ?? false;
