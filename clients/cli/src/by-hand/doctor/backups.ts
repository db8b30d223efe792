import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { MANIFEST, readManifest } from '../../../../../src/database/backup-manifest.ts';
import { type Finding, finding, type Patient } from './check.ts';

const oldestHours = 25;
const hourMs = 3_600_000;
const mostFolders = 1000;

/** Checks the age of the newest backup in a folder. The service does not know its backups. */
export function checkBackups({ backups, now }: Patient): Finding {
  if (backups === undefined)
    return finding(
      'backups',
      'unknown',
      'The service does not know its backups. --backups FOLDER checks those that make backup wrote.',
    );
  let newest = Number.NEGATIVE_INFINITY;
  try {
    for (const name of readdirSync(backups).slice(0, mostFolders))
      newest = Math.max(newest, endOf(join(backups, name)));
    newest = Math.max(newest, endOf(backups));
  } catch {
    return finding('backups', 'failed', 'The folder of --backups cannot be read.');
  }
  if (newest === Number.NEGATIVE_INFINITY)
    return finding('backups', 'failed', `The folder of --backups has no whole backup with a ${MANIFEST}.`);
  if (newest > now() + hourMs)
    return finding(
      'backups',
      'failed',
      'The newest backup ended in the future. Check the clock of the machine that made it.',
    );
  const hours = Math.floor((now() - newest) / hourMs);
  return hours < oldestHours
    ? finding('backups', 'ok', `The newest backup is ${Math.max(0, hours)} hours old.`)
    : finding('backups', 'warning', `The newest backup is ${hours} hours old. Make one each day.`);
}

/** Returns the time at which a backup was whole. */
function endOf(folder: string): number {
  try {
    return Date.parse(readManifest(folder).endedAt) || Number.NEGATIVE_INFINITY;
  } catch {
    return Number.NEGATIVE_INFINITY;
  }
}
