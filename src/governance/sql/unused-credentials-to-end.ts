import type { EntityManager } from '@mikro-orm/postgresql';
import { dateOf } from '../../lib/rows.ts';
import { unusedSince } from '../../credentials/sql/list-unused-credentials.ts';

export interface UnusedToEnd {
  unusedForDays: number;
  /** Those that can still be ended so. */
  statuses: readonly string[];
  identityTypes?: readonly string[];
  tags?: readonly string[];
  after?: string;
}

export interface UnusedOne {
  id: string;
  name: string;
  identityId: string;
  identityName: string;
  scopes: string[];
  unusedSince: Date;
  /** Whether it is unused for long enough; else it was only never used. */
  due: boolean;
  /** Whether the grace period of an old secret is over unseen. */
  graceEnded: boolean;
}

/**
 * The credentials that nobody uses, and those never used that are newer than that, in the order of their ids as every
 * statement that locks credentials goes.
 * @param lock whether to keep them from being used or changed until the transaction ends
 */
export async function unusedCredentialsToEnd(
  em: EntityManager,
  orgId: string,
  { unusedForDays, statuses, identityTypes, tags, after }: UnusedToEnd,
  { most, lock }: { most: number; lock: boolean },
): Promise<UnusedOne[]> {
  const conditions: [sql: string, value: unknown][] = [
    ['c.org_id = ?', orgId],
    [`c.status = any (array(select jsonb_array_elements_text(?::jsonb)))`, JSON.stringify(statuses)],
    [`(c.last_used_at is null or c.last_used_at < now() - ? * interval '1 day')`, unusedForDays],
  ];
  if (after !== undefined) conditions.push(['c.id > ?', after]);
  if (identityTypes)
    conditions.push([
      'i.type = any (array(select jsonb_array_elements_text(?::jsonb)))',
      JSON.stringify(identityTypes),
    ]);
  if (tags)
    conditions.push(['i.tags && array(select jsonb_array_elements_text(?::jsonb))', JSON.stringify(tags)]);
  const rows = await em.execute<(Omit<UnusedOne, 'unusedSince'> & { unusedSince: string })[]>(
    `select c.id, c.name, c.identity_id as "identityId", i.name as "identityName", c.scopes,
            ${unusedSince} as "unusedSince", ${unusedSince} < now() - ? * interval '1 day' as due,
            coalesce(c.previous_expires_at <= now(), false) as "graceEnded"
       from credentials c join identities i on i.org_id = c.org_id and i.id = c.identity_id
      where c.deleted_at is null and (c.expires_at is null or c.expires_at > now())
        and ${conditions.map(([sql]) => sql).join(' and ')}
      order by c.org_id, c.id limit ? ${lock ? 'for no key update of c' : ''}`,
    [unusedForDays, ...conditions.map(([, value]) => value), most],
  );
  return rows.map((row) => ({ ...row, unusedSince: dateOf(row.unusedSince) }));
}
