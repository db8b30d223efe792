import type { Group } from './entities/group.ts';
import { type Actor, emit, type NewEvent } from '../../platform/events.ts';
import type { Tx } from '../../platform/tx.ts';
import type { NamedUser } from './sql/members.ts';
import { subject } from './groups.ts';

/** Who came into a group and who left it. */
export interface Membership {
  added: readonly NamedUser[];
  removed: readonly NamedUser[];
}

/** So that the event rows of 100,000 people are not one statement. */
const atOnce = 5_000;

/** Tells of each person who came or left, first of those who left. */
export async function emitMembership(
  tx: Tx,
  group: Group,
  { added, removed }: Membership,
  actor: Actor,
): Promise<void> {
  const events: NewEvent[] = [
    ...removed.map(
      ({ userId, userName }): NewEvent => ({
        type: 'group.member_removed',
        data: { ...subject(group), userId, userName, removedBy: actor },
      }),
    ),
    ...added.map(
      ({ userId, userName }): NewEvent => ({
        type: 'group.member_added',
        data: { ...subject(group), userId, userName, addedBy: actor },
      }),
    ),
  ];
  for (let at = 0; at < events.length; at += atOnce) await emit(tx, events.slice(at, at + atOnce));
}
