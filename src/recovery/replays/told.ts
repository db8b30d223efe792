import type { FieldChange } from '../../platform/events.ts';
import type { Tx } from '../../platform/tx.ts';
import { record } from '../subjects.ts';
import { applied, type LostEntry, reasonOf, type Replayed } from './replay.ts';

/** Records that an entry was replayed. @param more the action, where another one than that of the entry has the effect, and the changes */
export async function told(
  tx: Tx,
  entry: LostEntry,
  { action = entry.action, changes }: { action?: string; changes?: FieldChange[] } = {},
): Promise<Replayed> {
  const { targetId, targetType } = entry;
  await record(tx, { action, targetId, targetType, reason: reasonOf(entry), ...(changes && { changes }) });
  return applied(entry, action);
}
