import type { EntityManager } from '@mikro-orm/postgresql';
import type { Locked } from '../platform/locked.ts';
import type { Group } from '../users/groups/entities/group.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import type { FieldChange } from '../platform/events.ts';
import { Failure } from '../failure.ts';
import { isId } from '../lib/id.ts';
import type { MemberChange } from './protocol/patch.ts';
import type { ScimResource } from './protocol/resource.ts';
import type { NamedUser } from '../users/groups/sql/add-members.ts';
import { lockUsers } from '../users/directory/sql/lock-users.ts';
import {
  addScimMembers,
  removeScimMembers,
  removeScimMembersWhere,
  replaceScimMembers,
} from './sql/scim-members.ts';
import type { Membership } from '../users/groups/memberships.ts';

/** What a refusal names of them; there may be thousands. */
const mostNamed = 10;

/** Whom these changes make members, each once. */
export const joining = (changes: readonly MemberChange[]): string[] => [
  ...new Set(changes.flatMap((each) => (each.op === 'add' || each.op === 'replace' ? each.ids : []))),
];

/**
 * Keeps those who become members from being ended meanwhile. To be called before the group is locked: people come
 * before groups, as everywhere, or two calls that wait for each other would wait for ever.
 * @returns the ids of users who have left. Directories list them until their next full run, and a list that is refused
 * for one of them would keep all others out
 * @throws {Failure} SCIM_VALUE_INVALID for what is no id of a user, and for groups, which are never members
 */
export async function lockJoining(em: EntityManager, userIds: readonly string[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  const nested = userIds.filter((id) => isId('grp', id));
  if (nested.length > 0) throw refused(nested, 'a group cannot be a member of a group; send its people');
  const malformed = userIds.filter((id) => !isId('usr', id));
  if (malformed.length > 0) throw refused(malformed, 'this is not the id of a user');
  const present = await lockUsers(em, tenancyOf(em).orgId, userIds);
  return userIds.filter((id) => !present.has(id));
}

/** The same changes without those who have left. */
export const withoutLeft = (changes: readonly MemberChange[], left: readonly string[]): MemberChange[] => {
  const gone = new Set(left);
  return changes.map((change) =>
    change.op === 'add' || change.op === 'replace'
      ? { op: change.op, ids: change.ids.filter((id) => !gone.has(id)) }
      : change,
  );
};

/** What a directory is told in its log of those who have left. */
export const noteOfLeft = (left: readonly string[]): { note?: string } =>
  left.length === 0
    ? {}
    : { note: `members ${namedIn(left)}: these users are not here any more, so they were left out` };

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
  em: EntityManager,
  { id, orgId }: Locked<Group>,
  changes: readonly MemberChange[],
): Promise<{ added: NamedUser[]; removed: NamedUser[] }> {
  const { now } = tenancyOf(em);
  const came = new Map<string, NamedUser>();
  const left = new Map<string, NamedUser>();
  for (const change of changes) {
    const { added, removed } = await applied(em, orgId, id, change, now);
    for (const user of removed) if (!came.delete(user.userId)) left.set(user.userId, user);
    for (const user of added) if (!left.delete(user.userId)) came.set(user.userId, user);
  }
  return { added: [...came.values()], removed: [...left.values()] };
}

async function applied(
  em: EntityManager,
  orgId: string,
  groupId: string,
  change: MemberChange,
  now: Date,
): Promise<Membership> {
  switch (change.op) {
    case 'add':
      return { added: await addScimMembers(em, orgId, groupId, change.ids, now), removed: [] };
    case 'remove':
      return { added: [], removed: await removeScimMembers(em, orgId, groupId, change.ids) };
    case 'removeWhere':
      return { added: [], removed: await removeScimMembersWhere(em, orgId, groupId, change.filter) };
    case 'replace':
      return replaceScimMembers(em, orgId, groupId, change.ids, now);
    case 'clear':
    default:
      return replaceScimMembers(em, orgId, groupId, [], now);
  }
}

/** So that a change of 100,000 members is no audit row of megabytes. */
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
 * What a whole group says of its members. A PUT that does not name them keeps them: one that forgets them must not
 * empty the group (docs/decisions/0012); an empty list does.
 */
export function replacingMembers({ members }: ScimResource, isNamed: boolean): MemberChange[] {
  if (!isNamed) return [];
  const named = (members ?? []) as { value?: string }[];
  const ids = named.map(({ value = '' }) => value);
  return ids.length > 0 ? [{ op: 'replace', ids }] : [{ op: 'clear' }];
}
