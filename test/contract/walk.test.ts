import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cases, everything, exemptions, hosted, isOfOperators, ofTenants, secured } from './enumerate.ts';
import { rightsFor, scoped } from './visitors/access.ts';
import { numbersOf, shown } from './visitors/fields.ts';
import { operationsOf, parts, visitors } from './walk.ts';

describe('the walk', () => {
  test('has a file for each part, and each operation in one part', () => {
    const files = Array.from({ length: parts }, (_, index) => `test/contract/walk-${index + 1}.test.ts`);
    expect(globSync('test/contract/walk-*.test.ts').toSorted()).toEqual(files.toSorted());
    const visited = files.flatMap((_, index) => operationsOf(index + 1)).map(({ id }) => id);
    expect(visited.toSorted()).toEqual(everything.map(({ id }) => id).toSorted());
  });

  test('has a visitor for each file in the folder visitors', () => {
    expect(visitors.length).toBe(globSync('test/contract/visitors/*.ts').length);
    expect(new Set(visitors.map(({ name }) => name)).size).toBe(visitors.length);
  });

  test('begins with the visitor that counts rows, because the others call with keys, whose uses are written later', () =>
    expect(visitors[0]?.name).toBe('what no browser sends'));

  test.for(visitors.flatMap(({ name, visits }) => visits.map((visit) => ({ name, ...visit }))))(
    'tests at least one operation: it $title',
    ({ of }) => expect(everything.filter(of).length).toBeGreaterThan(0),
  );
});

describe('the operations that visitors choose', () => {
  test('ask for a key unless they are exempted', () => {
    const unsecured = cases.filter((operation) => !operation.secured).map(({ id }) => id);
    expect(unsecured.sort()).toEqual([...exemptions['needs no key']].sort());
    const unscoped = ofTenants.filter(({ permission }) => permission === null).map(({ id }) => id);
    expect(unscoped.sort()).toEqual(open);
    expect(secured.filter(isOfOperators).filter(({ permission }) => permission !== null)).toEqual([]);
    expect(scoped.filter((operation) => !rightsFor(operation).includes(operation.permission ?? ''))).toEqual(
      [],
    );
  });

  test('show at least 40 names of fields', () => expect(shown.length).toBeGreaterThan(40));

  test('have bounds for each whole number of a query', () => {
    const all = cases.flatMap(numbersOf);
    expect(all.length).toBeGreaterThan(4);
    expect(all.filter(({ minimum, maximum }) => minimum === undefined || maximum === undefined)).toEqual([]);
  });

  test('have one that is hosted', () => expect(hosted.length).toBeGreaterThan(0));
});

/**
 * Operations that require a key or a token, but no permission.
 * Each operation checks permissions for every item that it finds and every step that it runs.
 */
const open = [
  'getMe',
  'getScimResourceType',
  'getScimSchema',
  'getScimServiceProviderConfig',
  'listScimResourceTypes',
  'listScimSchemas',
  'revokeOwnCredential',
  'runScimBulk',
  'searchScim',
];
