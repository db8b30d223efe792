import type { AccessPolicySource } from '../../judge/types.ts';
import { dateOf, dateOrNull } from '../../../lib/rows.ts';
import { sql, type Sql } from '../../../lib/sql.ts';
import type { ReplayExample, ReplayResult } from '../replay.ts';
import type { Tx } from '../../../platform/tx.ts';

export type BacktestStatus = 'WAITING' | 'RUNNING' | 'COMPLETED' | 'FAILED';

/** A back-test of a draft. */
export interface Backtest {
  id: string;
  status: BacktestStatus;
  /** After the end, only its name is left. */
  draft: AccessPolicySource;
  inPlaceOf: string | null;
  from: Date;
  to: Date;
  result: ReplayResult | null;
  examples: ReplayExample[];
  startedAt: Date | null;
  endedAt: Date | null;
  createdBy: string | null;
  createdAt: Date;
}

export type NewBacktest = Pick<Backtest, 'id' | 'draft' | 'inPlaceOf' | 'from' | 'to' | 'createdBy'>;

/** The back-tests of a tenant that have not ended. */
export async function countUnended(tx: Tx, orgId: string): Promise<number> {
  const row = await tx.row<{ count: number }>(unended(orgId));
  return row?.count ?? 0;
}

const unended = (orgId: string): Sql =>
  sql`select count(*)::int as count from access_backtests where org_id = ${orgId} and status in ('WAITING', 'RUNNING')`;

/** Adds a back-test, and forgets the oldest ones beyond `most`. */
export async function insertBacktest(
  tx: Tx,
  orgId: string,
  backtest: NewBacktest,
  most: number,
): Promise<Backtest> {
  const row = await tx.row<RawRow>(insert(orgId, backtest, most));
  if (!row) throw new Error('Postgres returned no row');
  return toBacktest(row);
}

const columns = sql`id, status, draft, in_place_of as "inPlaceOf", period_from as "from", period_to as "to", result, examples,
  started_at as "startedAt", ended_at as "endedAt", created_by as "createdBy", created_at as "createdAt"`;

const insert = (orgId: string, backtest: NewBacktest, most: number): Sql => sql`
with surplus as (
  delete from access_backtests where org_id = ${orgId} and status in ('COMPLETED', 'FAILED') and id in (
    select id from access_backtests where org_id = ${orgId} order by created_at desc, id desc offset ${most}::int - 1)
)
insert into access_backtests (org_id, id, draft, in_place_of, period_from, period_to, created_by)
values (${orgId}, ${backtest.id}, ${JSON.stringify(backtest.draft)}::jsonb, ${backtest.inPlaceOf},
        ${backtest.from}::timestamptz, ${backtest.to}::timestamptz, ${backtest.createdBy})
returning ${columns}`;

export async function readBacktest(tx: Tx, orgId: string, id: string): Promise<Backtest | undefined> {
  const row = await tx.row<RawRow>(
    sql`select ${columns} from access_backtests where org_id = ${orgId} and id = ${id}`,
  );
  return row && toBacktest(row);
}

/**
 * Begins a back-test, or begins it again: a node that was killed has left it running.
 * @returns undefined if it has ended, or is gone
 * @throws if another one of the tenant runs
 */
export async function beginBacktest(tx: Tx, orgId: string, id: string): Promise<Backtest | undefined> {
  const row = await tx.row<RawRow>(begin(orgId, id));
  return row && toBacktest(row);
}

const begin = (orgId: string, id: string): Sql => sql`
update access_backtests set status = 'RUNNING', started_at = date_trunc('milliseconds', now())
 where org_id = ${orgId} and id = ${id} and status in ('WAITING', 'RUNNING')
returning ${columns}`;

/**
 * The result of a back-test that began at `startedAt`. If another node has begun the back-test again since,
 * that node ends it.
 */
interface Replayed extends Pick<Backtest, 'startedAt'> {
  result: ReplayResult;
  examples: readonly ReplayExample[];
}

