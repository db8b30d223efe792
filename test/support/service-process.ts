import { inject } from 'vitest';
import { withDatabase } from './global-setup.ts';
import { type Program, program } from './process.ts';
import type { TestService } from './service.ts';

/** The service as its users start it, in a process of its own, on the database of a test service. */
export async function startServiceProcess(
  { sql }: TestService,
  env: Record<string, string> = {},
): Promise<Program & { origin: string }> {
  const { service, owner } = inject('server');
  const [{ name } = { name: '' }] = await sql<{ name: string }>('select current_database() as name');
  const started = program('src/main.ts', {
    PORT: '0',
    DATABASE_URL: withDatabase(service, name),
    MIGRATION_DATABASE_URL: withDatabase(owner, name),
    RATE_LIMIT_PER_MINUTE: '0',
    ...env,
  });
  const [, url = ''] = await started.prints(/^ready (http\S+)$/m);
  return { ...started, origin: url.replace('localhost', '127.0.0.1') };
}
