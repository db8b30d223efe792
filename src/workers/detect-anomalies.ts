import type { Database } from '../database/open.ts';
import { transactionally } from '../database/tenancy.ts';
import { judgeUses } from '../domain/detection.ts';
import type { Places } from '../geoip.ts';
import { digestUsage } from '../queries/digest-usage.ts';
import { tenantsToFollow } from '../queries/tenants-to-follow.ts';
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
