import { lockOne } from '../platform/locked.ts';
import type { Origin } from '../audit/audit.ts';
import { type Leak, recordLeak } from '../credentials/leaks.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { Tx } from '../platform/tx.ts';
import { ScimToken } from './entities/scim-token.ts';

/** Revokes a SCIM token that everybody can read; there is no event of SCIM tokens. */
export async function stopLeakedScimToken(
  tx: Tx,
  id: string,
  { source, url }: Leak,
  origin: Origin,
): Promise<void> {
  const { now } = tenancyOf(tx);
  const open = { id, revokedAt: null, expiresAt: { $gt: now } };
  const token = await lockOne(tx, ScimToken, open);
  if (!token) return;
  token.revokedAt = now;
  await tx.flush();
  const target = { action: 'scim_token.leak', targetId: id, targetName: token.name };
  await recordLeak(tx, target, { source, url }, origin);
}
