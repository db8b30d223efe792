import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { exemptionsFile, judge, judgedFiles, readExemptions } from '../../scripts/plain-english/files.ts';
import type { Kind } from '../../scripts/plain-english/rules.ts';
import { hasTexts } from '../../scripts/plain-english/texts.ts';

/** Lower the number when the list has become shorter. It never rises. */
const mostExemptions = 0;

const exemptions = readExemptions();

const accused = (path: string, source?: string): string[] =>
  judge(path, source).findings.map(({ line, word, sentence }) => `${path}:${line} ${word}: ${sentence}`);

describe('the texts of the repository', () => {
  let paths: string[];
  let violations: Map<string, string[]>;
  beforeAll(() => {
    paths = judgedFiles();
    violations = new Map(paths.map((path) => [path, accused(path)]));
  }, 60_000);

  test('are in plain English: `make plain-english FILES=…` lists what is not', () => {
    expect(paths.length).toBeGreaterThan(1_000);
    const exempt = new Set(exemptions);
    expect(paths.filter((path) => !exempt.has(path)).flatMap((path) => violations.get(path))).toEqual([]);
  });
  test('are not exempt without a violation: `make plain-english SHRINK=1` removes such files from the list', () =>
    expect(exemptions.filter((path) => existsSync(path) && !violations.get(path)?.length)).toEqual([]));
  test('are not exempt without a file', () =>
    expect(exemptions.filter((path) => !existsSync(path))).toEqual([]));
  test(`are exempt in ${mostExemptions} files, listed once and sorted in ${exemptionsFile}`, () => {
    expect(exemptions.length, 'Set mostExemptions to the number of lines').toBe(mostExemptions);
    expect(exemptions).toEqual([...new Set(exemptions)].toSorted());
  });
});

/** Words that become untrue when a release adds the feature. */
const promises = /\b(planned|not part of this release)\b/i;

/** Decision records and the changelog keep their words. Comments of the sources write about plans of statements. */
const isForReaders = (path: string): boolean =>
  /^(README\.md$|docs\/(?!decisions\/)|openapi\/|dashboard\/src\/texts\/|examples\/|clients\/|deploy\/)/.test(
    path,
  );

