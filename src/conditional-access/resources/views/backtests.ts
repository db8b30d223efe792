import type { AccessBacktest } from '../../../../generated/types/types.gen.ts';
import type { Backtest } from '../sql/access-backtests.ts';
import type { Sight } from './decisions.ts';

export const viewBacktest = (backtest: Backtest, sight: Sight): AccessBacktest => ({
  id: backtest.id,
  status: backtest.status,
  policyName: backtest.draft.name,
  inPlaceOf: backtest.inPlaceOf,
  from: backtest.from.toISOString(),
  to: backtest.to.toISOString(),
  result: backtest.result && {
    ...backtest.result,
    // Results from before there was a bound do not say it.
    isPartial: backtest.result.isPartial ?? false,
    examples: backtest.examples.filter(({ userId }) => (userId === null ? sight.identities : sight.users)),
  },
  startedAt: backtest.startedAt?.toISOString() ?? null,
  endedAt: backtest.endedAt?.toISOString() ?? null,
  createdBy: backtest.createdBy,
  createdAt: backtest.createdAt.toISOString(),
});
