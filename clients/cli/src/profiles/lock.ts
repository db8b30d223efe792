// A lock between processes. A refresh token works once, so two commands may not spend the same one.
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { ProfileFailure } from './failure.ts';

const lookEveryMs = 50;
const longestWaitMs = 30_000;
/** A refresh is over before, or its process was stopped. */
const staleMs = 60_000;

/** Does work that no other process does at the same time. @param file the lock, which is there as long as the work lasts */
export async function locked<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const began = performance.now();
  while (!taken(file)) {
    if (performance.now() - began > longestWaitMs)
      throw new ProfileFailure('Another keyward has renewed the sign-in for 30 seconds. Try again.', {
        code: 'PROFILE_LOCKED',
      });
    await new Promise((done) => void setTimeout(done, lookEveryMs));
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Takes the lock if it is free, or if its process is gone. */
function taken(file: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600);
    writeFileSync(handle, String(process.pid));
    closeSync(handle);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  if (isStale(file)) putAside(file);
  return false;
}

function isStale(file: string): boolean {
  try {
    const isOld = Date.now() - statSync(file).mtimeMs > staleMs;
    const pid = Number(readFileSync(file, 'utf8'));
    // A process that has just taken the lock has not yet written its number.
    return isOld || (pid > 0 && !isAlive(pid));
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * One of several processes renames the file, and the others find none. If two refresh all the same, the service answers a repeated refresh
 * for 30 seconds.
 */
function putAside(file: string): void {
  const aside = `${file}.${crypto.randomUUID()}`;
  try {
    renameSync(file, aside);
    rmSync(aside, { force: true });
  } catch {
    // Another process was faster.
  }
}
