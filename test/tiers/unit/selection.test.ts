import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { families } from '../../../dependency-cruiser.config.ts';
import { operations } from '../../../generated/operations.ts';
import { rowOf, select, selection } from '../selection.ts';

const tracked = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => path !== '' && existsSync(path));
const isTest = (path: string): boolean => path.endsWith('.test.ts');
const testFiles = tracked.filter(isTest);
const others = tracked.filter((path) => !isTest(path));

/** Whether a changed path reaches a test, or tests of every class. */
function reaches(path: string, file: string): boolean {
  const row = rowOf(path);
  return !row || row.everyClass || row.reaches.some((prefix) => file.startsWith(prefix));
}

describe('the table of paths', () => {
  test('has a row for each tracked file', () => {
    expect(others.length).toBeGreaterThan(3_000);
    expect(others.filter((path) => !rowOf(path))).toEqual([]);
  });

  test('has no row for all of a large folder: a new part of it is unnamed until it has a row', () => {
    const large = ['src/', 'src/handlers/', 'test/', 'scripts/', 'scripts/operate/', 'deploy/', 'clients/'];
    expect(large.filter((path) => rowOf(path))).toEqual([]);
  });

  test('has no row twice, and none without a file', () => {
    const paths = selection.map(({ path }) => path);
    expect(paths.filter((path, at) => paths.indexOf(path) !== at)).toEqual([]);
    expect(paths.filter((path) => !others.some((file) => rowOf(file)?.path === path))).toEqual([]);
  });

  test('names only tests that exist', () => {
    const absent = selection.flatMap(({ path, reaches: prefixes }) =>
      prefixes
        .filter((prefix) => !testFiles.some((file) => file.startsWith(prefix)))
        .map((prefix) => `${path}: ${prefix}`),
    );
    expect(absent).toEqual([]);
  });

  test('reaches each test by a row', () => {
    const prefixes = new Set(selection.flatMap((row) => row.reaches));
    expect(testFiles.filter((file) => ![...prefixes].some((prefix) => file.startsWith(prefix)))).toEqual([]);
  });

  test.for(families.map((room) => [room]))('lets %s reach its own tests', ([room]) => {
    expect(rowOf(`src/${room}/`)?.reaches).toContain(`test/${room}/`);
  });

  test.for([
    ['migrations/'],
    ['openapi/'],
    ['generated/'],
    ['package-lock.json'],
    ['dashboard/package-lock.json'],
    ['test/support/'],
    ['.ci/run'],
    ['scripts/check.ts'],
    ['Makefile'],
    ['vitest.config.ts'],
    ['tsconfig.json'],
    ['mikro-orm.config.ts'],
    ['src/http/'],
    ['src/platform/'],
    ['src/lib/'],
    ['src/database/'],
    ['src/workers/'],
    ['src/handlers/index.ts'],
    ['src/service.ts'],
    ['src/start/'],
    ['src/http/instruments/gauges.ts'],
    ['src/lib/sql.ts'],
    ['src/platform/tx.ts'],
    ['src/database/statements.ts'],
    ['src/wiring.ts'],
    ['src/audit/audit.ts'],
  ])('lets %s reach every class', ([path = '']) => {
    expect(rowOf(path)?.everyClass).toBe(true);
  });
});

describe('the longest row', () => {
  test('decides', () => {
    expect(rowOf('src/users/groups/sql/members.ts')?.path).toBe('src/users/groups/');
    expect(rowOf('src/users/endings.ts')?.path).toBe('src/users/');
    expect(rowOf('docs/scim.md')?.path).toBe('docs/scim.md');
    expect(rowOf('docs/lists.md')?.path).toBe('docs/');
  });
  test('is not one that ends within a name', () => {
    expect(rowOf('Makefile.old')).toBeUndefined();
    expect(rowOf('src/users-of/x.ts')).toBeUndefined();
  });
});

