import { daysOfGrace } from '../../organizations/stopping.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { stopAgain } from '../sql/organizations.ts';
import { known, lastOf, type Replay } from './replay.ts';
import { told } from './told.ts';

/** Suspends or closes an organization again, as the last of these actions left it. Both of its tenants have the rows, and either will do. */
export const replayOrganization: Replay = async (tx, _id, entries) => {
  for (const action of ['organization.close', 'organization.suspend', 'organization.resume'] as const) {
    const last = lastOf(entries, 'organization.close', 'organization.suspend', 'organization.resume');
    if (last?.action !== action) continue;
    const isResumed = lastOf(entries, 'organization.resume') !== undefined;
    const isStopped = await stopAgain(tx, tenancyOf(tx).orgId, {
      action,
      at: last.timestamp,
      isResumed,
      daysOfGrace,
    });
    return [isStopped ? await told(tx, last) : known(last)];
  }
  return [];
};
