import type { Database } from '../database/open.ts';
import { transactionally } from '../platform/tenancy.ts';
import { judgeUses } from '../risk/detection.ts';
import type { Places } from '../risk/geoip.ts';
import { digestUsage } from '../risk/sql/digest-usage.ts';
import { tenantsToFollow } from '../risk/sql/tenants-to-follow.ts';
import { sweep } from './sweep.ts';

/** Judges the uses since the last time, tenant by tenant. */
export async function detectAnomalies(database: Database, places?: Places): Promise<void> {
  let more = true;
  while (more) {
    more = await transactionally(database.orm, (em) => digestUsage(em));
    const tenants = await tenantsToFollow(database.pool, 'usage_digest');
    await sweep(database, tenants, (em) => judgeUses(em, places));
  }
}
