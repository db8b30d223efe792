import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

/**
 * Who may import whom (architecture.md section 2). `x:types` allows `import type` only. Every file of src
 * belongs to exactly one row, the first whose path it starts with; its own row it may always import.
 */
const everyone = ['config:types', 'failure', 'batch', 'turns', 'beforehand', 'on-behalf', 'lib'];
// `config` as a value is for its ConfigError; that nobody else reads the environment is checked below.
const layers: Readonly<Record<string, { path: string; may: readonly string[] }>> = {
  main: { path: 'src/main.ts', may: ['service', 'welcome', 'config', 'database', 'log', 'outbox'] },
  service: {
    path: 'src/service.ts',
    may: [
      'health',
      'database',
      'http',
      'workers',
      'domain',
      'queries',
      'mail',
      'geoip',
      'breached-passwords',
      'outgoing',
      'vault',
      'log:types',
      'generated',
    ],
  },
  health: { path: 'src/health.ts', may: ['database:types', 'queries', 'migrations'] },
  welcome: { path: 'src/welcome.ts', may: ['database:types'] },
  config: { path: 'src/config.ts', may: [] },
  failure: { path: 'src/failure.ts', may: [] },
  batch: { path: 'src/batch.ts', may: [] },
  turns: { path: 'src/turns.ts', may: [] },
  beforehand: { path: 'src/beforehand.ts', may: [] },
  'on-behalf': { path: 'src/on-behalf.ts', may: [] },
  queue: { path: 'src/queue.ts', may: [] },
  log: { path: 'src/log.ts', may: [] },
  audit: { path: 'src/audit.ts', may: ['entities', 'events:types'] },
  // What it writes is sent as the contract says.
  events: { path: 'src/events.ts', may: ['entities', 'views', 'queue', 'generated:types'] },
  outgoing: { path: 'src/outgoing.ts', may: ['queue'] },
  vault: { path: 'src/vault.ts', may: ['queue'] },
  'breached-passwords': { path: 'src/breached-passwords.ts', may: [] },
  geoip: { path: 'src/geoip.ts', may: [] },
  outbox: { path: 'src/outbox.ts', may: [] },
  mail: { path: 'src/mail.ts', may: ['queue', 'outgoing', 'outbox'] },
  operation: {
    path: 'src/http/operation.ts',
    may: [
      'audit:types',
      'breached-passwords:types',
      'domain:types',
      'protocols:types',
      'outgoing:types',
      'vault:types',
      'pages',
      'generated',
    ],
  },
  http: {
    path: 'src/http/',
    may: [
      'operation',
      'handlers',
      'pages',
      'domain',
      'queries',
      'database',
      'config',
      'audit',
      'breached-passwords:types',
      'outbox',
      'protocols:types',
      'outgoing:types',
      'vault:types',
      'log:types',
      'generated',
    ],
  },
  handlers: {
    path: 'src/handlers/',
    may: [
      'operation',
      'domain',
      'queries',
      'views',
      'pages',
      'scim',
      'protocols',
      'entities:types',
      'generated:types',
    ],
  },
  views: { path: 'src/views/', may: ['entities:types', 'queries:types', 'scim', 'generated:types'] },
  pages: { path: 'src/pages/', may: [] },
  domain: {
    path: 'src/domain/',
    may: [
      'entities',
      'queries',
      'scim',
      'protocols',
      'events',
      'audit',
      'queue',
      'outgoing',
      'vault',
      'mail',
      'breached-passwords',
      'geoip:types',
    ],
  },
  // Pure: no database, no clock. Queries compile its filters by its schema.
  scim: { path: 'src/protocols/scim/', may: [] },
  // The engine of OpenID Connect reads and writes for itself; HTTP gives it requests to answer.
  protocols: { path: 'src/protocols/', may: ['queries'] },
  queries: { path: 'src/queries/', may: ['entities:types', 'scim'] },
  entities: { path: 'src/entities/', may: [] },
  workers: {
    path: 'src/workers/',
    may: [
      'domain',
      'database',
      'queries',
      'views',
      // Mails are pages that are sent.
      'pages',
      'queue',
      'log:types',
      'events',
      'outgoing',
      'vault',
      'mail',
      'geoip:types',
    ],
  },
  database: { path: 'src/database/', may: ['orm', 'domain', 'entities'] },
  lib: { path: 'src/lib/', may: [] },
  orm: { path: 'mikro-orm.config.ts', may: ['config', 'entities', 'migrations'] },
  migrations: { path: 'migrations/', may: [] },
  generated: { path: 'generated/', may: [] },
};

