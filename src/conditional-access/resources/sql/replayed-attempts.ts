import type { Pool } from 'pg';
import type { AccessDecision } from '../../judge/types.ts';
import { named, numbered, shared, sql, type Sql } from '../../../lib/sql.ts';
import type { StoredSignals } from './access-decisions.ts';

/** A period of one tenant. */
export interface Period {
  orgId: string;
  from: Date;
  to: Date;
}

/** Where the next batch starts: behind the last row of the batch before. */
export interface Place {
  id: string;
  at: Date;
}

export interface Batch<Row> {
  rows: Row[];
  /** How many rows of the table were read for it. */
  read: number;
  /** Undefined at the end. */
  next: Place | undefined;
}

/** A recorded decision about a user. */
export interface ReplayedDecision {
  at: Date;
  userId: string;
  application: string | null;
  decision: AccessDecision;
  attempts: number;
  /** The policy that decided. */
  policyId: string | null;
  signals: StoredSignals;
}

const batchSize = 2_000;

export const start: Place = { id: '', at: new Date(0) };

/** Reads decisions about users by their time. */
export async function readDecisions(
  pool: Pool,
  period: Period,
  after: Place,
): Promise<Batch<ReplayedDecision>> {
  const { rows } = await pool.query<ReplayedDecision & { id: string; subject: string }>(
    numbered(named('replayed-decisions', decisions(period, after))),
  );
  const last = rows.length < batchSize ? undefined : rows.at(-1);
  return {
    rows: rows.filter(({ subject }) => subject === 'user'),
    read: rows.length,
    next: last && { id: last.id, at: last.at },
  };
}

const decisions = ({ orgId, from, to }: Period, after: Place): Sql => sql`
select id, at, subject, user_id as "userId", application, decision, attempts, policy_id as "policyId", case subject when 'user' then signals end as signals
  from access_decisions
 where org_id = ${orgId} and (at, id) > (${after.at}::timestamptz, ${after.id}::text)
   and at >= ${from}::timestamptz and at < ${to}::timestamptz
 order by at, id limit ${batchSize}::int`;

/** Uses of a credential from one address in one minute. */
export interface ReplayedUse {
  identityId: string | null;
  identityType: string | null;
  minute: Date;
  address: string | null;
  source: 'VERIFY' | 'API';
  uses: number;
}

/** As one JSON text, which is read far faster than rows: the minute in seconds, address, whether it is API, uses. */
type Minute = [number, string | null, boolean, number];

interface UsesOfCredential {
  credentialId: string;
  identityId: string | null;
  identityType: string | null;
  last: Date;
  facts: number;
  minutes: Minute[];
}

/** Facts of one batch: so many are read in a few milliseconds. Facts of one credential and moment are never torn apart. */
const factsAtOnce = 4_000;

/** Reads uses credential by credential, each by time. Policies see no more of the time than its minute. */
export async function readUses(pool: Pool, period: Period, after: Place): Promise<Batch<ReplayedUse>> {
  const { rows } = await pool.query<UsesOfCredential>(numbered(named('replayed-uses', uses(period, after))));
  const last = rows.at(-1);
  const read = rows.reduce((sum, { facts }) => sum + facts, 0);
  return {
    rows: rows.flatMap(({ identityId, identityType, minutes }) =>
      minutes.map(
        ([minute, address, isCall, count]): ReplayedUse => ({
          identityId,
          identityType,
          minute: new Date(minute * 1_000),
          address,
          source: isCall ? 'API' : 'VERIFY',
          uses: count,
        }),
      ),
    ),
    read,
    next: last && read >= factsAtOnce ? { id: last.credentialId, at: last.last } : undefined,
  };
}

const uses = ({ orgId, from, to }: Period, after: Place): Sql => {
  const tenant = shared(orgId);
  return sql`
with facts as materialized (
  select credential_id, at, address, source, uses from usage_facts
   where org_id = ${tenant} and (credential_id, at) > (${after.id}::text, ${after.at}::timestamptz)
     and at >= ${from}::timestamptz and at < ${to}::timestamptz
   order by credential_id, at fetch first (${factsAtOnce}::int) rows with ties
), minutes as (
  select credential_id, address, source, date_trunc('minute', at) as minute, max(at) as last, count(*) as facts, sum(uses) as uses
    from facts group by credential_id, address, source, date_trunc('minute', at)
), found as (
  select credential_id, max(last) as last, sum(facts)::int as facts,
         json_agg(json_build_array(extract(epoch from minute)::int8, address, source = 'API', uses)) as minutes
    from minutes group by credential_id
)
select f.credential_id as "credentialId", i.id as "identityId", i.type as "identityType", f.last, f.facts, f.minutes
  from found f
  left join credentials c on c.org_id = ${tenant} and c.id = f.credential_id
  left join identities i on i.org_id = ${tenant} and i.id = c.identity_id
 order by f.credential_id`;
};
