// Finds tests that a comparison would leave out silently: tests that were moved, and files that recorded
// nothing.
import { execFileSync } from 'node:child_process';
import type { Difference } from './compare.ts';
import type { Run } from './run.ts';

/**
 * Returns the new paths of the test files that were moved since a commit, by their old ones.
 * @param head undefined for the work tree
 */
export function renamedBetween(root: string, base: string, head: string | undefined): Map<string, string> {
  const words = ['-C', root, 'diff', '-M', '--diff-filter=R', '--name-status', base, ...(head ? [head] : [])];
  return renamesIn(execFileSync('git', [...words, '--', 'test'], { encoding: 'utf8', maxBuffer: 2 ** 26 }));
}

/** Reads the lines of `git diff --name-status`. */
export const renamesIn = (text: string): Map<string, string> =>
  new Map(
    text.split('\n').flatMap((line): [string, string][] => {
      const [status = '', from, to] = line.split('\t');
      return status.startsWith('R') && from && to ? [[from, to]] : [];
    }),
  );

interface Side {
  files: readonly string[];
  recorded: ReadonlyMap<string, unknown>;
}

/**
 * Lists the files that both trees have, and that only one run recorded. A file whose import fails records nothing, and all of its tests are
 * gone.
 * @param nameOf returns the name in the other tree of a file of BASE
 */
export function unrecorded(base: Side, head: Side, nameOf: (file: string) => string): Difference[] {
  return base.files
    .filter((file) => head.files.includes(nameOf(file)))
    .filter((file) => base.recorded.has(file) !== head.recorded.has(nameOf(file)))
    .map((file): Difference => {
      const text = base.recorded.has(file) ? '- all tests of the file' : '+ all tests of the file';
      const lines = [{ field: '', text }];
      return { file, test: '', key: '', aspect: 'presence', overlaps: false, at: 0, lines };
    });
}

/** Whether a run fails and the runs of BASE do not. No record has the checks of a test. */
export const failedOnlyHere = (head: Pick<Run, 'failed'>, base: readonly Pick<Run, 'failed'>[]): boolean =>
  head.failed && base.every(({ failed }) => !failed);
