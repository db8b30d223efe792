import { expect, test } from 'vitest';
import { failedOnlyHere, renamesIn, unrecorded } from '../../../scripts/same/left-out.ts';

const recorded = (...files: string[]): ReadonlyMap<string, unknown> =>
  new Map(files.map((file) => [file, '']));
const same = (file: string): string => file;

test('a file that only one run recorded is a difference', () => {
  const files = ['test/a.test.ts', 'test/b.test.ts', 'test/skipped.test.ts'];
  const both = recorded('test/a.test.ts', 'test/b.test.ts');
  const one = recorded('test/a.test.ts');
  const textsOf = (base: typeof both, head: typeof both): string[] =>
    unrecorded({ files, recorded: base }, { files, recorded: head }, same).map(
      ({ file, lines }) => `${file} ${lines[0]?.text}`,
    );
  expect(textsOf(both, both)).toEqual([]);
  expect(textsOf(both, one)).toEqual(['test/b.test.ts - all tests of the file']);
  expect(textsOf(one, both)).toEqual(['test/b.test.ts + all tests of the file']);
});

test('a file that was moved is compared with itself', () => {
  const renamed = renamesIn('R100\ttest/a.test.ts\ttest/b.test.ts\nM\ttest/c.test.ts\n');
  expect([...renamed]).toEqual([['test/a.test.ts', 'test/b.test.ts']]);
  const nameOf = (file: string): string => renamed.get(file) ?? file;
  const [base, head] = [{ files: ['test/a.test.ts'] }, { files: ['test/b.test.ts'] }];
  const there = { ...base, recorded: recorded('test/a.test.ts') };
  expect(unrecorded(there, { ...head, recorded: recorded('test/b.test.ts') }, nameOf)).toEqual([]);
  expect(unrecorded(there, { ...head, recorded: recorded() }, nameOf)).toHaveLength(1);
});

test('a failure of this tree alone is told from one of both', () => {
  const [fails, passes] = [{ failed: true }, { failed: false }];
  expect(failedOnlyHere(fails, [passes, passes])).toBe(true);
  expect(failedOnlyHere(fails, [passes, fails])).toBe(false);
  expect(failedOnlyHere(passes, [passes])).toBe(false);
});
