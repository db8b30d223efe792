import { inject } from 'vitest';
import { type Database, openDatabase } from '../../src/database/open.ts';
import { withDatabase } from './global-setup.ts';
import { test as base } from './service.ts';

/** Tests that also have the database of their service as the service's own role has it. */
export const test = base.extend<{ database: Database }>({
  database: [
    async ({ service }, use) => {
      const name = new URL(service.database).pathname.slice(1);
      const database = await openDatabase(withDatabase(inject('server').service, name), 2);
      // The test service may drop the database before the connections are closed (pool.ts).
      for (const pool of [database.pool, database.hot, database.patient, database.probe])
        pool.on('error', () => undefined);
      await use(database);
      await database.close();
    },
    { scope: 'file' },
  ],
});
