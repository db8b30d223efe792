import { tenancyOf } from '../platform/entities/owned.ts';
import { genesis } from './audit-chain.ts';
import { endsOf, faultsOfEnds, lower } from './audit-chain-ends.ts';
import type { PublicJwk, VerifyingKey } from './audit-signature.ts';
import { type AuditFault, judgeSpan } from './audit-span.ts';
import { isSignedEpoch } from './audit-epochs.ts';
import type { SignedEpoch } from './sql/epochs.ts';
import { auditCheckpoints, type Checkpoint, lastAuditCheckpoint } from './sql/checkpoints.ts';
import { missingAuditRows, sealedAuditRows, type SealedRow, unchainedAuditRows } from './sql/integrity.ts';
import { type AuditChain, wasCutSince } from './sql/sealing.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';
import { auditKeysOf } from './audit-keys.ts';
import { checkpointEvery, isSigned } from './audit-sealing.ts';

export interface AuditIntegrity {
  faults: AuditFault[];
  fromSequence: number | null;
  toSequence: number | null;
  nextSequence: number | null;
  firstSequence: number | null;
  lastSequence: number;
  lastHash: Buffer;
  unsealed: number;
  lastCheckpoint: Checkpoint | undefined;
  keys: { id: string; publicKey: PublicJwk }[];
}

const mostFaults = 100;
/** The number of rows of one statement, so that no transaction is long and other requests are answered in between. */
const page = 1_000;

interface Stretch {
  fromSequence?: number | undefined;
  limit: number;
}

/**
 * Compares a stretch of the chain with its rows. If the chain was cut meanwhile, the rows that are gone do not count
 * as a fault.
 */
export async function verifyAudit(tx: Tx, vault: Vault, stretch: Stretch): Promise<AuditIntegrity> {
  const { orgId } = tenancyOf(tx);
  for (;;) {
    const { chain, ...found } = await verifyStretch(tx, vault, stretch);
    if (found.faults.length === 0 || !(await wasCutSince(tx, orgId, chain.cut))) return found;
  }
}

/** Page by page and each page in one statement: what is sealed or erased meanwhile is never half seen. */
async function verifyStretch(
  tx: Tx,
  vault: Vault,
  { fromSequence, limit }: Stretch,
): Promise<AuditIntegrity & { chain: AuditChain }> {
  const { orgId } = tenancyOf(tx);
  const { chain, bounds, epochs, lastCheckpoint } = await endsOf(tx, orgId);
  const keys = await auditKeysOf(tx, vault, orgId);
  const faults: AuditFault[] = faultsOfEnds(
    orgId,
    chain,
    bounds.last ?? chain.cut.sequence,
    lastCheckpoint,
    keys,
  );

  const end = Math.max(chain.sequence, bounds.last ?? 0);
  // One epoch at a time: no seal stands between two of them.
  const wanted = Math.max(chain.cut.sequence + 1, fromSequence ?? 0);
  const gap = epochs.findLast(({ previous, sequence }) => previous.sequence < wanted && wanted <= sequence);
  const first = gap ? gap.sequence + 1 : wanted;
  const next = epochs.find(({ sequence }) => sequence >= first);
  const upTo = Math.min(next?.previous.sequence ?? end, first + limit - 1);
  for (const epoch of [gap, next])
    if (epoch && !isSignedEpoch(orgId, epoch, keys))
      faults.push({ kind: 'FORGED', sequence: epoch.sequence, id: null });
  if (next && upTo === next.previous.sequence && !(await endsThere(tx, orgId, chain, next, epochs)))
    faults.push({ kind: 'CUT_OFF', sequence: upTo, id: null });
  let start: Start = await startOf(tx, orgId, chain, first, epochs);
  const found: { from: number | null; to: number | null } = { from: null, to: null };
  for (let seals: SealedRow[] = []; start.sequence < upTo && faults.length < mostFaults; ) {
    seals = await sealedAuditRows(tx, orgId, { after: start.sequence, upTo, most: page });
    const last = seals.at(-1);
    if (!last) break;
    faults.push(...judgeSpan(orgId, start, seals, chain.cut.before));
    faults.push(...(await insertedAmong(tx, orgId, start, seals, chain, end)));
    found.from ??= seals[0]?.sequence ?? null;
    found.to = last.sequence;
    start = last;
  }
  // Without a seal there is nothing between which rows could have been put.
  if (bounds.last === null)
    for (const id of await unchainedAuditRows(tx, orgId, { from: lower(chain), to: null }, mostFaults))
      faults.push({ kind: 'INSERTED', sequence: null, id });
  const stretch = { first, upTo, epoch: epochs.findLast(({ sequence }) => sequence < first) };
  if (upTo >= first) faults.push(...(await faultsOfCheckpoints(tx, orgId, chain, stretch, keys)));
  if (upTo >= end)
    for (const id of await missingAuditRows(tx, orgId, mostFaults))
      faults.push({ kind: 'REMOVED', sequence: null, id });
  return {
    chain,
    faults: faults.slice(0, mostFaults),
    fromSequence: found.from,
    toSequence: found.to,
    nextSequence: upTo >= end ? null : next && upTo >= next.previous.sequence ? next.sequence + 1 : upTo + 1,
    firstSequence: bounds.first,
    lastSequence: chain.sequence,
    lastHash: chain.hash,
    unsealed: bounds.unsealed,
    lastCheckpoint,
    keys: keys.map(({ id, publicKey }) => ({ id, publicKey })),
  };
}

