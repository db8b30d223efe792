import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const prefix = 'keyward-tests-';
const needed = 4 * 2 ** 30;

/**
 * Where a run of the tests keeps what it throws away: in memory where there is plenty, otherwise where the system does.
 * A cloned database is some 800 files, and ext4 looks for an inode for each among all that were just deleted: up to
 * 0.7 s of a processor per clone.
 */
export function throwawayFolder(): string {
  try {
    removeAbandoned();
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < needed || freemem() < needed) return tmpdir();
    const folder = join(memory, prefix + process.pid);
    mkdirSync(folder, { recursive: true });
    // The account that runs Postgres for root must pass.
    chmodSync(folder, 0o711);
    if (canRunPrograms(folder)) return folder;
    rmSync(folder, { recursive: true });
  } catch {
    // There is no such folder, or it is not for us.
  }
  return tmpdir();
}

/** Gives the memory back. */
export function removeThrowawayFolder(): void {
  const folder = join(memory, prefix + process.pid);
  if (tmpdir() === folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Removes the folders of killed runs, which would stay in memory until the machine starts again. */
function removeAbandoned(): void {
  for (const name of readdirSync(memory)) {
    if (!name.startsWith(prefix) || lives(Number(name.slice(prefix.length)))) continue;
    try {
      rmSync(join(memory, name), { recursive: true, force: true });
    } catch {
      // A Postgres of the killed run still writes there.
    }
  }
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Containers often forbid it; Postgres is copied to its data where its account cannot enter our folder. */
function canRunPrograms(folder: string): boolean {
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n');
  chmodSync(program, 0o700);
  return spawnSync(program).status === 0;
}
