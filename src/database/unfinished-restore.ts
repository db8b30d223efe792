// While the file restore.json is in a data folder, its restore has not finished, and no service starts on it.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile, sync } from './durable-files.ts';

const FILE = 'restore.json';

export interface UnfinishedRestore {
  /** The id of the restore, for the mark. */
  id: string;
  /** The SHA-256 of the manifest of the backup. */
  backup: string;
  /** `COPYING` until the copy is complete and what was there is put aside. */
  phase: 'COPYING' | 'MARKING';
}

/** The restore of this data folder that has not finished. */
export function unfinishedRestore(dataDir: string): UnfinishedRestore | undefined {
  const file = join(dataDir, FILE);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as UnfinishedRestore) : undefined;
}

/** @throws when a restore into this data folder has not finished */
export function requireNoRestore(dataDir: string): void {
  if (unfinishedRestore(dataDir))
    throw new Error(`the restore into ${dataDir} has not finished: run make restore again`);
}

export const writeUnfinished = (dataDir: string, restore: UnfinishedRestore): void =>
  replaceFile(join(dataDir, FILE), `${JSON.stringify(restore)}\n`);

/** Marks the restore of a data folder as finished. */
export function finishRestore(dataDir: string): void {
  rmSync(join(dataDir, FILE), { force: true });
  sync(dataDir);
}
