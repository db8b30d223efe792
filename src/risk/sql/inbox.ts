import type { Pool } from 'pg';
import { dateOf } from '../../lib/rows.ts';
import { numbered, sql, type Sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';

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
export async function claimInbox(tx: Tx, orgId: string, most: number): Promise<FollowedEvent[]> {
  const fresh = await claim(tx, orgId, sql`tries = 0`, most);
  return fresh.length > 0 ? fresh : claim(tx, orgId, sql`tries > 0 and due_at <= now()`, 1);
}

async function claim(tx: Tx, orgId: string, which: Sql, most: number): Promise<FollowedEvent[]> {
  const rows = await tx.rows<Omit<FollowedEvent, 'at'> & { at: string }>(taking(orgId, which, most));
  return rows
    .map((row) => ({ ...row, at: dateOf(row.at) }))
    .sort((one, other) => one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : 1));
}

const taking = (orgId: string, which: Sql, most: number): Sql => sql`
with oldest as materialized (
  select event_id from governance_inbox
   where org_id = ${orgId} and ${which} order by created_at, event_id limit ${most} for update skip locked
)
delete from governance_inbox i using oldest where i.org_id = ${orgId} and i.event_id = oldest.event_id
returning i.event_id as id, i.type, i.data, to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`;

/** After so many an event is set aside: some twenty minutes, in which an outage may pass. */
export const mostTries = 8;

/**
 * Leaves events that could not be followed for later, each time for longer.
 * @returns those that are set aside now, which nothing will be made of any more
 */
export async function deferInbox(
  pool: Pool,
  orgId: string,
  eventIds: readonly string[],
): Promise<{ id: string; type: string }[]> {
  const { rows } = await pool.query<{ id: string; type: string; tries: number }>(
    numbered(postpone(orgId, eventIds)),
  );
  return rows.filter(({ tries }) => tries >= mostTries);
}

const postpone = (orgId: string, eventIds: readonly string[]): Sql => sql`
update governance_inbox
   set tries = tries + 1,
       due_at = case when tries + 1 >= ${sql.raw(String(mostTries))} then 'infinity' else now() + interval '5 seconds' * 2 ^ tries end
 where org_id = ${orgId} and event_id = any (${eventIds}::text[])
returning event_id as id, type, tries`;
