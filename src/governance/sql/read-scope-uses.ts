import type { EntityManager } from '@mikro-orm/postgresql';
import { dateOf } from '../../lib/rows.ts';

export interface UsedScope {
  scope: string;
  first: Date;
  last: Date;
  uses: number;
}

/** What is known of the use of one credential within a window. */
export interface ScopeRecord {
  credentialId: string;
  /** Scopes used within the window. */
  used: UsedScope[];
  /** Scopes that are on record at all. */
  kept: number;
  verified: boolean;
  called: boolean;
  /** Whether some use is so old that its scopes are on record for certain. */
  settled: boolean;
  /** When the recording of scopes began. */
  recordedSince: Date;
}

type RawRecord = Omit<ScopeRecord, 'used' | 'recordedSince'> & {
  used: { scope: string; first: string; last: string; uses: number }[];
  recordedSince: string;
};

/** Reads which scopes these credentials used within so many days, and whether they were used at all. */
export async function readScopeUses(
  em: EntityManager,
  orgId: string,
  credentialIds: readonly string[],
  windowDays: number,
): Promise<Map<string, ScopeRecord>> {
  if (credentialIds.length === 0) return new Map();
  const ids = JSON.stringify(credentialIds);
  const rows = await em.execute<RawRecord[]>(text, [windowDays, ids, orgId, orgId, orgId]);
  return new Map(
    rows.map((row) => [
      row.credentialId,
      {
        ...row,
        recordedSince: dateOf(row.recordedSince),
        used: row.used.map(({ scope, first, last, uses }) => ({
          scope,
          first: dateOf(first),
          last: dateOf(last),
          uses,
        })),
      },
    ]),
  );
}

// Sums have no hour, so the window begins with its first day, for scopes, too: a use whose scope is older than the window
// would be one that needed none. What is not a minute old is not settled: its scopes may not be written yet.
const text = `
with bounds as materialized (
  select date_trunc('day', now() - ?::int * interval '24 hours', 'UTC') as since, (now() at time zone 'UTC')::date as today,
         rolled_to, scopes_since
    from usage_progress
), asked as (
  select id from jsonb_array_elements_text(?::jsonb) as asked (id)
)
select a.id as "credentialId", b.scopes_since as "recordedSince",
       coalesce(s.kept, 0)::int as kept, coalesce(s.used, '[]') as used,
       coalesce('VERIFY' = any (u.sources), false) as verified, coalesce('API' = any (u.sources), false) as called,
       coalesce(u.settled, false) as settled
  from asked a cross join bounds b
  left join lateral (
    select count(*) as kept,
           jsonb_agg(jsonb_build_object('scope', s.scope, 'first', s.first_used_at, 'last', s.last_used_at, 'uses', s.uses)
                     order by s.scope) filter (where s.last_used_at >= b.since) as used
      from scope_uses s where s.org_id = ? and s.credential_id = a.id) as s on true
  left join lateral (
    select array_agg(distinct source) as sources, bool_or(settled) as settled from (
      select d.source, true as settled from usage_days d
       where d.org_id = ? and d.credential_id = a.id and d.day >= (select (since at time zone 'UTC')::date from bounds) and d.day <= (select today from bounds)
      union
      select f.source, f.at < now() - interval '1 minute' from usage_facts f
       where f.org_id = ? and f.credential_id = a.id and f.at >= (select greatest(since, rolled_to) from bounds)
         and f.at < (select (today + 1)::timestamp at time zone 'UTC' from bounds)) as seen) as u on true`;
