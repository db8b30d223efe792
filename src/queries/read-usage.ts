import type { EntityManager } from '@mikro-orm/postgresql';

export interface UsageDay {
  /** UTC, `2026-01-15`. */
  date: string;
  total: number;
  verify: number;
  api: number;
}

/** Sums the usage facts of a credential by day, for the last `days` days, today included, oldest first. */
export async function readUsage(
  em: EntityManager,
  orgId: string,
  credentialId: string,
  days: number,
): Promise<UsageDay[]> {
  return em.execute<UsageDay[]>(text, [days - 1, orgId, credentialId]);
}

const text = `
select to_char(d.day, 'YYYY-MM-DD') as date,
       coalesce(sum(f.uses), 0)::float8 as total,
       coalesce(sum(f.uses) filter (where f.source = 'VERIFY'), 0)::float8 as verify,
       coalesce(sum(f.uses) filter (where f.source = 'API'), 0)::float8 as api
  from (select generate_series(today - ?::int * interval '1 day', today, interval '1 day') as day
          from (select date_trunc('day', now() at time zone 'UTC') as today) as t) as d
  left join usage_facts f
    on f.org_id = ? and f.credential_id = ?
   and f.at >= d.day at time zone 'UTC' and f.at < (d.day + interval '1 day') at time zone 'UTC'
 group by d.day order by d.day`;
