import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { goProgram } from '../../scripts/go/program.ts';

const run = promisify(execFile);

/**
 * Runs Go in a folder of a module.
 * @param env settings beside those of this process
 */
export const go = async (cwd: string, env: NodeJS.ProcessEnv, ...words: string[]) =>
  run(goProgram() ?? 'go', words, {
    cwd,
    env: { ...process.env, GOFLAGS: '-mod=readonly', ...env },
    maxBuffer: 1 << 26,
  });
