import { createHash } from 'node:crypto';
import { tenancyOf } from '../platform/entities/owned.ts';
import { type ChainPoint, type ExportEnd, exportEndText, genesis } from './audit-chain.ts';
import type { VerifyingKey } from './audit-signature.ts';
import { judgeSpan } from './audit-span.ts';
import { isSignedEpoch } from './audit-epochs.ts';
import { auditEpochs, type SignedEpoch } from './sql/epochs.ts';
import { auditCheckpoints, type Checkpoint } from './sql/checkpoints.ts';
import { auditSealBounds, auditSealsOfTime, sealedAuditRows, type SealedRow } from './sql/integrity.ts';
import { type AuditChain, readAuditChain, wasCutSince } from './sql/sealing.ts';
import { isServing } from '../platform/sql/tenants.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';
import { type AuditKey, auditKeysOf, canSign } from './audit-keys.ts';
import { isSigned } from './audit-sealing.ts';

/** The scope of an export, as its first line says. */
export interface ExportHead {
  orgId: string;
  environment: 'live' | 'test';
  exportedAt: string;
  firstSequence: number;
  lastSequence: number;
  previousHash: string;
  /** Rows that have no seal yet, and are not in it. */
  unsealed: number;
  keys: Pick<VerifyingKey, 'id' | 'publicKey'>[];
}

/** One line of an export. */
export type ExportPart =
  | { type: 'header'; head: ExportHead }
  | { type: 'row'; sealed: SealedRow }
  | { type: 'checkpoint'; checkpoint: Checkpoint }
  | { type: 'epoch'; epoch: SignedEpoch }
  | { type: 'end'; end: ExportEnd; keyId: string | null; signature: Buffer | null };

/** Rows of one statement: what an export holds in memory, however long it is. */
const page = 500;

/**
 * Reads the chain of a tenant from its oldest row of a time to its newest, up to where it ends now. No transaction stays
 * open: seals never change, and each page is one statement. The end is signed only if all of it was what was sealed.
 */
export async function prepareExport(
  tx: Tx,
  vault: Vault,
  times: { from?: Date; to?: Date },
): Promise<AsyncGenerator<ExportPart, void, undefined>> {
  const { orgId, environment, now } = tenancyOf(tx);
  const keys = await auditKeysOf(tx, vault, orgId);
  const chain = await readAuditChain(tx, orgId);
  const { unsealed } = await auditSealBounds(tx, orgId);
  const cut = chain?.cut.sequence ?? 0;
  const found = await auditSealsOfTime(tx, orgId, times);
  const end = chain?.sequence ?? 0;
  const range = found
    ? { first: Math.max(found.first, cut + 1), last: Math.min(found.last, end) }
    : { first: end + 1, last: end };
  const previous = chain ? await hashBefore(tx, orgId, chain, range.first) : Buffer.alloc(32);
  const head: ExportHead = {
    orgId,
    environment,
    exportedAt: now.toISOString(),
    firstSequence: range.first,
    lastSequence: range.last,
    previousHash: previous.toString('hex'),
    unsealed,
    keys: keys.map(({ id, publicKey }) => ({ id, publicKey })),
  };
  const epochs = (await auditEpochs(tx, orgId)).filter(
    ({ previous, sequence }) => previous.sequence >= range.first && sequence < range.last,
  );
  return partsOf(tx, head, keys, chain?.cut ?? noCut, epochs);
}

const noCut: AuditChain['cut'] = { sequence: 0, hash: genesis, before: null, keyId: null, signature: null };

/** The hash of the chain before a sequence. */
async function hashBefore(tx: Tx, orgId: string, { cut }: AuditChain, sequence: number): Promise<Buffer> {
  if (sequence - 1 <= cut.sequence) return cut.hash;
  const epoch = (await auditEpochs(tx, orgId)).find((one) => one.sequence === sequence - 1);
  if (epoch) return epoch.hash;
  const [seal] = await sealedAuditRows(tx, orgId, { after: sequence - 2, upTo: sequence - 1, most: 1 });
  return seal?.hash ?? Buffer.alloc(32);
}

async function* partsOf(
  tx: Tx,
  head: ExportHead,
  keys: readonly AuditKey[],
  cut: AuditChain['cut'],
  epochs: readonly SignedEpoch[],
): AsyncGenerator<ExportPart, void, undefined> {
  const { orgId, environment, lastSequence, firstSequence, previousHash, exportedAt } = head;
  yield { type: 'header', head };
  const omitted = createHash('sha256');
  let omissions = 0;
  let sound = true;
  let at: ChainPoint = { sequence: firstSequence - 1, hash: Buffer.from(previousHash, 'hex') };
  while (at.sequence < lastSequence) {
    const place = at.sequence;
    const next = epochs.find(({ previous }) => previous.sequence >= place);
    if (next && next.previous.sequence === place) {
      sound &&= next.previous.hash.equals(at.hash) && isSignedEpoch(orgId, next, keys);
      yield { type: 'epoch', epoch: next };
      at = { sequence: next.sequence, hash: next.hash };
      for (const checkpoint of await auditCheckpoints(tx, orgId, { from: at.sequence, to: at.sequence })) {
        sound &&= checkpoint.hash.equals(at.hash) && isSigned(orgId, checkpoint, keys);
        yield { type: 'checkpoint', checkpoint };
      }
      continue;
    }
    // A slow client reads for long, so each page asks again.
    if (!(await isServing(tx, orgId))) throw new Error(`${orgId} was suspended during the export`);
    const upTo = Math.min(lastSequence, next?.previous.sequence ?? lastSequence);
    const seals = await sealedAuditRows(tx, orgId, { after: at.sequence, upTo, most: page });
    const last = seals.at(-1);
    if (!last) break;
    const checkpoints = await auditCheckpoints(tx, orgId, { from: at.sequence + 1, to: last.sequence });
    sound &&= judgeSpan(orgId, at, seals, cut.before).length === 0;
    for (const sealed of seals) {
      yield { type: 'row', sealed };
      if (!sealed.row || !sealed.personal) {
        omitted.update(`${sealed.sequence}\n`);
        omissions += 1;
      }
      for (const checkpoint of checkpoints) {
        if (checkpoint.sequence !== sealed.sequence) continue;
        sound &&= checkpoint.hash.equals(sealed.hash) && isSigned(orgId, checkpoint, keys);
        yield { type: 'checkpoint', checkpoint };
      }
    }
    at = last;
  }
  const end: ExportEnd = {
    orgId,
    environment,
    firstSequence,
    previousHash,
    lastSequence,
    lastHash: at.hash.toString('hex'),
    omitted: omissions,
    omittedHash: omitted.digest('hex'),
    exportedAt,
  };
  const whole = sound && at.sequence === lastSequence;
  // Breaks the export off, so that the caller asks again. Without a signature, the export would look as if an
  // attacker had altered it.
  if (!whole && (await wasCutSince(tx, orgId, cut)))
    throw new Error(`old rows of the audit log of ${orgId} were deleted during the export`);
  const key = keys.find(canSign);
  const signed = whole && key !== undefined;
  yield {
    type: 'end',
    end,
    keyId: signed ? key.id : null,
    signature: signed ? key.sign(exportEndText(end)) : null,
  };
}
