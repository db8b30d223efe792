import type { EntityManager } from '@mikro-orm/postgresql';
import { dateOf } from '../../lib/rows.ts';

/** An event that risk or an alert depends on. */
export interface FollowedEvent {
  id: string;
  type: string;
  data: Readonly<Record<string, unknown>>;
  at: Date;
}

/**
 * Takes events of the tenant, the oldest first: they are gone when this commits. One that failed before is taken alone, when
 * there are no others, so that it takes none with it.
 */
export async function claimInbox(em: EntityManager, orgId: string, most: number): Promise<FollowedEvent[]> {
  const fresh = await claim(em, orgId, 'tries = 0', most);
  return fresh.length > 0 ? fresh : claim(em, orgId, 'tries > 0 and due_at <= now()', 1);
}

async function claim(
  em: EntityManager,
  orgId: string,
  which: string,
  most: number,
): Promise<FollowedEvent[]> {
  const rows = await em.execute<(Omit<FollowedEvent, 'at'> & { at: string })[]>(text(which), [
    orgId,
    most,
    orgId,
  ]);
  return rows
    .map((row) => ({ ...row, at: dateOf(row.at) }))
    .sort((one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1));
}

const text = (which: string): string => `
with oldest as materialized (
  select event_id from governance_inbox
   where org_id = ? and ${which} order by created_at, event_id limit ? for update skip locked
)
delete from governance_inbox i using oldest where i.org_id = ? and i.event_id = oldest.event_id
returning i.event_id as id, i.type, i.data, to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`;
