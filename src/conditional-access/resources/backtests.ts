import { loadAccessIn } from '../judge/sql/access-policies.ts';
import type { AccessPolicySource } from '../judge/types.ts';
import { Failure, invalid } from '../../failure.ts';
import { newId } from '../../lib/id.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Grantor } from '../../platform/grants.ts';
import { enqueue } from '../../platform/queue.ts';
import { lockTenant } from '../../platform/sql/tenants.ts';
import { tooMany } from '../../platform/turns.ts';
import type { Tx } from '../../platform/tx.ts';
import { requireFreePriority } from './drafts.ts';
import { type Backtest, countUnended, insertBacktest, readBacktest } from './sql/access-backtests.ts';

/** A draft, and the period that is replayed against it. */
export interface BacktestInput {
  draft: AccessPolicySource;
  inPlaceOf: string | null;
  from: Date;
  to: Date;
}

/** One runs, the others wait. */
const mostUnended = 4;
const retrySeconds = 30;
const mostKept = 100;
const mostDays = 31;
const dayMs = 86_400_000;
/** Failures, stops of nodes, and attempts while another back-test of the tenant ran on another node. */
const tries = 8;

/**
 * Has a draft be replayed in the background.
 * @throws {Failure} VALIDATION_ERROR, POLICY_NOT_FOUND
 * @throws {RateLimited} when too many back-tests of the tenant wait
 */
export async function startBacktest(
  tx: Tx,
  { draft, inPlaceOf, from, to }: BacktestInput,
  grantor: Grantor,
): Promise<Backtest> {
  if (to.getTime() - from.getTime() > mostDays * dayMs)
    throw invalid('from', `must be at most ${mostDays} days before \`to\``);
  const { orgId } = tenancyOf(tx);
  await lockTenant(tx, orgId);
  if ((await countUnended(tx, orgId)) >= mostUnended) throw tooMany(mostUnended, retrySeconds);
  const { policies } = await loadAccessIn(tx, orgId);
  if (inPlaceOf !== null && !policies.some(({ id }) => id === inPlaceOf))
    throw new Failure('POLICY_NOT_FOUND');
  requireFreePriority(
    'policy.priority',
    draft,
    policies.filter(({ id }) => id !== inPlaceOf),
  );
  const id = newId('cab');
  const createdBy = grantor.actor.id;
  const backtest = await insertBacktest(tx, orgId, { id, draft, inPlaceOf, from, to, createdBy }, mostKept);
  await enqueue(tx, 'run-backtest', { orgId, backtestId: id }, { tries });
  return backtest;
}

/** @throws {Failure} BACKTEST_NOT_FOUND */
export async function findBacktest(tx: Tx, id: string): Promise<Backtest> {
  const backtest = await readBacktest(tx, tenancyOf(tx).orgId, id);
  if (!backtest) throw new Failure('BACKTEST_NOT_FOUND');
  return backtest;
}
