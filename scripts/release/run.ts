// Programs that a release runs.
import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** How a program runs. */
interface How {
  cwd?: string;
  env?: Record<string, string>;
}

/** Runs a program, and returns what it printed. @throws with its errors if it fails */
export function run(program: string, words: readonly string[], { cwd = '.', env = {} }: How = {}): string {
  // npm compresses with the Node that runs it. The Node of this repository has one version.
  const path = dirname(process.execPath) + delimiter + (process.env['PATH'] ?? '');
  return execFileSync(program, words, {
    cwd,
    env: { ...process.env, PATH: path, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 << 20,
  });
}

/** Whether the PATH has a program. */
export const has = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });

/** Returns the files of a folder that Git tracks, by their paths in this folder. */
export const trackedFiles = (folder: string): string[] =>
  run('git', ['ls-files', '-z'], { cwd: folder })
    .split('\0')
    .filter((file) => file !== '');
