import type { EntityManager } from '@mikro-orm/postgresql';
import { record } from '../subjects.ts';
import { type LostEntry, reasonOf } from './replay.ts';

/** Records that an entry was replayed. */
export const told = (em: EntityManager, entry: LostEntry): Promise<void> =>
  record(em, {
    action: entry.action,
    targetId: entry.targetId,
    targetType: entry.targetType,
    reason: reasonOf(entry),
  });
