import type { Database } from '../database/open.ts';
import { tellClientHours as tell } from '../oidc/client-hour-trail.ts';
import { tenantsWithEndedHours } from '../oidc/sql/client-hours.ts';
import { sweep } from './sweep.ts';

/** Writes what clients did in hours that have ended to the audit logs. Tenant by tenant. */
export async function tellClientHours(database: Database): Promise<void> {
  await sweep(database, await tenantsWithEndedHours(database.pool), tell);
}
