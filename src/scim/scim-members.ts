import type { Locked } from '../platform/locked.ts';
import type { Group } from '../users/groups/entities/group.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { FieldChange } from '../platform/events.ts';
import type { Tx } from '../platform/tx.ts';
import { Failure } from '../failure.ts';
import { isId } from '../lib/id.ts';
import type { MemberChange } from './protocol/members.ts';
import type { ScimResource } from './protocol/resource.ts';
import type { NamedUser } from '../users/groups/sql/members.ts';
import { type KeptUserId, type KeptUsers, lockUsers, noKeptUsers } from '../users/directory/sql/users.ts';
import {
  addScimMembers,
  removeScimMembers,
  removeScimMembersWhere,
  replaceScimMembers,
} from './sql/scim-members.ts';
import type { Membership } from '../users/groups/memberships.ts';

/** The most members that a refusal names; there may be thousands. */
const mostNamed = 10;

/** Returns the ids that these changes make members, each once. */
export const joining = (changes: readonly MemberChange[]): string[] => [
  ...new Set(changes.flatMap((each) => (each.op === 'add' || each.op === 'replace' ? each.ids : []))),
];

/** The users that a change makes members. */
export interface Joining {
  kept: KeptUsers;
  /**
   * The ids of users who have left. Directories list them until their next full run, and a list that is refused for one of
   * them would keep all others out.
   */
  left: string[];
}

/**
 * Keeps the new members from being ended meanwhile. Call it before the group is locked. Every change locks users before
 * groups; otherwise two calls would wait for each other.
 * @throws {Failure} SCIM_VALUE_INVALID for values that are not ids of users, and for groups, which are never members
 */
export async function lockJoining(tx: Tx, userIds: readonly string[]): Promise<Joining> {
  if (userIds.length === 0) return { kept: noKeptUsers, left: [] };
  const nested = userIds.filter((id) => isId('grp', id));
  if (nested.length > 0)
    throw refused(nested, 'a group cannot be a member of a group; send the members of that group');
  const malformed = userIds.filter((id) => !isId('usr', id));
  if (malformed.length > 0) throw refused(malformed, 'this is not the ID of a user');
  const kept = await lockUsers(tx, tenancyOf(tx).orgId, userIds);
  return { kept, left: userIds.filter((id) => !kept.has(id)) };
}

/** The same changes without those who have left. */
export const withoutLeft = (
  changes: readonly MemberChange[],
  { kept, left }: Joining,
): MemberChange<KeptUserId>[] => {
  const gone = new Set(left);
  return changes.map((change): MemberChange<KeptUserId> => {
    if (change.op !== 'add' && change.op !== 'replace') return change;
    const ids = change.ids.filter((id) => !gone.has(id));
    // `edit` is pure, so its second call adds no other members than the first.
    if (!ids.every((id) => kept.has(id)))
      throw new Error('A member was not in the list of announced members');
    return { op: change.op, ids };
  });
};

/** Returns the note for the log of a directory about users who have left. */
export const noteOfLeft = (left: readonly string[]): { note?: string } =>
  left.length === 0
    ? {}
    : { note: `members ${namedIn(left)}: these users no longer exist, so they were left out` };

function refused(ids: readonly string[], why: string): Failure {
  return new Failure('SCIM_VALUE_INVALID', { detail: `members ${namedIn(ids)}: ${why}` });
}

function namedIn(ids: readonly string[]): string {
  const named = ids.slice(0, mostNamed).map((id) => JSON.stringify(id.slice(0, 100)));
  const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : '';
  return named.join(', ') + more;
}

/** Applies the changes to a group in their order. @returns what came of all of them together */
export async function changeMembers(
  tx: Tx,
  group: Locked<Group>,
  changes: readonly MemberChange<KeptUserId>[],
): Promise<{ added: NamedUser[]; removed: NamedUser[] }> {
  const { now } = tenancyOf(tx);
  const came = new Map<string, NamedUser>();
  const left = new Map<string, NamedUser>();
  for (const change of changes) {
    const { added, removed } = await applied(tx, group, change, now);
    for (const user of removed) if (!came.delete(user.userId)) left.set(user.userId, user);
    for (const user of added) if (!left.delete(user.userId)) came.set(user.userId, user);
  }
  return { added: [...came.values()], removed: [...left.values()] };
}

async function applied(
  tx: Tx,
  group: Locked<Group>,
  change: MemberChange<KeptUserId>,
  now: Date,
): Promise<Membership> {
  switch (change.op) {
    case 'add':
      return { added: await addScimMembers(tx, group, change.ids, now), removed: [] };
    case 'remove':
      return { added: [], removed: await removeScimMembers(tx, group, change.ids) };
    case 'removeWhere':
      return { added: [], removed: await removeScimMembersWhere(tx, group, change.filter) };
    case 'replace':
      return replaceScimMembers(tx, group, change.ids, now);
    case 'clear':
    default:
      return replaceScimMembers(tx, group, [], now);
  }
}

/** The most members that an audit row shows. A change of 100,000 members would otherwise make a row of megabytes. */
const mostShown = 1_000;

/** As the trail of a membership change over the API: who left, who came; the count when not all of them are named. */
export function memberChanges({ added, removed }: Membership, before: number): FieldChange[] {
  if (added.length + removed.length === 0) return [];
  const ids = (people: readonly NamedUser[]): string[] =>
    people.slice(0, mostShown).map(({ userId }) => userId);
  const members = { field: 'members', from: ids(removed), to: ids(added) };
  if (Math.max(added.length, removed.length) <= mostShown) return [members];
  const after = before + added.length - removed.length;
  return [members, { field: 'memberCount', from: before, to: after }];
}

/**
 * Returns the changes of members that a whole group requires. A PUT that does not name members keeps them. A
 * directory that forgets the members must not empty the group (docs/decisions/0012). An empty list empties the
 * group.
 */
export function replacingMembers({ members }: ScimResource, isNamed: boolean): MemberChange[] {
  if (!isNamed) return [];
  const named = (members ?? []) as { value?: string }[];
  const ids = named.map(({ value = '' }) => value);
  return ids.length > 0 ? [{ op: 'replace', ids }] : [{ op: 'clear' }];
}