/**
 * Ends a back-test, and lets the next one of the tenant begin at once. What waited has lost no try by that. Examples name no user
 * who was erased meanwhile.
 */
export async function completeBacktest(
  tx: Tx,
  orgId: string,
  id: string,
  { result, examples, startedAt }: Replayed,
): Promise<void> {
  const ended = { result: JSON.stringify(result), examples: JSON.stringify(examples) };
  await tx.run(complete({ orgId, id, ...ended, startedAt: startedAt?.toISOString() ?? null }));
}

/** As Postgres takes it. */
interface Ended {
  orgId: string;
  id: string;
  result: string;
  examples: string;
  startedAt: string | null;
}

// A user who is being erased is waited for, or nothing would erase the example.
const complete = ({ orgId, id, result, examples, startedAt }: Ended): Sql => sql`
with present as materialized (
  select u.id from users u
   where u.org_id = ${orgId} and u.id in (select e ->> 'userId' from jsonb_array_elements(${examples}::jsonb) e)
   order by u.id for key share
), woken as (
  update tenant_jobs set due_at = now(), attempts = 0
   where org_id = ${orgId} and class = 'replay' and given_up_at is null and lease is null and due_at > now()
)
update access_backtests
   set status = 'COMPLETED', ended_at = now(), draft = jsonb_build_object('name', draft ->> 'name'), result = ${result}::jsonb,
       examples = (select coalesce(jsonb_agg(x.e order by x.n), '[]')
                     from jsonb_array_elements(${examples}::jsonb) with ordinality as x (e, n)
                    where x.e ->> 'userId' is null or x.e ->> 'userId' in (select id from present))
 where org_id = ${orgId} and id = ${id} and status = 'RUNNING' and started_at = ${startedAt}::timestamptz`;

/** Puts a back-test that did not come to its end back, or gives it up. @param startedAt null if it did not begin */
export async function abandonBacktest(
  tx: Tx,
  orgId: string,
  id: string,
  status: Abandoned['status'],
  startedAt: Date | null,
): Promise<void> {
  await tx.run(abandon({ orgId, id, status, startedAt: startedAt?.toISOString() ?? null }));
}

interface Abandoned {
  orgId: string;
  id: string;
  status: 'WAITING' | 'FAILED';
  startedAt: string | null;
}

const abandon = ({ orgId, id, status, startedAt }: Abandoned): Sql => sql`
update access_backtests
   set status = ${status}, ended_at = case ${status} when 'FAILED' then now() end,
       draft = case ${status} when 'FAILED' then jsonb_build_object('name', draft ->> 'name') else draft end
 where org_id = ${orgId} and id = ${id} and status in ('WAITING', 'RUNNING')
   and (${startedAt}::timestamptz is null or started_at = ${startedAt}::timestamptz)`;

/** Erases a user from the examples. */
export async function eraseExamples(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.run(erase(orgId, userId));
}

const erase = (orgId: string, userId: string): Sql => sql`
update access_backtests
   set examples = (select coalesce(jsonb_agg(x.e order by x.n), '[]')
                     from jsonb_array_elements(examples) with ordinality as x (e, n)
                    where x.e ->> 'userId' is distinct from ${userId})
 where org_id = ${orgId} and examples @> ${JSON.stringify([{ userId }])}::jsonb`;

type RawRow = Omit<Backtest, 'from' | 'to' | 'startedAt' | 'endedAt' | 'createdAt'> & {
  from: string;
  to: string;
  startedAt: string | null;
  endedAt: string | null;
  createdAt: string;
};

const toBacktest = (row: RawRow): Backtest => ({
  ...row,
  from: dateOf(row.from),
  to: dateOf(row.to),
  startedAt: dateOrNull(row.startedAt),
  endedAt: dateOrNull(row.endedAt),
  createdAt: dateOf(row.createdAt),
});
