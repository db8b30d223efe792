import type { Pool } from 'pg';
import type { CompiledAccess } from '../judge/compile.ts';
import type { AccessGuard } from '../judge/machines.ts';
import type { Signals } from '../judge/types.ts';
import { named, numbered, type Shared, shared, sql, type Sql } from '../../lib/sql.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import { burst, riskAfter } from './sign-in-risk.ts';
import { columnsOfJudgedUser, type JudgedUser } from './sql/judged-user.ts';
import { type PastOfSignIns, selectPastOfSignIns } from './sql/sign-in-places.ts';
import { isDeviceNeeded, riskyAttempt, type UserAttempt, userSignals, verdictOf } from './user-attempts.ts';

/**
 * Judges a user who is signed in by one statement, and records the decision soon: a transaction of its own would cost a third of
 * an authorization. A killed process loses the decisions of the last second. Each of them allowed the attempt.
 * @returns whether the user is allowed; false if the attempt must be judged in a transaction, because it is not simply allowed, or
 *   its device must be read
 */
export async function isSimplyAllowed(
  pool: Pool,
  guard: AccessGuard,
  access: CompiledAccess,
  orgId: string,
  attempt: UserAttempt,
): Promise<boolean> {
  // A policy that requires a factor needs the risk only for a user who has not proved the factor. Such a user is not simply allowed.
  const byRisk = access.policies.some(({ conditions }) => conditions.riskLevels.length > 0);
  const found = await (byRisk ? readWithPast : read)(pool, orgId, attempt);
  if (!found) return false;
  const { environment, now, groups, past } = found;
  const front = found.front ?? attempt.front;
  if (front.certificate !== undefined) return false;
  const about = userSignals({ ...attempt, groups, front }, now, guard.geoIp);
  const risk = past && riskAfter(past, riskyAttempt(guard, attempt, about));
  const signals: Signals = { ...about, riskLevel: risk?.level };
  if (isDeviceNeeded(access, guard, attempt, signals)) return false;
  const verdict = verdictOf(access, signals, risk, attempt.proved);
  if (verdict.kind !== 'allowed' || !verdict.judged || verdict.isBrief || verdict.excluding) return false;
  const tenant: Tenant = { orgId, environment };
  const outcome = 'ALLOWED';
  const decision = { ...verdict.judged, outcome, requestId: attempt.requestId } as const;
  if (!guard.decisions.noteAlone(tenant, decision)) return false;
  guard.matches.note(tenant, { subject: 'user', judgement: verdict.judged.judgement, outcome });
  return true;
}

interface Found extends JudgedUser {
  environment: Tenant['environment'];
  now: Date;
  /** Absent if the risk is not asked for. */
  past?: PastOfSignIns;
}

type Read = (pool: Pool, orgId: string, attempt: UserAttempt) => Promise<Found | undefined>;

const columns = (userId: Shared, frontOf: string | null): Sql =>
  sql`t.environment, date_trunc('milliseconds', now()) as now,
       ${columnsOfJudgedUser(sql`t.id`, userId, frontOf)}`;

const read: Read = async (pool, orgId, attempt) =>
  (await pool.query<Found>(numbered(named('judged-user', judged(orgId, attempt))))).rows[0];

const judged = (orgId: string, { userId, frontOf }: UserAttempt): Sql =>
  sql`select ${columns(shared(userId), frontOf ?? null)} from tenants t where t.id = ${orgId}`;

const readWithPast: Read = async (pool, orgId, attempt) =>
  (await pool.query<Found>(numbered(named('judged-user-with-past', judgedWithPast(orgId, attempt))))).rows[0];

const judgedWithPast = (orgId: string, { userId, frontOf, browserId }: UserAttempt): Sql => {
  const [tenant, user] = [shared(orgId), shared(userId)];
  const past = selectPastOfSignIns({
    orgId: tenant,
    userId: user,
    browserId: browserId ?? null,
    now: sql`now()`,
    most: sql`${burst.failures}::int`,
    minutes: sql`${burst.minutes}::int`,
  });
  return sql`
select ${columns(user, frontOf ?? null)}, (select row_to_json(past) from (${past}) past) as past
  from tenants t where t.id = ${tenant}`;
};
