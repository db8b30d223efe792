// A file that must survive a power cut is written, synced, and only then given its name.
import { closeSync, fsyncSync, linkSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import { errorCode } from '../lib/error-code.ts';

/** Syncs a file's content or, for a folder, the names in it. */
export function sync(path: string): void {
  const fd = openSync(path, 'r');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Writes a private file (0600) unless it exists: of several writers exactly one wins, never half a file. */
export function createOnce(path: string, content: string): void {
  const draft = `${path}.${uniqueSuffix()}`;
  try {
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx' });
    sync(draft);
    linkSync(draft, path);
    sync(dirname(path));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Replaces a private file (0600): after a power cut it has the old content or the new one. */
export function replaceFile(path: string, content: string): void {
  const draft = `${path}.${uniqueSuffix()}`;
  try {
    writeFileSync(draft, content, { mode: 0o600, flag: 'wx' });
    sync(draft);
    renameSync(draft, path);
    sync(dirname(path));
  } finally {
    rmSync(draft, { force: true });
  }
}

/** `<pid>-<random>`: tells later who left a temporary file behind. */
export function uniqueSuffix(): string {
  return `${process.pid}-${randomBytes(4).toString('hex')}`;
}
