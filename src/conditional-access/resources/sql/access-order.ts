import { sql, type Sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';
import type { AccessStatus } from '../../judge/types.ts';

/** A policy as its place in the order shows it. */
export interface PlacedPolicy {
  id: string;
  name: string;
  status: AccessStatus;
  priority: number;
}

/** Locks all policies of a tenant, by their ids as the counts of matches do. @returns them in the order in which they are asked */
export const lockAllPolicies = (tx: Tx, orgId: string): Promise<PlacedPolicy[]> => tx.rows(locked(orgId));

const locked = (orgId: string): Sql => sql`
with mine as materialized (
  select id, name, status, priority from access_policies where org_id = ${orgId} order by id for no key update
)
select id, name, status, priority from mine order by priority`;

/**
 * Writes the numbers of policies at once. A number may be that of another policy that moves too, and the index refuses a number twice
 * even inside of a statement. So the policies wait at numbers that no policy has.
 * @param moves fewer than half of all numbers
 */
export async function writePriorities(
  tx: Tx,
  orgId: string,
  moves: readonly Pick<PlacedPolicy, 'id' | 'priority'>[],
  now: Date,
): Promise<void> {
  const given = JSON.stringify(moves);
  await tx.run(waiting(orgId, given));
  await tx.run(arriving(orgId, given, now));
}

const waiting = (orgId: string, given: string): Sql => sql`
with moved as (
  select id, row_number() over (order by id) as at from jsonb_to_recordset(${given}::jsonb) as g (id text)
), free as (
  select n, row_number() over (order by n) as at from generate_series(1, 10000) as n
   where not exists (select from access_policies where org_id = ${orgId} and priority = n)
)
update access_policies p set priority = free.n
  from moved join free using (at)
 where p.org_id = ${orgId} and p.id = moved.id`;

const arriving = (orgId: string, given: string, now: Date): Sql => sql`
update access_policies p set priority = g.priority, version = p.version + 1, updated_at = ${now}
  from jsonb_to_recordset(${given}::jsonb) as g (id text, priority integer)
 where p.org_id = ${orgId} and p.id = g.id`;
