import { assignChanges } from '../../platform/fields.ts';
import { lockOne } from '../../platform/locked.ts';
import type { Tx } from '../../platform/tx.ts';
import { Group } from '../../users/groups/entities/group.ts';
import { endGroup } from '../../users/groups/groups.ts';
import { emitMembership } from '../../users/groups/memberships.ts';
import { removeMember } from '../../users/groups/sql/members.ts';
import { memberIds } from '../sql/member-ids.ts';
import { record, restorer } from '../subjects.ts';
import {
  applied,
  isErased,
  known,
  lastOf,
  lastValue,
  type LostEntry,
  narrowed,
  reasonOf,
  type Replay,
  type Replayed,
  unreplayed,
} from './replay.ts';
import { told } from './told.ts';

const groupFields = new Set(['scopes', 'members', 'name', 'description', 'externalId', 'displayName']);

/** Replays the end of a group, of its scopes and of its memberships. */
export const replayGroup: Replay = async (tx, id, entries) => {
  const group = await lockOne(tx, Group, { id });
  if (!group) return undefined;
  const deleted = lastOf(entries, 'group.delete');
  if (deleted) {
    await endGroup(tx, group, restorer);
    return [await told(tx, deleted)];
  }
  const done: Replayed[] = [];
  const erased = entries.findLast((entry) => entry.erased && entry.action === 'group.update');
  const scopes = erased ? { entry: erased, to: [] } : lastValue(entries, 'scopes');
  const kept = scopes && narrowed(group.scopes, scopes.to);
  if (scopes && kept && kept.length < group.scopes.length) {
    const changes = assignChanges<Group>(group, { scopes: kept });
    await record(tx, { action: 'group.update', targetId: id, reason: reasonOf(scopes.entry), changes });
    done.push(applied(scopes.entry, 'group.update'));
  }
  for (const [userId, entry] of await leavers(tx, group, entries)) {
    const removed = await removeMember(tx, group, userId);
    if (!removed) {
      done.push(known(entry));
      continue;
    }
    group.memberCount -= 1;
    await emitMembership(tx, group, { added: [], removed: [removed] }, restorer);
    const changes = [{ field: 'members', from: [userId], to: [] }];
    await record(tx, { action: 'group.remove_member', targetId: id, reason: reasonOf(entry), changes });
    done.push(applied(entry, 'group.remove_member'));
  }
  return [...done, ...unreplayed(entries, 'group.update', groupFields)];
};

/** The users that left a group and did not come back: everyone, if an entry does not name them. */
async function leavers(tx: Tx, group: Group, entries: readonly LostEntry[]): Promise<Map<string, LostEntry>> {
  const left = new Map<string, LostEntry>();
  for (const entry of entries) {
    if (isErased([entry], 'group.remove_member', 'group.update'))
      for (const user of await memberIds(tx, group)) left.set(user, entry);
    for (const { field, from, to } of entry.changes) {
      if (field !== 'members') continue;
      // A list that was too long for the audit log is a text.
      const gone = typeof from === 'string' ? await memberIds(tx, group) : usersIn(from);
      for (const user of gone) left.set(user, entry);
      for (const user of usersIn(to)) left.delete(user);
    }
  }
  return left;
}

const usersIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
