// Facts about the tree from git.
import { execFileSync } from 'node:child_process';

const git = (...words: string[]): string =>
  execFileSync('git', words, { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'ignore'] });

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** Returns the test files that git tracks or would track. */
export const testFiles = (): string[] =>
  lines(git('ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', 'test')).filter(
    (file) => file.endsWith('.test.ts'),
  );

/** Returns the commit of the work tree. */
export const headCommit = (): string => git('rev-parse', 'HEAD').trim();

/** Returns when the newest commit was made, in milliseconds. */
export const headTime = (): number => Date.parse(git('log', '-1', '--format=%cI').trim());

/** Returns a seed of the whole tree of the commit, so that a failed run of one commit can be repeated. */
export const treeSeed = (): number => Number.parseInt(git('rev-parse', 'HEAD^{tree}').slice(0, 7), 16);

/**
 * Returns the paths that differ between a commit and the work tree, with files that are new in it. Returns undefined if the commit
 * is not in this clone.
 */
export function changedSince(base: string): string[] | undefined {
  try {
    return [...new Set([...lines(git('diff', '--name-only', '--no-renames', base)), ...untracked()])];
  } catch {
    return undefined;
  }
}

const untracked = (): string[] => lines(git('ls-files', '--others', '--exclude-standard'));
