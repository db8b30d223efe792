import type { Pool } from 'pg';

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
  const { rows } = await pool.query<{ id: string; type: string; tries: number }>(text, [orgId, eventIds]);
  return rows.filter(({ tries }) => tries >= mostTries);
}

const text = `
update governance_inbox
   set tries = tries + 1,
       due_at = case when tries + 1 >= ${mostTries} then 'infinity' else now() + interval '5 seconds' * 2 ^ tries end
 where org_id = $1 and event_id = any ($2::text[])
returning event_id as id, type, tries`;
