import type { Pool } from 'pg';
import type { CompiledAccess } from '../conditions/compile.ts';
import type { AccessGuard } from '../conditions/machines.ts';
import type { Tenant } from '../platform/tenancy.ts';
import { columnsOfJudgedUser, type JudgedUser } from './sql/judged-user.ts';
import { isDeviceNeeded, type UserAttempt, userSignals, verdictOf } from './user-attempts.ts';

/**
 * Judges a user who is signed in by one statement, and records the decision soon: a transaction of its own would cost a third of
 * an authorization. A killed process loses the decisions of the last second. Each of them allowed the attempt.
 * @returns whether the user is allowed; false if the attempt must be judged in a transaction, because it is not simply allowed, or
 *   its risk or its device must be read
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
  if (byRisk) return false;
  const [found] = (
    await pool.query<Found>({
      name: 'judged-user',
      text: read,
      values: [orgId, attempt.userId, attempt.frontOf ?? null],
    })
  ).rows;
  if (!found) return false;
  const { environment, now, groups } = found;
  const front = found.front ?? attempt.front;
  if (front.certificate !== undefined) return false;
  const signals = userSignals({ ...attempt, groups, front }, now, guard.geoIp);
  if (isDeviceNeeded(access, guard, attempt, signals)) return false;
  const verdict = verdictOf(access, signals, undefined, attempt.proved);
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
}

const read = `
select t.environment, date_trunc('milliseconds', now()) as now,
       ${columnsOfJudgedUser('t.id', '$2', '$3')}
  from tenants t where t.id = $1`;
