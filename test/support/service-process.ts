import { inject } from 'vitest';
import { withDatabase } from './global-setup.ts';
import { testMasterKey } from './master-key.ts';
import { type Service, service } from './process.ts';
import type { TestService } from './service.ts';

/** The service as its users start it, in a process of its own, on the database of a test service. */
export async function startServiceProcess(
  { sql }: TestService,
  env: Record<string, string> = {},
): Promise<Service> {
  const server = inject('server');
  const [{ name } = { name: '' }] = await sql<{ name: string }>('select current_database() as name');
  return service({
    DATABASE_URL: withDatabase(server.service, name),
    MIGRATION_DATABASE_URL: withDatabase(server.owner, name),
    MASTER_KEY: testMasterKey,
    RATE_LIMIT_PER_MINUTE: '0',
    ...env,
  });
}
