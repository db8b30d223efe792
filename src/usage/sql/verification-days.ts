import { sql, type Sql } from '../../lib/sql.ts';
import type { VerdictCode } from '../../credentials/verifications.ts';
import type { Tx } from '../../platform/tx.ts';

/** Verifications of a day and code, in UTC. */
export interface VerificationDay {
  /** As `2026-01-15`. */
  date: string;
  code: VerdictCode;
  count: number;
}

/** Reads the verifications of the last `days` days, today included. A tenant has a row for each day and code. */
export const readVerificationDays = (tx: Tx, orgId: string, days: number): Promise<VerificationDay[]> =>
  tx.rows<VerificationDay>(ofTenant(orgId, days));

const ofTenant = (orgId: string, days: number): Sql => sql`
select to_char(day, 'YYYY-MM-DD') as date, code, verifications::float8 as count from verification_days
 where org_id = ${orgId} and day > (now() at time zone 'UTC')::date - ${days}::int and day <= (now() at time zone 'UTC')::date
 order by day, code`;

/** The verifications of one credential, by code. */
export interface KeyOutcomes {
  credentialId: string;
  /** Null if the credential was removed. */
  name: string | null;
  identityId: string | null;
  identityName: string | null;
  codes: { code: VerdictCode; count: number }[];
}

export interface Outcomes {
  days: VerificationDay[];
  /** Keys, those with the most refusals first. */
  keys: KeyOutcomes[];
  isCapped: boolean;
}

/** The credential or the identity whose verifications are read; both undefined for those of the tenant. */
export interface OutcomesOf {
  credentialId?: string;
  identityId?: string;
}

/** Rows of refusals, and of uses, that one report reads; credentials of an identity; keys that are named. */
const mostRows = 10_000;
const mostCredentials = 1_000;
const mostKeys = 100;

/**
 * Reads the verifications of the last `days` days by day and code, and those of the keys with the most refusals. Reads
 * {@link mostRows} of each table, the newest days of a tenant first, or one more to know of others.
 */
export async function readOutcomes(tx: Tx, orgId: string, of: OutcomesOf, days: number): Promise<Outcomes> {
  const isNarrow = of.credentialId !== undefined || of.identityId !== undefined;
  const parts = isNarrow ? narrow(orgId, of, days) : wide(orgId, days);
  const found = await tx.row<Outcomes>(outcomes(orgId, parts, days));
  if (!found) throw new Error('a statement of sums returns one row');
  return isNarrow ? found : { ...found, days: await readVerificationDays(tx, orgId, days) };
}

interface Parts {
  asked: Sql;
  refused: Sql;
  /** The keys whose uses are read. */
  used: Sql;
}

const inPeriod = (days: number): Sql =>
  sql`d.day > (select today - ${days}::int from period) and d.day <= (select today from period)`;

const wide = (orgId: string, days: number): Parts => ({
  asked: sql`select null::text as id where false`,
  refused: sql`select d.credential_id, d.day, d.code, d.refusals from refusal_days d
             where d.org_id = ${orgId} and ${inPeriod(days)} order by d.day desc, d.credential_id`,
  used: sql`select credential_id as id from refused group by credential_id order by sum(refusals) desc, credential_id limit ${mostKeys}`,
});

const narrow = (orgId: string, of: OutcomesOf, days: number): Parts => {
  const { credentialId = null, identityId = null } = of;
  return {
    asked: sql`select id from credentials
           where org_id = ${orgId} and (${credentialId}::text is null or id = ${credentialId}::text)
             and (${identityId}::text is null or identity_id = ${identityId}::text)
           limit ${mostCredentials + 1}`,
    refused: sql`select d.credential_id, d.day, d.code, d.refusals from asked a
              join refusal_days d on d.org_id = ${orgId} and d.credential_id = a.id and ${inPeriod(days)}`,
    used: sql`select id from asked`,
  };
};

const outcomes = (orgId: string, { asked, refused, used }: Parts, days: number): Sql => sql`
with period as materialized (select (now() at time zone 'UTC')::date as today
), asked as materialized (${asked}
), refused as materialized (${refused} limit ${mostRows + 1}
), named as materialized (${used}
), used as materialized (
  select d.credential_id, d.day, d.uses from named n
    join usage_days d on d.org_id = ${orgId} and d.credential_id = n.id and d.source = 'VERIFY' and ${inPeriod(days)}
   limit ${mostRows + 1}
), counted as materialized (
  select credential_id, day, code, refusals as count, refusals from refused where credential_id in (select id from named)
  union all
  select credential_id, day, 'VALID', uses, 0 from used
), daily as (
  select to_char(day, 'YYYY-MM-DD') as date, code, sum(count)::float8 as count from counted group by day, code
), top as (
  select credential_id, sum(refusals) as refusals, sum(count) as count from counted
   group by credential_id order by 2 desc, 3 desc, 1 limit ${mostKeys}
), keys as (
  select t.credential_id as "credentialId", c.name, c.identity_id as "identityId", i.name as "identityName",
         (select jsonb_agg(jsonb_build_object('code', s.code, 'count', s.count) order by s.code)
            from (select code, sum(count)::float8 as count from counted o
                   where o.credential_id = t.credential_id group by code) as s) as codes,
         row_number() over (order by t.refusals desc, t.count desc, t.credential_id) as place
    from top t
    left join credentials c on c.org_id = ${orgId} and c.id = t.credential_id
    left join identities i on i.org_id = c.org_id and i.id = c.identity_id
)
select coalesce((select jsonb_agg(to_jsonb(d) order by date, code) from daily d), '[]') as days,
       coalesce((select jsonb_agg(to_jsonb(k) - 'place' order by place) from keys k), '[]') as keys,
       (select count(*) from refused) > ${mostRows} or (select count(*) from used) > ${mostRows}
         or (select count(*) from asked) > ${mostCredentials}
         or (select count(distinct credential_id) from refused) > ${mostKeys} as "isCapped"`;
