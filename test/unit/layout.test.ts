import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { families } from '../../dependency-cruiser.config.ts';

/** Folders of test that do not belong to a room. Their tests are of another place of src, or of something else than src. */
const others = ['database', 'http', 'lib', 'platform', 'scripts', 'support', 'tiers', 'workers'];
/** The folders of a room. The targets of the Makefile choose tests by them. */
const kinds = [
  'api',
  'delivery',
  'pages',
  'process',
  'protocol',
  'queries',
  'relying-parties',
  'security',
  'unit',
];
/** Folders whose tests are about the whole service, by kind. */
const whole = [
  'cli',
  'clients',
  'contract',
  'dashboard',
  'deployment',
  'examples',
  'pages',
  'process',
  'security',
  'unit',
  'upgrade',
];

const places = [
  `test/(?:${[...families, ...others].join('|')})/(?:${kinds.join('|')})/[^/]+`,
  `test/(?:${whole.join('|')})/[^/]+`,
  'test/architecture',
];
const isPlaced = (path: string): boolean => new RegExp(`^(?:${places.join('|')})\\.test\\.ts$`).test(path);

describe('each test', () => {
  test('lies in test/<room>/<kind>/', () => {
    const paths = globSync('test/**/*.test.ts');
    expect(paths.length).toBeGreaterThan(300);
    expect(paths.filter((path) => !isPlaced(path))).toEqual([]);
  });
  test.for([
    'test/api/any.test.ts',
    'test/users/users.test.ts',
    'test/users/other/users.test.ts',
    'test/persons/api/users.test.ts',
  ])('does not lie elsewhere: %s', (path) => expect(isPlaced(path)).toBe(false));
});