/** Whether the restored rows end where the next epoch says, and with its hash. */
async function endsThere(
  tx: Tx,
  orgId: string,
  { cut }: AuditChain,
  { previous: { sequence, hash } }: SignedEpoch,
  epochs: readonly SignedEpoch[],
): Promise<boolean> {
  if (sequence === 0) return hash.equals(genesis);
  const empty = epochs.find((epoch) => epoch.sequence === sequence);
  if (empty) return empty.hash.equals(hash);
  if (sequence <= cut.sequence) return sequence < cut.sequence || cut.hash.equals(hash);
  const [seal] = await sealedAuditRows(tx, orgId, { after: sequence - 1, upTo: sequence, most: 1 });
  return seal?.hash.equals(hash) ?? false;
}

interface Start {
  sequence: number;
  hash: Buffer;
  /** When what it seals happened; null at the beginning. */
  auditCreatedAt: string | null;
}

async function startOf(
  tx: Tx,
  orgId: string,
  { cut }: AuditChain,
  first: number,
  epochs: readonly SignedEpoch[],
): Promise<Start> {
  if (first - 1 <= cut.sequence) return { ...cut, auditCreatedAt: null };
  const epoch = epochs.find(({ sequence }) => sequence === first - 1);
  const place = epoch?.previous.sequence ?? first - 1;
  const [seal] = await sealedAuditRows(tx, orgId, { after: place - 1, upTo: place, most: 1 });
  if (epoch) {
    const { sequence, hash } = epoch;
    return { sequence, hash, auditCreatedAt: seal?.auditCreatedAt ?? null };
  }
  return seal ?? { sequence: first - 1, hash: Buffer.alloc(0), auditCreatedAt: null };
}

/**
 * Finds rows without a seal in the time of these seals. The times of neighbouring pages meet, and the outermost are
 * open. So a caller who asks for every page has asked for all of time.
 */
async function insertedAmong(
  tx: Tx,
  orgId: string,
  start: Start,
  seals: readonly SealedRow[],
  chain: AuditChain,
  end: number,
): Promise<AuditFault[]> {
  const times = seals.map(({ auditCreatedAt }) => auditCreatedAt).sort();
  const [earliest = null, latest = null] = [times[0], times.at(-1)];
  const before = start.auditCreatedAt;
  const from = before === null ? lower(chain) : earliest !== null && earliest < before ? earliest : before;
  const to = seals.at(-1)?.sequence === end ? null : latest;
  const ids = await unchainedAuditRows(tx, orgId, { from, to }, mostFaults);
  return ids.map((id) => ({ kind: 'INSERTED', sequence: null, id }));
}

/**
 * Compares the checkpoints with the seals in the chain, and verifies their signatures. Also requires a
 * checkpoint every {@link checkpointEvery} rows.
 */
async function faultsOfCheckpoints(
  tx: Tx,
  orgId: string,
  chain: AuditChain,
  { first, upTo, epoch }: { first: number; upTo: number; epoch: SignedEpoch | undefined },
  keys: readonly VerifyingKey[],
): Promise<AuditFault[]> {
  const faults: AuditFault[] = [];
  const before = await lastAuditCheckpoint(tx, orgId, first - 1);
  let at = Math.max(before?.sequence ?? 0, chain.cut.sequence, epoch?.sequence ?? 0);
  for (const checkpoint of await auditCheckpoints(tx, orgId, { from: first, to: upTo })) {
    const { sequence, hash } = checkpoint;
    const [seal] = await sealedAuditRows(tx, orgId, { after: sequence - 1, upTo: sequence, most: 1 });
    const right = seal?.sequence === sequence && seal.hash.equals(hash) && isSigned(orgId, checkpoint, keys);
    if (!right || sequence - at > checkpointEvery) faults.push({ kind: 'FORGED', sequence, id: null });
    at = sequence;
  }
  if (upTo - at > checkpointEvery || (upTo >= chain.checkpointSequence && at < chain.checkpointSequence))
    faults.push({ kind: 'FORGED', sequence: upTo, id: null });
  return faults;
}
