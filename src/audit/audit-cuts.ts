import { tenancyOf } from '../platform/entities/owned.ts';
import { cutText, genesis, link } from './audit-chain.ts';
import { auditCheckpoints } from './sql/checkpoints.ts';
import { auditEpochs } from './sql/epochs.ts';
import { cutAuditChain, firstSealSince } from './sql/cuts.ts';
import { lockAuditChain } from './sql/sealing.ts';
import { sealedAuditRows } from './sql/integrity.ts';
import type { Vault } from '../platform/vault.ts';
import type { Tx } from '../platform/tx.ts';
import { auditKeysOf, keyToSign } from './audit-keys.ts';
import { checkpointEvery, isSigned } from './audit-sealing.ts';

/**
 * Cuts the chain of a tenant behind the last row of the unbroken run of older rows at its beginning. Signs the cut,
 * so that the rest can be verified without what was before. A row that was sealed late, among newer ones, keeps its
 * seal. Does nothing while another transaction holds the chain.
 * @throws when what would be signed is not what was sealed; then nothing is removed
 */
export async function cutChain(tx: Tx, vault: Vault, before: Date): Promise<void> {
  const { orgId } = tenancyOf(tx);
  const chain = await lockAuditChain(tx, orgId);
  if (!chain) return;
  const firstKept = await firstSealSince(tx, orgId, before);
  const old = firstKept === undefined ? chain.sequence : firstKept - 1;
  // Only what a checkpoint has signed.
  const signed = Math.max(chain.cut.sequence, Math.min(old, chain.checkpointSequence));
  // No seal stands between two epochs, so a cut there is one at the end of the earlier.
  const gap = (await auditEpochs(tx, orgId)).find(
    ({ previous, sequence: begin }) => previous.sequence < signed && signed <= begin,
  );
  const sequence = Math.max(chain.cut.sequence, gap?.previous.sequence ?? signed);
  const hash =
    sequence === chain.cut.sequence ? chain.cut.hash : await signedHash(tx, vault, orgId, sequence);
  if (!hash)
    throw new Error(
      `the audit log of ${orgId} does not match its seals, so its old rows stay: call getAuditIntegrity`,
    );
  const key = await keyToSign(tx, vault, chain);
  const signature = key.sign(cutText(orgId, { sequence, hash }, before));
  await cutAuditChain(tx, chain, { sequence, hash }, { before, keyId: key.id, signature });
}

/** The hash at a sequence, if the next checkpoint bears it out. */
async function signedHash(
  tx: Tx,
  vault: Vault,
  orgId: string,
  sequence: number,
): Promise<Buffer | undefined> {
  const keys = await auditKeysOf(tx, vault, orgId);
  const [next] = await auditCheckpoints(tx, orgId, { from: sequence, to: sequence + checkpointEvery });
  if (!next || !isSigned(orgId, next, keys)) return undefined;
  const seals = await sealedAuditRows(tx, orgId, {
    after: sequence - 1,
    upTo: next.sequence,
    most: checkpointEvery + 1,
  });
  const [first] = seals;
  let end: Buffer = first?.hash ?? genesis;
  for (const [at, seal] of seals.entries()) {
    if (seal.sequence !== sequence + at) return undefined;
    if (at > 0) end = link(end, seal.rowHash);
    if (!end.equals(seal.hash)) return undefined;
  }
  return seals.at(-1)?.sequence === next.sequence && end.equals(next.hash) ? first?.hash : undefined;
}
