import { docs } from './selection/docs.ts';
import { doors } from './selection/doors.ts';
import { floor } from './selection/floor.ts';
import { helpers } from './selection/helpers.ts';
import { machines } from './selection/machines.ts';
import { nearby } from './selection/near.ts';
import { peopleRooms } from './selection/people.ts';
import { programs } from './selection/programs.ts';
import { protocols } from './selection/protocols.ts';
import type { Row } from './selection/row.ts';
import { surfaces } from './selection/surfaces.ts';

/** The table of tracked paths and the tests that each reaches. The longest row that fits a path decides. */
export const selection: readonly Row[] = [
  ...floor,
  ...nearby,
  ...doors,
  ...machines,
  ...peopleRooms,
  ...protocols,
  ...surfaces,
  ...docs,
  ...programs,
  ...helpers,
];

const byPath = new Map(selection.map((row) => [row.path, row]));

/** Returns the row that decides on a path, or undefined for an unnamed path, which reaches everything. */
export function rowOf(path: string): Row | undefined {
  let fitting = path;
  while (!byPath.has(fitting)) {
    const end = fitting.lastIndexOf('/', fitting.length - 2);
    if (end < 0) return undefined;
    fitting = fitting.slice(0, end + 1);
  }
  return byPath.get(fitting);
}

const isTest = (path: string): boolean => path.endsWith('.test.ts');

/** Tests that look at all tests. */
const ofTests = ['test/unit/layout.', 'test/tiers/unit/selection.', 'test/unit/plain-english.'];

const rowOfTests: Row = { path: 'test/', reaches: ofTests, everyClass: false };

/** Tests that look at all files of a kind, or at all that a kind of file makes. They come first, because a room may reach too much. */
const first: readonly { paths: RegExp; tests: string }[] = [
  // The walk over the operations looks at each field of each resource, and the tests of a room at some.
  { paths: /^src\/.*\/(?:views|entities)\//, tests: 'test/contract/walk-' },
  {
    paths: /^src\/.*\/sql\/|^src\/database\/|^migrations\/|^generated\/schema\.sql$/,
    tests: 'test/database/unit/oldest-version.',
  },
  { paths: /^src\/.*\/sql\/|^generated\/schema\.sql$/, tests: 'test/security/tenant-conditions.' },
];

const reachedBy = (path: string, row: Row | undefined): string[] => [
  ...first.filter(({ paths }) => row && paths.test(path)).map(({ tests }) => tests),
  ...(row?.reaches ?? []),
];

/** The test files that some paths reach. */
export interface Selected {
  /** The most direct tests come first. */
  files: string[];
  /** Whether a path is among them on which everything stands. Then tests of every class of fault belong to a run besides. */
  everyClass: boolean;
  /** Whether a path is unnamed. Then `files` are all files. */
  everything: boolean;
}

/**
 * Returns what changed paths reach of the test files.
 * @param testFiles all test files; a changed one reaches itself
 */
export function select(changed: readonly string[], testFiles: readonly string[]): Selected {
  const rows = changed.map((path) => ({ path, row: isTest(path) ? rowOfTests : rowOf(path) }));
  const everything = rows.some(({ row }) => !row);
  const ranks = new Map<string, number>();
  const note = (file: string, rank: number): void => {
    ranks.set(file, Math.min(rank, ranks.get(file) ?? rank));
  };
  for (const { path, row } of rows)
    for (const [at, prefix] of reachedBy(path, row).entries())
      for (const file of testFiles)
        if (file.startsWith(prefix)) note(file, nameOf(file) === nameOf(path) ? -1 : at);
  const own = testFiles.filter((file) => changed.includes(file));
  for (const file of own) note(file, -2);
  if (everything) for (const file of testFiles) note(file, Number.MAX_SAFE_INTEGER);
  // A sort keeps the order of files that are equally direct.
  const files = testFiles
    .filter((file) => ranks.has(file))
    .toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
  return { files, everyClass: everything || rows.some(({ row }) => row?.everyClass), everything };
}

/** Returns the name that a test shares with what it tests: `etag` for `src/lib/etag.ts` and `test/lib/unit/etag.test.ts`. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).split('.')[0] ?? '';