/** Packages that only these layers know; `x:types` as above. */
const packages: Readonly<Record<string, readonly string[]>> = {
  express: ['http'],
  'node:http': ['http', 'operation:types', 'protocols:types'],
  'node:https': ['http'],
  'openapi-backend': ['http'],
  ajv: ['http'],
  'prom-client': ['http'],
  pino: ['log'],
  'graphile-worker': ['workers', 'database'],
  'mmdb-lib': ['geoip'],
  nodemailer: ['mail'],
  '@node-rs/argon2': ['domain'],
  undici: ['outgoing'],
  'ipaddr.js': ['lib'],
  'scim-schemas': ['scim'],
  'oidc-provider': ['protocols'],
  pg: [
    'database',
    'queries',
    'http:types',
    'protocols:types',
    'domain:types',
    'workers:types',
    'queue:types',
  ],
};

/** A file of the repository. */
interface File {
  path: string;
  text: string;
}

interface Import {
  /** A path of the repository, or a package. */
  target: string;
  typesOnly: boolean;
}

const layerOf = (path: string): string | undefined =>
  Object.entries(layers).find(
    ([, layer]) => path === layer.path || (layer.path.endsWith('/') && path.startsWith(layer.path)),
  )?.[0];

function importsOf({ path, text }: File): Import[] {
  const statements = /^(?:import|export)\s+(?:(type)\s+)?(?:([^;'"]*?)\s*from\s*)?['"]([^'"]+)['"]/gm;
  const dynamic = /\bimport\(\s*['"`]([^'"`$]+)/g;
  const resolve = (specifier: string): string =>
    specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : specifier;
  return [
    ...[...text.matchAll(statements)].map(([, type, names = '', specifier = '']) => {
      const each =
        /^\{([^}]*)\}$/
          .exec(names.trim())?.[1]
          ?.split(',')
          .filter((name) => name.trim() !== '') ?? [];
      const typesOnly =
        type !== undefined || (each.length > 0 && each.every((name) => /^\s*type\s/.test(name)));
      return { target: resolve(specifier), typesOnly };
    }),
    ...[...text.matchAll(dynamic)].map(([, specifier = '']) => ({
      target: resolve(specifier),
      typesOnly: false,
    })),
  ];
}

const allows = (may: readonly string[], layer: string, typesOnly: boolean): boolean =>
  may.includes(layer) || (typesOnly && may.includes(`${layer}:types`));

function forbiddenImports(files: readonly File[]): string[] {
  return files.flatMap((file) => {
    const from = layerOf(file.path);
    if (from === undefined) return [`${file.path} is in no layer`];
    return importsOf(file).flatMap(({ target, typesOnly }) => {
      const local = /^(src|generated|migrations|test|scripts|bench)\/|^[\w.-]+\.ts$/.test(target);
      const what = `${file.path} imports ${typesOnly ? 'types of ' : ''}${target}`;
      if (local) {
        const to = layerOf(target);
        // A migration says what the schema was; it may not follow an entity that changes later.
        const own = to === from || (from !== 'migrations' && allows(everyone, to ?? '', typesOnly));
        return to !== undefined && (own || allows(layers[from]?.may ?? [], to, typesOnly)) ? [] : [what];
      }
      const name = target
        .split('/')
        .slice(0, target.startsWith('@') ? 2 : 1)
        .join('/');
      const users = packages[name];
      return !users || allows(users, from, typesOnly) ? [] : [what];
    });
  });
}

const withoutComments = (text: string): string => text.replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** What may not be written, where, and the files that may all the same. */
const words: readonly { name: string; pattern: RegExp; within: RegExp; except?: readonly string[] }[] = [
  {
    name: 'process.env',
    pattern: /\bprocess\s*(?:\.|\[\s*['"])\s*env\b|\benv\b[^;]*from 'node:process'/,
    within: /^src\/|^mikro-orm/,
    except: ['src/config.ts', 'src/main.ts', 'mikro-orm.config.ts'],
  },
  { name: 'getReference', pattern: /\bgetReference\b/, within: /^src\/|^scripts\/|^mikro-orm/ },
  { name: 'Math.random', pattern: /\bMath\.random\b/, within: /^src\/|^scripts\// },
  {
    name: 'the process clock',
    pattern: /\bnew Date\(\s*\)|\bDate\.now\b|\bDate\(\s*\)/,
    within: /^src\/(domain|entities|queries)\//,
  },
  {
    // Each of these tells where its transaction is (src/beforehand.ts).
    name: 'a transaction of its own',
    pattern: /\.begin\(|\.transactional\(|\bquery\(\s*['"`]begin\b/,
    within: /^src\//,
    except: ['src/database/tenancy.ts', 'src/queries/read-together.ts', 'src/queries/in-transaction-on.ts'],
  },
  { name: 'console', pattern: /\bconsole\s*\./, within: /^src\// },
  { name: 'a default export', pattern: /^export\s+default\b|\bas default\b/m, within: /^src\// },
];

const forbiddenWords = (files: readonly File[]): string[] =>
  files.flatMap(({ path, text }) =>
    words
      .filter(
        ({ pattern, within, except }) =>
          within.test(path) && !except?.includes(path) && pattern.test(withoutComments(text)),
      )
      .map(({ name }) => `${path} has ${name}`),
  );

const ceiling = 400;

const tooLong = (files: readonly File[]): string[] =>
  files.filter(({ text }) => text.replace(/\n$/, '').split('\n').length > ceiling).map(({ path }) => path);

const sourcesIn = (folder: string): File[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => ({ path: `${folder}/${name}`, text: readFileSync(`${folder}/${name}`, 'utf8') }));

const config = { path: 'mikro-orm.config.ts', text: readFileSync('mikro-orm.config.ts', 'utf8') };
const source = [...sourcesIn('src'), ...sourcesIn('migrations'), config];

describe('the sources', () => {
  test('import only what their layer may', () => expect(forbiddenImports(source)).toEqual([]));
  test('are found, with all their imports', () => {
    const lines = source.flatMap(({ text }) => text.match(/\bfrom '/g) ?? []).length;
    expect(source.length).toBeGreaterThan(60);
    expect(source.flatMap(importsOf).length).toBeGreaterThanOrEqual(lines);
  });
  test('have no forbidden word', () =>
    expect(forbiddenWords([...source, ...sourcesIn('scripts')])).toEqual([]));
  test(`have no file of more than ${ceiling} lines`, () => {
    expect(tooLong([...source, ...sourcesIn('test'), ...sourcesIn('scripts')])).toEqual([]);
  });
});

describe('a planted violation', () => {
  const planted = (path: string, text: string): File[] => [{ path, text }];

  test.for([
    ['src/domain/x.ts', "import { ok } from '../http/operation.ts';"],
    ['src/domain/x.ts', "import type { Caller } from '../http/operation.ts';"],
    ['src/domain/x.ts', "import type { Identity } from '../../generated/types/types.gen.ts';"],
    ['src/domain/x.ts', "import {\n  viewIdentity,\n} from '../views/identities.ts';"],
    ['src/domain/x.ts', "import { inTransaction } from '../database/tenancy.ts';"],
    ['src/domain/x.ts', "import { readConfig } from '../config.ts';"],
    ['src/domain/x.ts', "import pg from 'pg';"],
    ['src/domain/x.ts', "import type { IncomingMessage } from 'node:http';"],
    ['src/queries/x.ts', "import { Identity } from '../entities/identity.ts';"],
    ['src/queries/x.ts', "import { findIdentity } from '../domain/identities.ts';"],
    ['src/entities/x.ts', "import { listIdentities } from '../queries/list-identities.ts';"],
    ['src/views/x.ts', "import { listIdentities } from '../queries/list-identities.ts';"],
    ['src/views/x.ts', "import type { Failure, X } from '../domain/identities.ts';"],
    ['src/handlers/x.ts', "import { createApp } from '../http/app.ts';"],
    ['src/handlers/x.ts', "import { type Credential, Identity } from '../entities/identity.ts';"],
    ['src/handlers/x.ts', "import type { Response } from 'express';"],
    ['src/http/x.ts', "import { Identity } from '../entities/identity.ts';"],
    ['src/http/x.ts', "import { viewIdentity } from '../views/identities.ts';"],
    ['src/workers/x.ts', "import { ConfigError } from '../config.ts';"],
    ['src/http/x.ts', "import { run } from '../workers/index.ts';"],
    ['src/workers/x.ts', "import { createApp } from '../http/app.ts';"],
    ['src/lib/x.ts', "import { emit } from '../events.ts';"],
    ['src/lib/x.ts', "export { emit } from '../events.ts';"],
    ['src/lib/x.ts', "const events = await import('../events.ts');"],
    ['src/failure.ts', "import './service.ts';"],
    ['src/service.ts', "import { test } from '../test/support/service.ts';"],
    ['src/service.ts', "import { follow } from '../scripts/contract.ts';"],
    ['migrations/x.ts', "import { Identity } from '../src/entities/identity.ts';"],
    ['src/protocols/scim/x.ts', "import { findTenant } from '../../queries/find-tenant.ts';"],
    ['src/domain/x.ts', "import user from '../../scim-schemas/user.json' with { type: 'json' };"],
    ['src/helpers/x.ts', ''],
    ['src/utils.ts', ''],
  ] as const)('is found: %s %s', ([path, text]) =>
    expect(forbiddenImports(planted(path, text))).toHaveLength(1),
  );

  test.for([
    ['src/http/x.ts', 'const home = process.env.HOME;'],
    ['src/http/x.ts', "const home = process['env'];"],
    ['src/http/x.ts', "import { env } from 'node:process';"],
    ['src/domain/x.ts', 'const identity = em.getReference(Identity, id);'],
    ['src/lib/x.ts', 'const id = Math.random();'],
    ['src/domain/x.ts', 'const now = new Date();'],
    ['src/entities/x.ts', 'const now = Date.now();'],
    ['src/queries/x.ts', 'const now = new Date( );'],
    ['src/handlers/x.ts', "  console.log('here');"],
    ['src/domain/x.ts', 'await em.begin();'],
    ['src/domain/x.ts', 'await em.transactional(async (inner) => {});'],
    ['src/queries/x.ts', "await client.query('begin');"],
    ['src/views/x.ts', 'export default 1;'],
    ['src/views/x.ts', 'export { x as default };'],
  ] as const)('is found: %s %s', ([path, text]) =>
    expect(forbiddenWords(planted(path, text))).toHaveLength(1),
  );

  test('is found: a file of 401 lines, and not one of 400', () => {
    expect(tooLong(planted('src/x.ts', 'x\n'.repeat(401)))).toEqual(['src/x.ts']);
    expect(tooLong(planted('src/x.ts', 'x\n'.repeat(400)))).toEqual([]);
  });

  test('is not found where it is allowed, or in a comment', () => {
    expect(forbiddenWords(planted('src/config.ts', 'process.env'))).toEqual([]);
    expect(
      forbiddenWords(
        planted('src/lib/x.ts', '/** never Math.random */\n// console.log\nconst now = new Date();'),
      ),
    ).toEqual([]);
    expect(
      forbiddenImports(
        planted(
          'src/domain/x.ts',
          "import type { Config } from '../config.ts';\nimport { x } from '../lib/x.ts';",
        ),
      ),
    ).toEqual([]);
  });
});
