import { existsSync, readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readMasterKey } from '../lib/master-key.ts';
import { createOnce, replaceFile } from './durable-files.ts';

/**
 * The keys of an installation with the embedded Postgres: `<dataDir>/master.key`, made with one key at the first start. Nothing that was
 * sealed opens without it, so it belongs to every copy of the folder.
 * @param isSealed whether the database holds something that a lost key would be needed for
 * @throws when the file does not hold a key, or is gone although the database needs it
 */
export async function openMasterKeys(
  dataDir: string,
  isSealed: () => Promise<boolean>,
): Promise<readonly Buffer[]> {
  const file = join(dataDir, 'master.key');
  if (!existsSync(file)) {
    if (await isSealed()) {
      throw new Error(
        `${file} is missing, and the database has secrets that are sealed under it: put its copy back, or see docs/incidents.md if there is none`,
      );
    }
    createOnce(file, `${randomBytes(32).toString('base64')}\n`);
  }
  // Read back even after writing: another process may have been first.
  return readMasterKeys(file);
}

/**
 * Reads the keys of the file, one a line; the first encrypts.
 * @throws when the file holds anything else
 */
export function readMasterKeys(file: string): readonly Buffer[] {
  const keys = readFileSync(file, 'utf8').trim().split(/\s+/).map(readMasterKey);
  const found = keys.filter((key) => key !== undefined);
  if (found.length === 0 || found.length < keys.length)
    throw new Error(`${file} has no master key: put its copy back`);
  return found;
}

/** Writes the keys, the first first. The file is complete at every moment. */
export const writeMasterKeys = (file: string, keys: readonly Buffer[]): void =>
  replaceFile(file, keys.map((key) => `${key.toString('base64')}\n`).join(''));
