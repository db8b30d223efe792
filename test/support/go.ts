import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Debian's Go may be older than our modules want. */
async function goProgram(): Promise<string> {
  const { stdout } = await run('go', ['env', 'GOVERSION']);
  if (Number(/^go1\.(\d+)/u.exec(stdout)?.[1]) >= 26) return 'go';
  return (await run('scripts/environment/go.sh', [resolve('.cache/go')])).stdout.trim();
}

/**
 * Runs Go in a folder of a module.
 * @param env settings beside those of this process
 */
export const go = async (cwd: string, env: NodeJS.ProcessEnv, ...words: string[]) =>
  run(await goProgram(), words, {
    cwd,
    env: { ...process.env, GOFLAGS: '-mod=readonly', ...env },
    maxBuffer: 1 << 26,
  });
