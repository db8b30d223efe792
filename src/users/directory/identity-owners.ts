import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { User } from './entities/user.ts';

/** Tells whether a user may own an identity: a user who has left cannot answer for one. */
export async function mayOwnIdentities(em: EntityManager, userId: string): Promise<boolean> {
  const owner = await em.findOne(User, { id: userId });
  return owner !== null && owner.statusAt(tenancyOf(em).now) !== 'DEPROVISIONED';
}
