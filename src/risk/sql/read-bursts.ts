import type { EntityManager } from '@mikro-orm/postgresql';
import { dateOf } from '../../lib/rows.ts';

/** The worst minutes of a credential: its failures, by code, and where they came from. */
export interface Burst {
  credentialId: string;
  failures: number;
  codes: Record<string, number>;
  addresses: string[];
  from: Date;
  to: Date;
}

/** Finds for each credential the `minutes` with the most failures, of those that end at `since` or later. */
export async function readBursts(
  em: EntityManager,
  orgId: string,
  since: readonly { credentialId: string; at: Date }[],
  minutes: number,
): Promise<Burst[]> {
  if (since.length === 0) return [];
  const rows = await em.execute<(Omit<Burst, 'from' | 'to'> & { from: string; to: string })[]>(
    text(minutes),
    [JSON.stringify(since), orgId, orgId],
  );
  return rows.map((row) => ({ ...row, from: dateOf(row.from), to: dateOf(row.to) }));
}

const text = (minutes: number): string => `
with asked as (
  select n."credentialId" as credential_id, n.at from jsonb_to_recordset(?::jsonb) as n ("credentialId" text, at timestamptz)
), ends as (
  select f.credential_id, f.at, a.at as since,
         sum(f.failures) over (partition by f.credential_id order by f.at
                               range between interval '${minutes} minutes' preceding and current row) as failures
    from asked a
    join failure_facts f on f.org_id = ? and f.credential_id = a.credential_id
                        and f.at >= a.at - interval '${minutes} minutes'
), worst as (
  select distinct on (credential_id) credential_id, at, failures
    from ends where at >= since order by credential_id, failures desc, at
)
select w.credential_id as "credentialId", w.failures::float8 as failures, w.at as "to", f."from", f.codes, f.addresses
  from worst w
 cross join lateral (
   select min(at) as "from", jsonb_object_agg(code, failures) as codes,
          (array_agg(distinct address) filter (where address is not null))[1:10] as addresses
     from (select code, address, min(at) as at,
                  sum(sum(failures)) over (partition by code)::float8 as failures
             from failure_facts
            where org_id = ? and credential_id = w.credential_id
              and at >= w.at - interval '${minutes} minutes' and at <= w.at
            group by code, address) as f
 ) as f`;
