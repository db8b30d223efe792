import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of the first of these programs that this machine has. */
export function programOf(...names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/**
 * Whether a test may be left out because this machine lacks a program. In CI nothing is left out, so the
 * test fails there; elsewhere one line says how to get it.
 */
export function lacks(program: string | undefined, hint: string): boolean {
  if (program !== undefined || process.env['CI'] === 'true') return false;
  console.warn(`skipped: ${hint}`);
  return true;
}

/** Whether this machine lacks curl, with which the docs show their calls. @param what the tests that are left out */
export const lacksCurl = (what: string): boolean =>
  lacks(programOf('curl'), `${what} need curl (Debian: apt install curl)`);

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
