/** A path, and the tests that it reaches when it changes. */
export interface Row {
  /** A path, or a folder that ends with a slash. */
  path: string;
  /** Beginnings of the paths of test files. The most direct tests come first. */
  reaches: readonly string[];
  /** Whether it reaches tests of every class of fault besides. */
  everyClass: boolean;
}

const row = (path: string, names: readonly string[], everyClass: boolean): Row => ({
  path,
  reaches: names.map((name) => `test/${name}`),
  everyClass,
});

/** Returns the row of a path. Each name is the beginning of a path below `test/`. A row without names reaches nothing. */
export const reaching = (path: string, ...names: readonly string[]): Row => row(path, names, false);

/** Returns the row of a path on which everything stands. The names are the tests that come first. */
export const everyClass = (path: string, ...names: readonly string[]): Row => row(path, names, true);

/** These read the sources of the product. */
const readers = ['architecture', 'unit/rooms', 'unit/raw-markup', 'unit/folding-places', 'scripts/unit/fuzz'];

/** Returns the row of a part of the product. */
export const product = (path: string, ...names: readonly string[]): Row =>
  row(path, [...names, ...readers], false);

/** Returns the row of a part of the product on which every room stands. */
export const ground = (path: string, ...names: readonly string[]): Row =>
  row(path, [...names, ...readers], true);

/** Tests that walk over operations of the API. They see each resource. */
export const walks = [
  'contract/',
  'security/',
  'http/api/list-filters',
  'http/api/order',
  'platform/queries/lists',
  'platform/api/shown-names',
  'dashboard/sections',
  'dashboard/in-code',
] as const;

/** Tests that look at each page of signing in. */
export const pages = [
  'contract/hosted',
  'sign-in/pages/',
  'pages/',
  'security/canary-sign-in',
  'security/canary-second-factors',
  'platform/unit/catalogue',
  'http/api/pages',
] as const;
