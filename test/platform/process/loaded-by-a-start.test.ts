import { expect, inject } from 'vitest';
import { withDatabase } from '../../support/global-setup.ts';
import { testMasterKey } from '../../support/master-key.ts';
import { sourceProgram } from '../../support/process.ts';
import { test } from '../../support/service.ts';

/** Prints the file of each module that is loaded, below the repository, and each connection that is opened. */
const watch = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module';
import { Socket } from 'node:net';
const { connect } = Socket.prototype;
Socket.prototype.connect = function (...given) {
  console.log('connects');
  return connect.apply(this, given);
};
const { write } = process.stdout;
process.stdout.write = (text, ...given) => {
  if (text.startsWith('ready ')) console.log('built in: ' + process.moduleLoadList.join(' '));
  return write.call(process.stdout, text, ...given);
};
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const file = /\\/(?:node_modules(?!.*\\/node_modules)|src)\\/.+/.exec(found.url)?.[0];
    if (file) console.log('loaded ' + file);
    return found;
  },
});`)}`;

/** Packages that are loaded by the first request or the first work that needs them. */
const packagesOfLater = [
  'ajv',
  'ajv-formats',
  'express',
  'jose',
  'nodemailer',
  'oidc-provider',
  'openapi-backend',
  '@peculiar/x509',
  '@simplewebauthn/server',
  'undici',
];

/**
 * Each connection costs 3 to 4 ms of CPU. Two migrate, one is for probes, and three are held by the workers. The others look at the same time
 * for jobs of each class and for deliveries, and run tasks.
 */
const mostConnections = 12;

test('a start loads what it needs, and opens the connections that it needs', async ({ service }) => {
  const server = inject('server');
  const [{ name } = { name: '' }] = await service.sql<{ name: string }>('select current_database() as name');
  const started = sourceProgram('src/main.ts', {
    DATABASE_URL: withDatabase(server.service, name),
    MIGRATION_DATABASE_URL: withDatabase(server.owner, name),
    MASTER_KEY: testMasterKey,
    PORT: '0',
    WARM_UP: 'off',
    NODE_OPTIONS: `--import=${watch}`,
  });
  await started.prints(/ready http/);
  started.signal('SIGTERM');
  expect(await started.ended).toBe(0);
  const [untilReady = ''] = started.printed().split('\nready ');
  const connections = untilReady.match(/^connects$/gm) ?? [];
  expect(connections.length).toBeGreaterThan(4);
  expect(connections.length).toBeLessThanOrEqual(mostConnections);
  const builtIn = /^built in: (.+)$/m.exec(untilReady)?.[1] ?? '';
  expect(builtIn).toContain('NativeModule http');
  expect(builtIn).not.toContain('undici');

  const files = [...started.printed().matchAll(/^loaded (.+)$/gm)].map(([, file = '']) => file);
  const packages = new Set(
    files.map((file) => /^\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? ''),
  );

  expect(packagesOfLater.filter((one) => packages.has(one))).toEqual([]);
  // prom-client loads the interfaces of OpenTelemetry by itself. So the list also shows that the watch works.
  expect([...packages].filter((one) => one.startsWith('@opentelemetry/'))).toEqual(['@opentelemetry/api']);
  // Keys and probes wait for nothing. Every other family of operations waits for its first request.
  const families = new Set(files.filter((file) => /^\/src\/.*\/routes\//.test(file)));
  expect([...families].toSorted()).toEqual([
    '/src/credentials/routes/credentials.ts',
    '/src/credentials/routes/leaked-secrets.ts',
    '/src/platform/routes/service.ts',
    '/src/usage/routes/credentials.ts',
  ]);
});
