// A lock between processes. A refresh token works once, so two commands may not spend the same one.
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { ProfileFailure } from './failure.ts';

const lookEveryMs = 50;
const longestWaitMs = 30_000;
/** A refresh is over before, or its process was stopped. */
const staleMs = 60_000;
/** A process writes its text at once. */
const emptyMs = 5_000;

/** Does work that no other process does at the same time. @param file the lock, which is there as long as the work lasts */
export async function locked<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const began = performance.now();
  // Another process may take a lock that it finds too old, so each owner has a text of its own.
  const own = `${process.pid} ${hostname()} ${crypto.randomUUID()}`;
  while (!taken(file, own)) {
    if (performance.now() - began > longestWaitMs)
      throw new ProfileFailure('Another keyward has renewed the sign-in for 30 seconds. Try again.', {
        code: 'PROFILE_LOCKED',
      });
    await new Promise((done) => void setTimeout(done, lookEveryMs));
  }
  try {
    return await work();
  } finally {
    if (ownerOf(file) === own) rmSync(file, { force: true });
  }
}

/** Returns the text of the owner, or undefined if there is no lock. */
function ownerOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/** Takes the lock if it is free, or if its process is gone. */
function taken(file: string, own: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600);
    writeFileSync(handle, own);
    closeSync(handle);
    return true;
  } catch (error) {
    if (!isTaken((error as NodeJS.ErrnoException).code)) throw error;
  }
  const owner = ownerOf(file);
  if (owner !== undefined && isStale(file, owner)) putAside(file, owner);
  return false;
}

/** Windows refuses a name while its former file is being removed. */
const isTaken = (code: string | undefined): boolean =>
  code === 'EEXIST' || (process.platform === 'win32' && (code === 'EPERM' || code === 'EBUSY'));

function isStale(file: string, owner: string): boolean {
  try {
    const age = Date.now() - statSync(file).mtimeMs;
    // A process that has just taken the lock has not yet written its text.
    if (owner === '') return age > emptyMs;
    const [pid, host] = owner.split(' ');
    // The number of a process says nothing about another machine or container.
    return age > staleMs || (host === hostname() && !isAlive(Number(pid)));
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

/** One of several processes renames the file, and the others find none. A lock that was taken meanwhile is put back. */
function putAside(file: string, owner: string): void {
  const aside = `${file}.${crypto.randomUUID()}`;
  try {
    renameSync(file, aside);
    try {
      if (ownerOf(aside) !== owner) linkSync(aside, file);
    } finally {
      rmSync(aside, { force: true });
    }
  } catch {
    // Another process was faster.
  }
}