/** Longer cells are paragraphs. They belong into sections and lists. In characters. */
const longestCell = 200;
/** Returns the cells of the tables of a page. Blocks of code have none. */
const cellsOf = (page: string): string[] =>
  [...page.replace(/^([ \t]*```)[^]*?^\1/gm, '').matchAll(/^[ \t]*\|(.*)\|[ \t]*$/gm)].flatMap(
    ([, line = '']) => line.split(/(?<!\\)\|/),
  );
/** Returns what a reader sees of a cell. A list of names in code is short. */
const proseOf = (cell: string): string =>
  cell
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/`[^`]*`(?:, (?=`))?/g, 'X')
    .trim();

describe('the texts for readers', () => {
  test('have a fact in each cell of a table, and no paragraph', () => {
    const pages = judgedFiles().filter((path) =>
      /^(?:README|CONTRIBUTING)\.md$|^docs\/[^/]+\.md$/.test(path),
    );
    const cells = pages.flatMap((path) =>
      cellsOf(readFileSync(path, 'utf8')).map((cell) => `${path}: ${proseOf(cell)}`),
    );
    expect(cells.length).toBeGreaterThan(3_000);
    expect(cells.filter((cell) => cell.length > longestCell + cell.indexOf(':') + 2)).toEqual([]);
  });

  test('say what this release does, and call nothing planned', () => {
    const paths = judgedFiles().filter(isForReaders);
    expect(paths).toEqual(expect.arrayContaining(['README.md', 'docs/what-keyward-is-not.md']));
    expect(
      paths.flatMap((path) =>
        readFileSync(path, 'utf8')
          .split('\n')
          .flatMap((line, at) => (promises.test(line) ? [`${path}:${at + 1} ${line}`] : [])),
      ),
    ).toEqual([]);
  });
});

/** Texts with one violation. The last value is the line of it, and the word. */
const planted: readonly [kind: Kind, path: string, source: string, found: string][] = [
  ['comment', 'src/x.ts', 'const x = 1; // Whoever asks.', '1 whoever'],
  ['comment', 'src/x.ts', "// A key that is\n// no secret.\nconst x = '// fine';", '1 is no'],
  ['comment', 'src/x.ts', '/**\n * Judges.\n * @throws {Failure} if nobody asks\n */', '3 nobody'],
  ['comment', 'src/x.ts', '/** Judges.\n * @param what Of each key. */', '2 "Of …"'],
  ['comment', 'src/x.ts', '/** Ends. What was sent is kept. */', '1 "What … is"'],
  ['comment', 'src/x.ts', '/** What a key opens. */', '1 "what …"'],
  ['comment', 'src/x.ts', '// One that ended\n// is kept.', '1 "one that …"'],
  ['comment', 'src/x.ts', '/** Those of the tenant. */', '1 "those of …"'],
  ['comment', 'src/x.ts', '/** Whose key it was. */', '1 "whose …"'],
  ['docs', 'docs/x.md', 'It does so in order\nto end.', '1 in order to'],
  ['docs', 'docs/x.md', 'Notwithstanding, it ends.', '1 notwithstanding'],
  ['comment', 'src/x.ts', '// One row necessitates another.', '1 necessitates'],
  [
    'comment',
    'src/x.ts',
    'await em.execute(`select 1\n  -- Keys are anew\n  from keys where id = $1`);',
    '2 anew',
  ],
  [
    'comment',
    'migrations/schema/x.sql',
    'create function x() as $body$\n  -- Nobody asks.\n$body$;\n-- Runs for\n-- ever.',
    '4 for ever',
  ],
  ['comment', 'src/x.css', 'a {\n  /* Of a button. */\n}', '2 "Of …"'],
  ['comment', 'openapi/paths/x.yaml', 'get: # By what it is found.\n  summary: Get', '1 "By what …"'],
  ['comment', 'scripts/x.sh', 'x=1\n# Runs for\n# ever.', '2 for ever'],
  [
    'comment',
    'clients/python/x.py',
    'def x():\n    """Sends.\n\n    Whatever comes, it retries."""',
    '4 whatever',
  ],
  ['name', 'test/x.test.ts', "test('tells nobody', () => {});", '1 nobody'],
  ['name', 'test/x.test.ts', "describe.skipIf(ci)('a key that is none', () => {});", '1 is none'],
  [
    'name',
    'test/x.test.ts',
    "test.for([\n  ['a key that is no key', 1],\n] as const)('refuses %s', () => {});",
    '2 is no',
  ],
  ['name', 'test/x.test.ts', "test.for<X<[]>>([['a b', 1]])('of %s', () => {});", '1 "Of …"'],
  ['name', 'test/x.test.ts', "test('what is sent is kept', () => {});", '1 "What … is"'],
  ['message', 'test/x.test.ts', 'if (!x) throw new Error(`${x} are no keys`);', '1 are no'],
  ['message', 'src/failure.ts', "export const failures = { X: [404, 'Somebody took it'] };", '1 somebody'],
  ['message', 'src/x.ts', "throw invalid({ x: 'the client ' + `${x} is ` +\n  'no client' });", '1 is no'],
  ['message', 'src/x.ts', "const description = 'the scopes,\\nwhom it serves';", '1 whom'],
  ['message', 'scripts/x.py', "raise SystemExit('a table of which nothing is left')", '1 of which'],
  ['message', 'Makefile', "x:\n\t@echo 'Thereby it ends'", '2 thereby'],
  [
    'page',
    'src/users/pages/messages/x.ts',
    "catalogue({ en: { x: 'Nobody' }, de: { x: 'Of x' } });",
    '1 nobody',
  ],
  ['page', 'dashboard/src/texts/x.ts', "export const texts = { x: 'A key that is none' };", '1 is none'],
  ['page', 'dashboard/src/texts/x.ts', "export const texts = { x: 'The e-mail address' };", '1 use "email"'],
  ['message', 'src/x.ts', "throw invalid({ x: 'must be the id of a user' });", '1 use "ID"'],
  [
    'page',
    'src/users/pages/messages/x.ts',
    "catalogue({ en: { x: 'Your last login' }, fr: { x: 'Your last login' } });",
    '1 use "sign-in (noun), sign in (verb), session"',
  ],
  ['page', 'dashboard/src/texts/x.ts', "const x = 'Rotated keys work. Old ones do not.';", '1 "… is not."'],
  ['docs', 'docs/x.md', 'A key may be old. It is if a\nyear is over.', '1 "It is if …"'],
  ['page', 'src/users/pages/x.ts', 'html`<p>\n<b>Whoever</b> signs in</p>`;', '2 whoever'],
  [
    'contract',
    'openapi/paths/x.yaml',
    'get:\n  description: >-\n    Gets it,\n    by which it ends.\n',
    '4 by which',
  ],
  ['contract', 'openapi/paths/x.yaml', "get: { summary: 'Hereby, it ends' }", '1 hereby'],
  ['contract', 'scim-schemas/x.json', '{\n  "description": "Whatever it is"\n}', '2 whatever'],
  ['docs', 'docs/x.md', '# Keys\n\nA key is\n**none** of them.\n', '3 is none'],
  ['docs', 'docs/x.md', '| Field | Meaning |\n|---|---|\n| `x` | Of a user |\n', '3 "Of …"'],
  ['docs', 'docs/x.md', '```ts\nconst x = 1;\n```\n- One.\n- By what a key is found.\n', '5 "By what …"'],
  ['docs', 'README.md', '[Keys](docs/keys.md) are for nobody.\n', '1 nobody'],
  ['docs', 'docs/x.md', 'Keys end.\nThe login ends.', '2 use "sign-in (noun), sign in (verb), session"'],
  ['docs', 'docs/x.md', '| Field | Meaning |\n|---|---|\n| `x` | its id |\n', '3 use "ID"'],
  ['contract', 'openapi/paths/x.yaml', 'get: { summary: Gets it by its id. }', '1 use "ID"'],
  [
    'message',
    'src/failure.ts',
    "export const failures = { X: [404, 'No such user name'] };",
    '1 use "username"',
  ],
];

/** Texts in which the same words are fine. */
const plain: readonly [path: string, source: string][] = [
  [
    'src/x.ts',
    '// There is no key, and there are none. It is no longer used, and is no larger than `Nobody`.',
  ],
  ['src/x.ts', "import { nobody } from './nobody.ts';\nconst whoever: 'nobody' = of.whatever.somebody;"],
  [
    'src/x.ts',
    '// RFC 9999 says "whoever asks". Mail goes to nobody@example.com and https://x.test/whoever.',
  ],
  ['src/x.ts', '// Changes. What tests send goes to the service, because it is local. It costs of course.'],
  ['src/x.ts', '/** Returns keys, such as those\n * of users. What users send is what? */'],
  ['src/x.ts', 'const x = a / b + (1) / 2;\nconst y = [/is no \\/\\/ Whoever/, `${{ x: /`/ }}`];'],
  ['src/users/pages/messages/x.ts', "catalogue({ en: { x: 'Sign in' }, fr: { x: 'Of whom' } });"],
  ['test/x.test.ts', "test('refuses', () => {\n  expect(body).toBe({ message: 'nobody is here' });\n});"],
  ['test/x.test.ts', "test.for([['x', 'that is no key'], 'is none'])('refuses %s', () => {});"],
  [
    'dashboard/src/texts/x.ts',
    "const x = { a: 'Sign in', b: '/login/org_x', c: 'Initiate login URI', d: 'API key ID' };",
  ],
  ['docs/x.md', 'The `login` of a user with two factors is not new. It is old if it is not.'],
  [
    'docs/x.md',
    '## user.login\n\nThe header Keyward-User names a user of the OpenID Foundation, by its `id`.\n',
  ],
  ['docs/decisions/0001-x.md', 'The login of a user with an e-mail address.'],
  ['src/users/sql/x.ts', 'export const read = sql`select id, name from users`;'],
  ['openapi/x.yaml', '# The login and its id.\nx: { id: 1, description: The `id` }'],
  ['test/x.test.ts', "describe('what a key is', () => {});"],
  ['openapi/paths/x.yaml', 'nobody:\n  description: The `whoever` of a key\n  enum: [nobody, whatever]'],
  [
    'docs/x.md',
    '# What Keyward is not\n\n```sh\n# Whoever runs it\n```\nUse `is no` [here](whoever-is.md).\n',
  ],
  ['docs/x.md', 'The page says “Nobody is here”.\n'],
];

describe('a violation', () => {
  test.for(planted)('in a %s is found: %s %j', ([kind, path, source, found]) => {
    const [first, ...others] = judge(path, source).findings;
    expect([first?.kind, `${first?.line} ${first?.word}`, others]).toEqual([kind, found, []]);
  });
  test('is shown with its sentence', () =>
    expect(accused('src/x.ts', '// Stops. A key ends\n// when nobody needs it. It stays.')).toEqual([
      'src/x.ts:2 nobody: A key ends when nobody needs it.',
    ]));
});

test.for(plain)('plain text is not accused: %s %j', ([path, source]) =>
  expect(accused(path, source)).toEqual([]),
);

test('sentences of more than 20 words are counted', () => {
  const words = (count: number): string => `A ${'word '.repeat(count - 2)}\`a b\`.`;
  const { sentences, long, findings } = judge('docs/x.md', `${words(20)} ${words(21)}\n\n# ${words(21)}\n`);
  expect([sentences, long.map(({ line }) => line), findings]).toEqual([3, [1, 3], []]);
});

test.for([
  'generated/x.ts',
  'test/contract/released.yaml',
  'clients/python/src/x/_generated/x.py',
  'LICENSE',
  'x.png',
])('a file of others is not judged: %s', (path) => expect(hasTexts(path)).toBe(false));
