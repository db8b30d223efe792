import pg from 'pg';
import { inject } from 'vitest';
import { withDatabase } from './global-setup.ts';
import type { TestService } from './service.ts';

/**
 * Connections to the database of a test service, in the role the service has. `end()` of a pool does not wait until
 * they are closed, so the database may be dropped under them, and that is no fault of any test.
 */
export function poolOf(service: TestService): pg.Pool {
  const name = new URL(service.database).pathname.slice(1);
  const pool = new pg.Pool({ connectionString: withDatabase(inject('server').service, name), max: 5 });
  pool.on('error', () => undefined);
  return pool;
}
