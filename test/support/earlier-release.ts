// The commit of the release before, from which an upgrade must leave no gap (`test/upgrade/from`).
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { once } from './once.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(repository, '.cache/upgrade');

/** The commit that `test/upgrade/from` names. @throws when this clone lacks it */
export function earlierCommit(): string {
  const commit = readFileSync(join(repository, 'test/upgrade/from'), 'utf8').trim();
  try {
    git('cat-file', '-e', `${commit}^{commit}`);
  } catch (cause) {
    const sentence = `This clone lacks the commit ${commit} of test/upgrade/from, perhaps because it is shallow: run git fetch --unshallow, or git fetch origin ${commit}.`;
    throw new Error(sentence, { cause });
  }
  return commit;
}

/** Returns a file of that commit. */
export const earlierFile = (path: string): string => git('show', `${earlierCommit()}:${path}`).toString();

/** Returns the lines of that commit's `src` which contain one of these words. */
export function earlierUses(words: readonly string[]): string[] {
  const patterns = words.flatMap((word) => ['-e', word]);
  try {
    return git('grep', '-n', '-w', '-F', ...patterns, earlierCommit(), '--', 'src')
      .toString()
      .trim()
      .split('\n');
  } catch (error) {
    if ((error as { status?: number }).status === 1) return []; // git found nothing
    throw error;
  }
}

/** Checks the release before out, with its packages. @returns its folder */
export async function earlierRelease(): Promise<string> {
  const commit = earlierCommit();
  const finished = join(folder, commit);
  mkdirSync(folder, { recursive: true });
  await once(finished, () => {
    const draft = `${finished}.${process.pid}`;
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft);
    const without = ['test', 'docs', 'dashboard', 'clients', 'bench'].map((one) => `:!${one}`);
    const archive = git('archive', commit, '.', ...without);
    execFileSync('tar', ['-x', '-C', draft], { input: archive });
    // Below this repository, its modules find our packages. If they are others than it was made with, it gets its own.
    if (!hasPackagesOf(earlierFile('package-lock.json')))
      execFileSync('npm', ['ci', '--omit=dev', '--loglevel=error', '--prefix', draft], { stdio: 'inherit' });
    renameSync(draft, finished);
    return Promise.resolve();
  });
  return finished;
}

interface Lock {
  packages: Record<string, { version?: string; dev?: boolean; devOptional?: boolean }>;
}

/** Whether our packages contain all of another lock file that a service needs, in the same versions. */
function hasPackagesOf(text: string): boolean {
  const theirs = (JSON.parse(text) as Lock).packages;
  const ours = (JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as Lock).packages;
  return Object.entries(theirs).every(
    ([path, { version, dev, devOptional }]) =>
      path === '' || dev === true || devOptional === true || ours[path]?.version === version,
  );
}

const git = (...words: string[]): Buffer =>
  execFileSync('git', words, { cwd: repository, maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'pipe'] });
