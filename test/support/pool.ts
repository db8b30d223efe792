import pg from 'pg';
import { inject } from 'vitest';
import { withDatabase } from './global-setup.ts';
import type { TestService } from './service.ts';

/**
 * Opens connections to the database of a test service, in the role of the service. `end()` of a pool does not wait until the
 * connections are closed. The database may be dropped under open connections, which is not a fault of any test.
 */
export function poolOf(service: TestService): pg.Pool {
  const name = new URL(service.database).pathname.slice(1);
  const connectionString = withDatabase(inject('server').service, name);
  // As the service has it: a server with LLVM compiles a plan over all partitions for seconds.
  const pool = new pg.Pool({ connectionString, max: 5, options: '-c jit=off' });
  pool.on('error', () => undefined);
  return pool;
}
