import type { Database } from '../database/open.ts';
import { offboardOne } from '../users/directory/user-states.ts';
import { tenantsWithLeavers } from '../users/directory/sql/tenants-with-leavers.ts';
import { sweep } from './sweep.ts';

/** Deprovisions whose time is over; reads go by the clock and do not wait for it. */
export async function offboardUsers(database: Database): Promise<void> {
  await sweep(database, await tenantsWithLeavers(database.pool), offboardOne);
}
