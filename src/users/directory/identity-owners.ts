import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { User } from './entities/user.ts';

/** Tells whether a user may own an identity: a user who has left cannot answer for one. */
export async function mayOwnIdentities(tx: Tx, userId: string): Promise<boolean> {
  const owner = await tx.findOne(User, { id: userId });
  return owner !== null && owner.statusAt(tenancyOf(tx).now) !== 'DEPROVISIONED';
}