/** The files that a test file imports and those that it names in quotes, among those that are tracked. */
function named(file: string): string[] {
  const source = readFileSync(file, 'utf8').replace(/^\s*(?:\*|\/\/|\/\*).*$/gm, '');
  const imported = [...source.matchAll(/\bfrom '(\.[^']+)'|\bimport\(\s*'(\.[^']+)'\s*\)/g)].map(
    ([, one, other]) => normalize(`${dirname(file)}/${one ?? other ?? ''}`),
  );
  const quoted = [...source.matchAll(/['"`](?:\.{1,2}\/)*([\w.-]+(?:\/[\w.-]+)*)(?=['"`])/g)].map(
    ([, path = '']) => path,
  );
  return [...new Set([...imported, ...quoted.filter((path) => path.includes('/'))])].filter(
    (path) => trackedSet.has(path) && !isTest(path) && !path.endsWith('.d.ts'),
  );
}
const trackedSet = new Set(tracked);
const known = new Map<string, string[]>();

/** Returns what a file names. This file names paths as examples. */
function namedBy(file: string): string[] {
  const found = known.get(file) ?? (file.startsWith('test/tiers/') ? [] : named(file));
  known.set(file, found);
  return found;
}

/** The routes file of each operation. */
const handlers = tracked.filter((path) => /^src\/.*\/routes\//.test(path));
const handlerTexts = handlers.map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const handlerOf = new Map(
  Object.keys(operations).flatMap((id) =>
    handlerTexts
      .filter(({ text }) => new RegExp(`^  (?:async )?${id}\\b *[(:,]`, 'm').test(text))
      .map(({ path }) => [id, path] as const),
  ),
);

describe('a test', () => {
  test('is reached by each file that it imports, reads or starts', () => {
    const pairs = testFiles.flatMap((file) => namedBy(file).map((path) => [path, file] as const));
    expect(pairs.length).toBeGreaterThan(1_500);
    const missing = pairs.filter(([path, file]) => !reaches(path, file));
    expect(missing.map(([path, file]) => `${path} (${rowOf(path)?.path}) -> ${file}`)).toEqual([]);
  });

  // Tests of every class are drawn. So a source that few tests import has to name them, or a gate may have none of them.
  test('is named by the row of each source that it and at most two others import', () => {
    const pairs = testFiles.flatMap((file) =>
      namedBy(file)
        .filter((path) => path.startsWith('src/'))
        .map((path) => ({ path, file })),
    );
    const few = Object.values(Object.groupBy(pairs, ({ path }) => path)).filter(
      (all = []) => all.length <= 3,
    );
    const missing = few.flat().filter((pair) => {
      const row = pair && rowOf(pair.path);
      return row && !row.reaches.some((prefix) => pair.file.startsWith(prefix));
    });
    expect(missing).toEqual([]);
  });

  test('is reached by the handler of each operation that it describes', () => {
    const pairs = testFiles.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bdescribe(?:\.\w+\([^)]*\))?\(\s*'(\w+)'/g)]
        .map(([, id = '']) => handlerOf.get(id))
        .filter((handler) => handler !== undefined)
        .map((handler) => [handler, file] as const),
    );
    expect(pairs.length).toBeGreaterThan(300);
    expect(
      pairs.filter(([handler, file]) => !reaches(handler, file)).map((pair) => pair.join(' -> ')),
    ).toEqual([]);
  });

  test('is reached by what its helpers import, read or start', () => {
    const helpers = others.filter((path) => /^test\/(?!tiers\/).*\.ts$/.test(path));
    const missing = helpers.flatMap((helper) => {
      // Nearly each test uses helpers of test/support that import the product.
      const isShared = helper.startsWith('test/support/');
      const paths = namedBy(helper).filter((path) => !(isShared && path.startsWith('src/')));
      return testFiles
        .filter((file) => namedBy(file).includes(helper))
        .flatMap((file) =>
          paths.filter((path) => !reaches(path, file)).map((path) => `${path} -> ${helper} -> ${file}`),
        );
    });
    expect(missing).toEqual([]);
  });
});

describe('what changed paths reach', () => {
  test('is everything for an unnamed path', () => {
    const selected = select(['src/new-room/x.ts'], testFiles);
    expect(selected).toMatchObject({ everything: true, everyClass: true });
    expect(selected.files.toSorted()).toEqual(testFiles.toSorted());
  });

  test('is nothing without a change', () =>
    expect(select([], testFiles)).toEqual({ files: [], everyClass: false, everything: false }));

  test('begins with a changed test, then with the test of the same name, then with the most direct ones', () => {
    const own = 'test/users/api/groups.test.ts';
    const { files } = select(['src/lib/etag.ts', own], testFiles);
    expect(files.slice(0, 2)).toEqual([own, 'test/lib/unit/etag.test.ts']);
    expect(files[2]).toMatch(/^test\/(lib|unit)\//);
  });

  test('begins with the walk over the operations for what shows or stores fields', () => {
    const walks = testFiles.filter((file) => file.startsWith('test/contract/walk-'));
    expect(walks.length).toBeGreaterThan(8);
    for (const path of ['src/oidc/views/oidc-scopes.ts', 'src/users/groups/entities/group.ts']) {
      const { files } = select([path], testFiles);
      expect(files.slice(0, walks.length + 3)).toEqual(expect.arrayContaining(walks));
    }
  });

  test('begins with the tests of all statements for statements, migrations and the schema', () => {
    const path = 'src/users/groups/sql/members.ts';
    expect(select([path], testFiles).files.slice(0, 6)).toContain('test/security/tenant-conditions.test.ts');
    for (const one of [path, 'migrations/README.md', 'generated/schema.sql'])
      expect(select([one], testFiles).files.slice(0, 6)).toContain(
        'test/database/unit/oldest-version.test.ts',
      );
  });

  test('is little for a page of docs/', () => {
    const { files, everyClass } = select(['docs/scim.md'], testFiles);
    expect(everyClass).toBe(false);
    expect(files.slice(0, 2)).toEqual([
      'test/scim/protocol/docs.test.ts',
      'test/scim/protocol/python.tools.test.ts',
    ]);
    expect(files.length).toBeLessThan(7);
  });

  test('mixes the first tests of all paths', () => {
    const { files } = select(['src/scim/protocol/elements.ts', 'src/users/groups/memberships.ts'], testFiles);
    const rank = (start: string): number => files.findIndex((file) => file.startsWith(start));
    expect(rank('test/users/api/groups')).toBeLessThan(rank('test/scim/api/'));
    expect(rank('test/scim/unit/')).toBeLessThan(rank('test/users/api/invit'));
  });

  test('has a test where the path that reaches it first has it, in any order of the paths', () => {
    const paths = [
      'src/users/passkeys/passkeys.ts',
      'src/scim/protocol/elements.ts',
      'src/conditional-access/resources/lockout.ts',
    ];
    const rankOf = (changed: string[]) =>
      select(changed, testFiles).files.findIndex((file) =>
        file.startsWith('test/conditional-access/api/named-locations'),
      );
    expect(rankOf(paths)).toBe(rankOf(paths.toReversed()));
    expect(rankOf(paths)).toBeGreaterThanOrEqual(0);
  });

  test('is every class for the ground floor, and every file for what is unnamed beside it', () => {
    expect(select(['src/lib/etag.ts'], testFiles)).toMatchObject({ everyClass: true, everything: false });
    expect(select(['src/lib/etag.ts', 'unnamed.txt'], testFiles)).toMatchObject({ everything: true });
    expect(select(['src/scim/scim-lists.ts'], testFiles)).toMatchObject({ everyClass: false });
  });
});
