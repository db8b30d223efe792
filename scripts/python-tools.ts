// Where Python is, and the virtual environments that the Makefile makes of files of exact versions.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';

const clientFolder = '.cache/venv/python-client';
type Version = [major: number, minor: number, patch: number];

/** The version of an interpreter that can make virtual environments; nothing where there is none. */
export function pythonVersion(python: string): Version | undefined {
  const script = 'import sys, venv, ensurepip; print(*sys.version_info[:3])';
  const { status, stdout } = spawnSync(python, ['-c', script], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const [major = 0, minor = 0, patch = 0] = stdout.trim().split(' ').map(Number);
  return [major, minor, patch];
}

/** A virtual environment of the Makefile, made if need be, or why there is none. Several test files may share one. */
export function pythonTools(
  least: [major: number, minor: number],
  folder = clientFolder,
): { folder: string; python: string } | { missing: string } {
  const python = process.env['PYTHON'] ?? 'python3';
  const version = pythonVersion(python) ?? [0, 0, 0];
  const [major, minor] = version;
  if (major < least[0] || (major === least[0] && minor < least[1])) {
    const how = 'Debian: apt-get install python3-venv; elsewhere: PYTHON=<path of one>';
    return { missing: `it needs Python ${least.join('.')} or newer with venv (${how})` };
  }
  // The mark tells make only that an environment exists, and not its version of Python.
  if (String(pythonVersion(`${folder}/bin/python`)) !== String(version))
    rmSync(`${folder}/.installed`, { force: true });
  const { status, error } = spawnSync('make', ['--no-print-directory', `${folder}/.installed`], {
    // Our own make's flags would ask for a job server that is not there; standard output belongs to reports.
    env: { ...process.env, MAKEFLAGS: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`${folder} could not be made`, { cause: error });
  return { folder, python };
}

/**
 * Returns the programs of the Python client's environment if it was made before. A developer who works on other code
 * need not wait for it.
 */
export const installedTools = (): string | undefined =>
  existsSync(`${clientFolder}/.installed`) ? resolve(clientFolder, 'bin') : undefined;
