import { expect, inject } from 'vitest';
import { withDatabase } from '../../support/global-setup.ts';
import { testMasterKey } from '../../support/master-key.ts';
import { sourceProgram } from '../../support/process.ts';
import { test } from '../../support/service.ts';

/** Prints the name of each package of OpenTelemetry that is loaded. */
const watch = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module';
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const name = /node_modules\\/@opentelemetry\\/([^/]+)/.exec(found.url)?.[1];
    if (name) console.log('loaded ' + name);
    return found;
  },
});`)}`;

// prom-client loads the interfaces of OpenTelemetry by itself. So the list also shows that the watch works.
test('a service without a collector loads nothing of OpenTelemetry but what prom-client loads', async ({
  service,
}) => {
  const server = inject('server');
  const [{ name } = { name: '' }] = await service.sql<{ name: string }>('select current_database() as name');
  const started = sourceProgram('src/main.ts', {
    DATABASE_URL: withDatabase(server.service, name),
    MIGRATION_DATABASE_URL: withDatabase(server.owner, name),
    MASTER_KEY: testMasterKey,
    PORT: '0',
    NODE_OPTIONS: `--import=${watch}`,
  });
  await started.prints(/ready http/);
  started.signal('SIGTERM');
  expect(await started.ended).toBe(0);
  const loaded = [...started.printed().matchAll(/^loaded (.+)$/gm)].map(([, found]) => found);
  expect(new Set(loaded)).toEqual(new Set(['api']));
});
