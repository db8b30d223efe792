import type { Database } from '../database/open.ts';
import type { Endings } from '../users/endings.ts';
import { offboardOne } from '../users/directory/user-states.ts';
import { tenantsWithLeavers } from '../users/directory/sql/users.ts';
import { sweep } from './sweep.ts';

/** Deprovisions whose time is over; reads go by the clock and do not wait for it. */
export async function offboardUsers(database: Database, endings: Endings): Promise<void> {
  const tenants = await tenantsWithLeavers(database.pool);
  await sweep(database, tenants, (tx) => offboardOne(tx, endings));
}
