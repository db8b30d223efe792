// Where Python is and the tools of the Python client: one answer for its generator and its tests.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = '.cache/venv/python-client';
type Version = [major: number, minor: number];

/** The version of an interpreter that can make virtual environments; nothing where there is none. */
export function pythonVersion(python: string): Version | undefined {
  const script = 'import sys, venv, ensurepip; print(*sys.version_info[:2])';
  const { status, stdout } = spawnSync(python, ['-c', script], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const [major = 0, minor = 0] = stdout.trim().split(' ').map(Number);
  return [major, minor];
}

/** The virtual environment of clients/python/requirements-dev.txt, made if need be, or why there is none. */
export function pythonTools(least: Version): { folder: string; python: string } | { missing: string } {
  const python = process.env['PYTHON'] ?? 'python3';
  const [major, minor] = pythonVersion(python) ?? [0, 0];
  if (major < least[0] || (major === least[0] && minor < least[1])) {
    const how = 'Debian: apt-get install python3-venv; elsewhere: PYTHON=<path of one>';
    return { missing: `it needs Python ${least.join('.')} or newer with venv (${how})` };
  }
  const { status } = spawnSync('make', ['--no-print-directory', `${folder}/.installed`], {
    // Our own make's flags would ask for a job server that is not there; standard output belongs to reports.
    env: { ...process.env, MAKEFLAGS: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`${folder} could not be made`);
  return { folder, python };
}

/** The programs of that environment if it was made before: whoever works on something else need not wait for it. */
export const installedTools = (): string | undefined =>
  existsSync(`${folder}/.installed`) ? resolve(folder, 'bin') : undefined;
