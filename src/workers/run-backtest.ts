import { replayPeriod } from '../conditional-access/resources/replaying.ts';
import {
  abandonBacktest,
  beginBacktest,
  completeBacktest,
} from '../conditional-access/resources/sql/access-backtests.ts';
import { loadAccess } from '../conditional-access/judge/sql/access-policies.ts';
import type { TenantTasks } from '../platform/queue.ts';
import type { TenantJob } from '../platform/sql/tenant-jobs.ts';
import { findTenant } from '../platform/sql/tenants.ts';
import { inTransaction } from '../platform/tenancy.ts';
import type { TaskParts } from './task-parts.ts';

/** Replays a period against a draft. A repeated call begins again; one whose back-test has ended does nothing. */
export async function runBacktest(
  { database, geoIp, stopping }: TaskParts,
  { orgId, backtestId: id }: TenantTasks['run-backtest'],
  { attempts, maxAttempts }: TenantJob,
): Promise<void> {
  const { pool, orm, replay } = database;
  const tenant = await findTenant(pool, orgId);
  if (!tenant) return;
  let startedAt: Date | null = null;
  const abandon = (status: 'WAITING' | 'FAILED') =>
    inTransaction(orm, tenant, (tx) => abandonBacktest(tx, orgId, id, status, startedAt));
  try {
    const backtest = await inTransaction(orm, tenant, (tx) => beginBacktest(tx, orgId, id));
    if (!backtest) return;
    startedAt = backtest.startedAt;
    const access = await loadAccess(replay, orgId);
    const done = await replayPeriod(replay, { orgId, ...backtest }, access, { geoIp, stopping });
    await inTransaction(orm, tenant, (tx) =>
      completeBacktest(tx, orgId, id, { ...done, startedAt: backtest.startedAt }),
    );
  } catch (error) {
    if (attempts >= maxAttempts) await abandon('FAILED');
    else if (startedAt) await abandon('WAITING');
    throw error;
  }
}
