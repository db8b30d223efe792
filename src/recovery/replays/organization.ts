import { daysOfGrace } from '../../organizations/stopping.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { stopActions, stopAgain } from '../sql/organizations.ts';
import { known, lastOf, type Replay } from './replay.ts';
import { told } from './told.ts';

/** Suspends or closes an organization again, as the last of these actions left it. Both of its tenants have the rows, and either will do. */
export const replayOrganization: Replay = async (tx, _id, entries) => {
  const last = lastOf(entries, ...stopActions);
  const action = stopActions.find((one) => one === last?.action);
  if (!last || !action) return [];
  const isStopped = await stopAgain(tx, tenancyOf(tx).orgId, {
    action,
    at: last.timestamp,
    isResumed: lastOf(entries, 'organization.resume') !== undefined,
    daysOfGrace,
  });
  return [isStopped ? await told(tx, last) : known(last)];
};
