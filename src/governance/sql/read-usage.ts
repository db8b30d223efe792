import type { EntityManager } from '@mikro-orm/postgresql';

export interface UsageDay {
  /** UTC, `2026-01-15`. */
  date: string;
  total: number;
  verify: number;
  api: number;
}

export interface AddressUse {
  /** Null where a verification named none. */
  address: string | null;
  total: number;
  verify: number;
  api: number;
  firstDay: string;
  lastDay: string;
}

export interface Usage {
  /** Every day of the window, oldest first. */
  days: UsageDay[];
  /** Of how many addresses there are, those of most uses. */
  addresses: AddressUse[];
  addressCount: number;
}

/** Whose uses: one credential's, or those of all that an identity ever had. */
export type UsageOf = { credentialId: string } | { identityId: string };

const mostAddresses = 100;

/**
 * The uses of the last `days` days, today included: daily sums, and the facts that are in no sum yet, in one snapshot, so that
 * none counts twice while they are summed up.
 */
export async function readUsage(em: EntityManager, orgId: string, of: UsageOf, days: number): Promise<Usage> {
  const [credentials, values] =
    'credentialId' in of ? [one, [of.credentialId]] : [allOfIdentity, [orgId, of.identityId]];
  const window = [days - 1, ...values, orgId, orgId, mostAddresses];
  const [usage] = await em.execute<Usage[]>(text(credentials), window);
  if (!usage) throw new Error('sums have one row');
  return usage;
}

const one = 'select ?::text collate "C" as id';
// What ended before the window was not used in it. A credential that is gone has left its sums without an identity.
const allOfIdentity = `
  select id from credentials, bounds
   where org_id = ? and identity_id = ? and (expires_at is null or expires_at >= first::timestamp at time zone 'UTC')`;

const sums = `
  coalesce(sum(u.uses), 0)::float8 as total,
  coalesce(sum(u.uses) filter (where u.source = 'VERIFY'), 0)::float8 as verify,
  coalesce(sum(u.uses) filter (where u.source = 'API'), 0)::float8 as api`;

// There are no uses of days to come; saying so spares a look into each of their partitions.
const text = (credentials: string): string => `
with bounds as materialized (
  select today, today - ?::int as first from (select (now() at time zone 'UTC')::date as today) as t
), asked as materialized (${credentials}
), uses as materialized (
  select d.day, d.source, d.address, d.uses from asked a
    join usage_days d on d.org_id = ? and d.credential_id = a.id
     and d.day >= (select first from bounds) and d.day <= (select today from bounds)
  union all
  select (f.at at time zone 'UTC')::date, f.source, f.address, f.uses from asked a
    join usage_facts f on f.org_id = ? and f.credential_id = a.id
     and f.at >= (select greatest(rolled_to, first::timestamp at time zone 'UTC') from usage_progress, bounds)
     and f.at < (select (today + 1)::timestamp at time zone 'UTC' from bounds)
), daily as (
  select to_char(w.day, 'YYYY-MM-DD') as date, ${sums}
    from (select generate_series(first, today, interval '1 day')::date as day from bounds) as w
    left join uses u on u.day = w.day
   group by w.day
), places as (
  select u.address, ${sums}, to_char(min(u.day), 'YYYY-MM-DD') as "firstDay", to_char(max(u.day), 'YYYY-MM-DD') as "lastDay",
         count(*) over () as count
    from uses u group by u.address order by sum(u.uses) desc, u.address limit ?
)
select (select jsonb_agg(to_jsonb(d) order by date) from daily d) as days,
       coalesce((select max(count)::int from places), 0) as "addressCount",
       coalesce((select jsonb_agg(to_jsonb(p) - 'count' order by total desc, address) from places p), '[]') as addresses`;
