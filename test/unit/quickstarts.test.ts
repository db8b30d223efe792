import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { quickstarts } from '../examples/quickstarts.ts';

const page = readFileSync('docs/quickstarts.md', 'utf8');
/** Files that a tool demands, and the page of the quickstart. */
const isOther = (name: string): boolean =>
  /^(README\.md|package(-lock)?\.json|pom\.xml|go\.(mod|sum)|requirements.*\.txt)$/.test(name);

function filesOf(folder: string): string[] {
  const words = ['ls-files', '--cached', '--others', '--exclude-standard', '--', folder];
  return execFileSync('git', words, { encoding: 'utf8' }).trim().split('\n');
}

const linesOf = (files: readonly string[]): number =>
  files.reduce((sum, file) => sum + readFileSync(file, 'utf8').trimEnd().split('\n').length, 0);

describe('docs/quickstarts.md', () => {
  test('lists each quickstart with the type of its client', () => {
    const rows = [...page.matchAll(/^\| \[.*\]\(\.\.\/examples\/(.*)\/README\.md\).* \| `(\w+)` \|$/gm)];
    const listed = rows.map(([, name, type]) => ({ name, type })).toSorted(byName);
    expect(listed).toEqual(quickstarts.map(({ name, type }) => ({ name, type })).toSorted(byName));
  });

  test.for(quickstarts)('says the truth about the size of $name', ({ name }) => {
    const code = filesOf(`examples/${name}`).filter((file) => !isOther(basename(file)));
    expect(linesOf(code)).toBeLessThanOrEqual(150);
    expect(linesOf(code)).toBeGreaterThan(20);
  });

  test.for(quickstarts)('is the first step of $name', ({ name }) => {
    expect(readFileSync(`examples/${name}/README.md`, 'utf8')).toContain('(../../docs/quickstarts.md)');
  });
});

const byName = (a: { name?: string | undefined }, b: { name?: string | undefined }): number =>
  (a.name ?? '').localeCompare(b.name ?? '');
