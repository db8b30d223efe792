import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

describe('test/support/README.md', () => {
  test('has one line for each file of test/support', () => {
    const readme = readFileSync('test/support/README.md', 'utf8');
    const listed = [...readme.matchAll(/^\| `([\w.-]+)` \| \S/gm)].map(([, name = '']) => name);
    const files = readdirSync('test/support', { withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'README.md')
      .map(({ name }) => name);
    expect(files.length).toBeGreaterThan(60);
    expect(listed.toSorted()).toEqual(files.toSorted());
  });
});
