import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Compares the pages of the dashboards that were built at two commits, as they are committed. The service and the data are those of
 * this tree.
 * @param head undefined for the dashboard of this tree, which must be built
 * @param pages parts of paths of pages, or `all`
 * @returns the exit code: 1 if a page differs
 */
export function comparePages(root: string, base: string, head: string | undefined, pages: string): number {
  const env = {
    ...process.env,
    BASE_DASHBOARD: builtAt(root, base, 'base'),
    HEAD_DASHBOARD: head === undefined ? join(root, 'generated/dashboard') : builtAt(root, head, 'head'),
    PAGES: pages,
  };
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'scripts/same/pages/vitest.config.ts'];
  return spawnSync(process.execPath, words, { cwd: root, env, stdio: 'inherit' }).status ?? 2;
}

/** Returns the folder of a dashboard as a commit has it. */
function builtAt(root: string, commit: string, name: string): string {
  const folder = join(root, '.cache/same/dashboards', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['-C', root, 'archive', commit, 'generated/dashboard'], {
    maxBuffer: 2 ** 28,
  });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  return join(folder, 'generated/dashboard');
}
