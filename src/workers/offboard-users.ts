import type { Database } from '../database/open.ts';
import { offboardOne } from '../domain/user-states.ts';
import { tenantsWithLeavers } from '../queries/tenants-with-leavers.ts';
import { sweep } from './sweep.ts';

/** Deprovisions whose time is over; reads go by the clock and do not wait for it. */
export async function offboardUsers(database: Database): Promise<void> {
  await sweep(database, await tenantsWithLeavers(database.pool), offboardOne);
}
