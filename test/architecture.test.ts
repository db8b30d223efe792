import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, resolve } from 'node:path';
import { cruise } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import guard, { places, rooms } from '../dependency-cruiser.config.ts';
import { operations } from '../generated/operations.ts';

/** A file of the repository. */
interface File {
  path: string;
  text: string;
}

interface Judged {
  /** `rule: from -> to` */
  violations: string[];
  /** Every import of a file of ours or a package, as `from -> to`. */
  imports: string[];
}

/** Returns the violations and imports of folders and files below `baseDir`, by dependency-cruiser. */
async function judged(paths: readonly string[], baseDir = process.cwd()): Promise<Judged> {
  const { forbidden = [], options } = guard;
  const { output } = await cruise([...paths], {
    ...options,
    ruleSet: { forbidden },
    validate: true,
    baseDir,
  });
  if (typeof output === 'string') throw new Error(output);
  const found = output.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
  const imports = output.modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => `${source} -> ${resolved}`),
  );
  return { violations: [...new Set(found)].sort(), imports };
}

/** The violations of today, which may only become fewer. */
const exceptionsFile = 'test/architecture.exceptions.txt';
const mostExceptions = 0;
const exceptions = readFileSync(exceptionsFile, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

const isPlaced = (path: string): boolean =>
  Object.values(places).some((place) => new RegExp(place.path).test(path));

const withoutComments = (text: string): string => text.replace(/^\s*\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** The text with every comment on one line. */
const unfolded = (text: string): string => text.replace(/\n\s*(?:\*|\/\/) /g, ' ');

const inRooms = new RegExp(`^src/(platform|${rooms.join('|')})/`);

/** Forbidden words, the folders in which they are forbidden, and the files that may have them all the same. */
const words: readonly { name: string; pattern: RegExp; within: RegExp; except?: readonly string[] }[] = [
  {
    name: 'process.env',
    pattern: /\bprocess\s*(?:\.|\[\s*['"])\s*env\b|\benv\b[^;]*from 'node:process'/,
    within: /^src\/|^mikro-orm/,
    except: ['src/config.ts', 'src/main.ts', 'src/process.ts', 'mikro-orm.config.ts'],
  },
  { name: 'getReference', pattern: /\bgetReference\b/, within: /^src\/|^scripts\/|^mikro-orm/ },
  { name: 'Math.random', pattern: /\bMath\.random\b/, within: /^src\/|^scripts\// },
  {
    name: 'the process clock',
    pattern: /\bnew Date\(\s*\)|\bDate\.now\b|\bDate\(\s*\)/,
    within: inRooms,
    // How mails in the outbox are named, and when a caller may come again.
    except: ['src/platform/mail.ts', 'src/platform/turns.ts'],
  },
  {
    // Each of these tells where its transaction is (src/platform/sql/transactions.ts).
    name: 'a transaction of its own',
    pattern: /\.begin\(|\.transactional\(|\bquery\(\s*['"`]begin\b/,
    within: /^src\//,
    except: ['src/platform/tenancy.ts', 'src/platform/sql/transactions.ts', 'src/database/sessions.ts'],
  },
  { name: 'console', pattern: /\bconsole\s*\./, within: /^src\// },
  {
    // A fact in the contract says what `http` must know about an operation (docs/adding-an-operation.md).
    name: 'the name of an operation',
    pattern: new RegExp(`\\b(${Object.keys(operations).join('|')})\\b`),
    within: /^src\/http\//,
  },
  {
    // V8 makes a hidden class for each such object, and that keeps the object until all garbage is collected. One accessor in the
    // object that every handler gets cost 30 of the 103 µs of CPU of a request without a database. A class has its accessors once.
    name: 'an accessor in an object literal',
    pattern: /^( *)(?:get|set) \w+\([^)]*\)[^\n]*\{\n(?:\1 .*\n|\n)*?\1\},/m,
    within: /^src\//,
    // One for each class of work, at the start.
    except: ['src/http/admission/crowd.ts'],
  },
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
  let now: Judged;
  beforeAll(async () => {
    now = await judged(['src', 'migrations', 'mikro-orm.config.ts']);
  }, 60_000);

  test('import only what their place allows, apart from the listed exceptions', () =>
    expect(now.violations.filter((one) => !exceptions.includes(one))).toEqual([]));
  test('need every listed exception: remove the line of an unused one', () =>
    expect(exceptions.filter((one) => !now.violations.includes(one))).toEqual([]));
  test(`have at most ${mostExceptions} exceptions: lower the number when you remove one`, () =>
    expect(exceptions).toHaveLength(mostExceptions));
  test('all lie in a known place', () =>
    expect(source.map(({ path }) => path).filter((path) => !isPlaced(path))).toEqual([]));
  test('are found, with all their imports', () => {
    const seen = new Set(now.imports);
    const named = source.flatMap(({ path, text }) =>
      [...text.matchAll(/^(?:import|export)\b[^;]*?\bfrom '(\.[^']+)'/gm)].map(
        ([, target = '']) => `${path} -> ${normalize(join(dirname(path), target))}`,
      ),
    );
    expect(source.length).toBeGreaterThan(60);
    expect(named.length).toBeGreaterThan(1_000);
    expect(named.filter((one) => !seen.has(one))).toEqual([]);
  });
  test('contain no forbidden word', () =>
    expect(forbiddenWords([...source, ...sourcesIn('scripts')])).toEqual([]));
  test(`have no file of more than ${ceiling} lines`, () => {
    expect(tooLong([...source, ...sourcesIn('test'), ...sourcesIn('scripts')])).toEqual([]);
  });
});

describe('the triggers of generated/schema.sql', () => {
  const triggers = [
    ...readFileSync('generated/schema.sql', 'utf8').matchAll(/^CREATE (?:CONSTRAINT )?TRIGGER (\w+)/gm),
  ].map(([, name = '']) => name);

  const inSrc = source.filter(({ path }) => path.startsWith('src/'));

  test('are all found', () => expect(triggers.length).toBeGreaterThan(20));
  test('are all named in comments of src', () =>
    expect(triggers.filter((name) => !inSrc.some(({ text }) => text.includes(`\`${name}\``)))).toEqual([]));
  test('include every trigger that a comment names', () => {
    const named = inSrc.flatMap(({ text }) =>
      [...unfolded(text).matchAll(/\btriggers? (`\w+`(?:(?:,| and| or) `\w+`)*)/g)].flatMap(
        ([, names = '']) => names.match(/\w+(?=`)/g) ?? [],
      ),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !triggers.includes(name))).toEqual([]);
  });
});

/** Imports that are forbidden, by the file that has them. */
const forbidden = [
  ['src/oidc/x.ts', "import { ok } from '../operation.ts';"],
  ['src/oidc/x.ts', "import type { Caller } from '../operation.ts';"],
  ['src/users/x.ts', "import type { Identity } from '../../generated/types/types.gen.ts';"],
  ['src/users/x.ts', "import {\n  viewUser,\n} from './directory/views/users.ts';"],
  ['src/users/x.ts', "import { migrate } from '../database/migrate.ts';"],
  ['src/users/x.ts', "import { readConfig } from '../config.ts';"],
  ['src/users/x.ts', "import pg from 'pg';"],
  ['src/users/x.ts', "import type { IncomingMessage } from 'node:http';"],
  ['src/audit/x.ts', "import { findUser } from '../users/directory/users.ts';"],
  ['src/audit/x.ts', "import type { User } from '../users/directory/entities/user.ts';"],
  ['src/oidc/x.ts', "import { scimUser } from '../scim/scim-users.ts';"],
  ['src/users/directory/x.ts', "import { advance } from '../../sign-in/sign-ins.ts';"],
  ['src/platform/x.ts', "import { recordAudit } from '../audit/audit.ts';"],
  ['src/credentials/sql/x.ts', "import { Identity } from '../entities/identity.ts';"],
  ['src/credentials/sql/x.ts', "import { findIdentity } from '../identities.ts';"],
  ['src/credentials/entities/x.ts', "import { listIdentities } from '../sql/identities.ts';"],
  ['src/credentials/views/x.ts', "import { listIdentities } from '../sql/identities.ts';"],
  ['src/oidc/pages/x.ts', "import type { ListedConsent } from '../sql/oidc-consents.ts';"],
  ['src/handlers/x.ts', "import { createApp } from '../http/app.ts';"],
  ['src/handlers/x.ts', "import { viewIdentity } from '../credentials/views/identities.ts';"],
  ['src/handlers/x.ts', "import type { Response } from 'express';"],
  [
    'src/users/routes/x.ts',
    "import { type Credential, Identity } from '../../credentials/entities/identity.ts';",
  ],
  ['src/users/routes/x.ts', "import { routes } from '../../credentials/routes/credentials.ts';"],
  ['src/users/routes/x.ts', "import { keepOwnersIn } from '../../federation/linking/lockout.ts';"],
  ['src/users/routes/x.ts', "import type { Parts } from '../../parts.ts';"],
  ['src/users/x.ts', "import { routes } from './routes/users.ts';"],
  ['src/users/x.ts', "import type { Call } from '../operation.ts';"],
  ['src/http/x.ts', "import { routes } from '../users/routes/users.ts';"],
  ['src/http/x.ts', "import { familiesOf } from '../handlers/index.ts';"],
  ['src/http/x.ts', "import { askedOf } from '../scim/scim-requests.ts';"],
  ['src/http/wrapping.ts', "import type { User } from '../users/directory/users.ts';"],
  ['src/service.ts', "import { routes } from './users/routes/users.ts';"],
  ['src/service.ts', "import type { Work } from '../generated/operations.ts';"],
  ['src/start/x.ts', "import { routes } from '../users/routes/users.ts';"],
  ['src/start/x.ts', "import { viewIdentity } from '../credentials/views/identities.ts';"],
  ['src/http/open-gate.ts', "import { policyCache } from '../policies/judge/cache.ts';"],
  ['src/operation.ts', "import type { OidcEngine } from './oidc/engine/engine.ts';"],
  ['src/http/x.ts', "import { Identity } from '../credentials/entities/identity.ts';"],
  ['src/http/x.ts', "import { viewIdentity } from '../credentials/views/identities.ts';"],
  ['src/workers/x.ts', "import { ConfigError } from '../config.ts';"],
  ['src/http/x.ts', "import { run } from '../workers/index.ts';"],
  ['src/workers/x.ts', "import { createApp } from '../http/app.ts';"],
  ['src/lib/x.ts', "import { emit } from '../platform/events.ts';"],
  ['src/lib/x.ts', "export { emit } from '../platform/events.ts';"],
  ['src/lib/x.ts', "const events = await import('../platform/events.ts');"],
  ['src/failure.ts', "import './service.ts';"],
  ['src/service.ts', "import { test } from '../test/support/service.ts';"],
  ['src/service.ts', "import { follow } from '../scripts/contract.ts';"],
  ['migrations/x.ts', "import { Identity } from '../src/credentials/entities/identity.ts';"],
  ['src/scim/protocol/x.ts', "import { findTenant } from '../../platform/sql/tenants.ts';"],
  ['src/users/passkeys/protocol/x.ts', "import { base32 } from '../../factors/protocol/base32.ts';"],
  ['src/oidc/engine/x.ts', "import type { OidcClient } from '../entities/oidc-client.ts';"],
  ['src/scim/x.ts', "import user from '../../scim-schemas/user.json' with { type: 'json' };"],
] as const;

/** Imports that are not. */
const allowed = [
  ['src/users/x.ts', "import type { Config } from '../config.ts';\nimport { x } from '../lib/x.ts';"],
  ['src/users/x.ts', "import type { Pool } from 'pg';\nimport { recordAudit } from '../audit/audit.ts';"],
  ['src/scim/sql/x.ts', "import type { User } from '../../users/directory/entities/user.ts';"],
  ['src/platform/sql/x.ts', "import { invalid } from '../../failure.ts';"],
  ['src/handlers/x.ts', "import { routes } from '../credentials/routes/identities.ts';"],
  ['src/credentials/routes/x.ts', "import { viewIdentity } from '../views/identities.ts';"],
  ['src/credentials/routes/x.ts', "import type { Handlers } from '../../operation.ts';"],
  ['src/credentials/routes/x.ts', "import type { Credential } from '../../../generated/types/types.gen.ts';"],
  ['src/http/provisioning.ts', "import { rowOf } from '../scim/sql/provisioning-log.ts';"],
  [
    'src/oidc/engine/x.ts',
    "import { x } from '../sql/x.ts';\nimport type { IncomingMessage } from 'node:http';",
  ],
] as const;

/** Each in a file of its own, where there can be more than one. */
const numbered = (at: number, path: string): string => path.replace(/\bx\.ts$/, `x${at}.ts`);

describe('a planted violation', () => {
  const planted = (path: string, text: string): File[] => [{ path, text }];
  const folder = mkdtempSync(join(tmpdir(), 'architecture-'));
  let found: readonly string[];
  beforeAll(async () => {
    // Packages are known by where they are.
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
    const tree = join(folder, 'tree');
    const add = (file: string, content: string): void => {
      mkdirSync(dirname(join(tree, file)), { recursive: true });
      appendFileSync(join(tree, file), content);
    };
    [...forbidden, ...allowed].forEach(([path, text], at) => {
      add(numbered(at, path), `${text}\n`);
      for (const [, specifier = ''] of text.matchAll(/'(\.[^']+)'/g)) {
        const target = normalize(join(dirname(path), specifier));
        if (!existsSync(join(tree, target))) add(target, target.endsWith('.json') ? '{}' : '');
      }
    });
    found = (await judged(['src', 'migrations'], tree)).violations.filter(
      (one) => !one.startsWith('circle: '),
    );
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.for(forbidden.map((one, at) => [...one, at] as const))('is found: %s %s', ([path, text, at]) => {
    const [, specifier = ''] = /'([^']+)'/.exec(text) ?? [];
    const target = specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : '';
    expect(found.filter((one) => one.includes(`: ${numbered(at, path)} -> ${target}`))).not.toEqual([]);
  });
  test.for(allowed.map((one, at) => [...one, forbidden.length + at] as const))(
    'is not found where it is allowed: %s %s',
    ([path, , at]) => expect(found.filter((one) => one.includes(`: ${numbered(at, path)} -> `))).toEqual([]),
  );
  test('is found: a circle of imports, of types too', async () => {
    const root = join(folder, 'circle');
    mkdirSync(join(root, 'src/lib'), { recursive: true });
    writeFileSync(join(root, 'src/lib/a.ts'), "import type { B } from './b.ts';\nexport type A = B;");
    writeFileSync(join(root, 'src/lib/b.ts'), "import type { A } from './a.ts';\nexport type B = A;");
    expect((await judged(['src'], root)).violations).toEqual(
      expect.arrayContaining([expect.stringMatching(/^circle: /)]),
    );
  });
  test.for(['src/helpers/x.ts', 'src/utils.ts', 'src/domain/x.ts'])('is found: %s is in no place', (path) =>
    expect(isPlaced(path)).toBe(false),
  );

  test.for([
    ['src/http/x.ts', 'const home = process.env.HOME;'],
    ['src/http/x.ts', "const home = process['env'];"],
    ['src/http/x.ts', "const quiet = exchange.id === 'verifyCredential';"],
    ['src/http/x.ts', 'const places = { runScimBulk: few };'],
    ['src/http/x.ts', "import { env } from 'node:process';"],
    ['src/users/x.ts', 'const identity = em.getReference(Identity, id);'],
    ['src/lib/x.ts', 'const id = Math.random();'],
    ['src/users/x.ts', 'const now = new Date();'],
    ['src/users/entities/x.ts', 'const now = Date.now();'],
    ['src/oidc/sql/x.ts', 'const now = new Date( );'],
    ['src/handlers/x.ts', "  console.log('here');"],
    ['src/users/x.ts', 'await em.begin();'],
    ['src/users/x.ts', 'await em.transactional(async (inner) => {});'],
    ['src/users/sql/x.ts', "await client.query('begin');"],
    ['src/users/views/x.ts', 'export default 1;'],
    ['src/users/views/x.ts', 'export { x as default };'],
    ['src/users/views/x.ts', 'const x = {\n  get y() {\n    return 1;\n  },\n};'],
  ] as const)('is found: %s %s', ([path, text]) =>
    expect(forbiddenWords(planted(path, text))).toHaveLength(1),
  );

  test('is found: a file of 401 lines, but not one of 400', () => {
    expect(tooLong(planted('src/x.ts', 'x\n'.repeat(401)))).toEqual(['src/x.ts']);
    expect(tooLong(planted('src/x.ts', 'x\n'.repeat(400)))).toEqual([]);
  });

  test('is not found where the word is allowed, or in a comment', () => {
    expect(forbiddenWords(planted('src/config.ts', 'process.env'))).toEqual([]);
    expect(
      forbiddenWords(
        planted('src/lib/x.ts', '/** never Math.random */\n// console.log\nconst now = new Date();'),
      ),
    ).toEqual([]);
  });
});
