import { existsSync, readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readMasterKey } from '../lib/master-key.ts';
import { createOnce } from './durable-files.ts';

/**
 * The key of an installation with the embedded Postgres: `<dataDir>/master.key`, made at the first start. Nothing that was
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
        `${file} is missing, and the database has secrets that are sealed under it: restore it from a backup`,
      );
    }
    createOnce(file, `${randomBytes(32).toString('base64')}\n`);
  }
  // Read back even after writing: another process may have been first.
  const text = readFileSync(file, 'utf8').trim();
  const key = readMasterKey(text);
  if (!key) throw new Error(`${file} has no master key: restore it from a backup`);
  return [key];
}
