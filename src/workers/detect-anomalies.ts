import type { Database } from '../database/open.ts';
import { transactionally } from '../platform/tenancy.ts';
import { judgeUses } from '../risk/detection.ts';
import type { GeoIp } from '../conditional-access/judge/geoip.ts';
import { digestUsage } from '../risk/sql/digest.ts';
import { tenantsWithRowsIn } from '../risk/sql/turns.ts';
import { sweep } from './sweep.ts';

/** Judges the uses since the last time, tenant by tenant. */
export async function detectAnomalies(database: Database, geoIp?: GeoIp): Promise<void> {
  let more = true;
  while (more) {
    more = await transactionally(database.orm, (tx) => digestUsage(tx));
    const tenants = await tenantsWithRowsIn(database.pool, 'usage_digest');
    await sweep(database, tenants, (tx) => judgeUses(tx, geoIp));
  }
}
