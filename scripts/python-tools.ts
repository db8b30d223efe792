// Where Python is, and the virtual environment that scripts/environment/python.sh makes of a file of exact versions.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = '.cache/python';
type Version = [major: number, minor: number, patch: number];

/** The version of an interpreter that can make virtual environments; nothing where there is none. */
export function pythonVersion(python: string): Version | undefined {
  const script = 'import sys, venv, ensurepip; print(*sys.version_info[:3])';
  const { status, stdout } = spawnSync(python, ['-c', script], { encoding: 'utf8' });
  if (status !== 0) return undefined;
  const [major = 0, minor = 0, patch = 0] = stdout.trim().split(' ').map(Number);
  return [major, minor, patch];
}

/** Returns an interpreter of this version or a newer one, or why there is none. */
export function pythonProgram(
  least: [major: number, minor: number],
): { python: string } | { missing: string } {
  const python = process.env['PYTHON'] ?? 'python3';
  const [major, minor] = pythonVersion(python) ?? [0, 0];
  if (major > least[0] || (major === least[0] && minor >= least[1])) return { python };
  const how = 'Debian: apt-get install python3-venv; elsewhere: PYTHON=<path of one>';
  return { missing: `it needs Python ${least.join('.')} or newer with venv (${how})` };
}

/** Returns the virtual environment, made if need be, or why there is none. All test files share it. */
export function pythonTools(
  least: [major: number, minor: number],
): { folder: string; python: string } | { missing: string } {
  const found = pythonProgram(least);
  if ('missing' in found) return found;
  // Standard output belongs to reports.
  const { status, error } = spawnSync('scripts/environment/python.sh', {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`${folder} could not be made`, { cause: error });
  return { folder, ...found };
}

/**
 * Returns the programs of the virtual environment if it was made before. A developer who works on other code need not
 * wait for it.
 */
export const installedTools = (): string | undefined =>
  existsSync(`${folder}/.installed`) ? resolve(folder, 'bin') : undefined;
