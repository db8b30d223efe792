import { existsSync, readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readMasterKey } from '../lib/master-key.ts';
import { createOnce } from './durable-files.ts';

/**
 * The key of an installation with the embedded Postgres: `<dataDir>/master.key`, made at the first start. Whoever
 * loses it can open nothing that was sealed, so it belongs to every copy of the folder.
 * @throws when the file does not hold a key
 */
export function openMasterKeys(dataDir: string): readonly Buffer[] {
  const file = join(dataDir, 'master.key');
  if (!existsSync(file)) createOnce(file, `${randomBytes(32).toString('base64')}\n`);
  // Read back even after writing: another process may have been first.
  const text = readFileSync(file, 'utf8').trim();
  const key = readMasterKey(text);
  if (!key) throw new Error(`${file} holds no master key: put it back from a copy`);
  return [key];
}
