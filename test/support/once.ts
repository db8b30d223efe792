import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Makes a file or folder in one of several processes, while the others wait until it is there. `make` gives it its name when
 * it is complete.
 */
export async function once(finished: string, make: () => Promise<void>): Promise<void> {
  if (existsSync(finished)) return;
  const lock = `${finished}.lock`;
  try {
    mkdirSync(lock);
  } catch {
    // A process that was killed left its lock behind if nothing comes of it for a minute.
    for (let tries = 0; tries < 600 && existsSync(lock) && !existsSync(finished); tries++) await wait(100);
    if (existsSync(finished)) return;
  }
  try {
    await make();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}
