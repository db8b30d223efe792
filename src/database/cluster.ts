// The files of the embedded Postgres: its passwords and its data directory, both made once and never half.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { errorCode } from '../lib/error-code.ts';
import { createOnce, sync, uniqueSuffix } from './durable-files.ts';
import { reasonOf } from './unusable.ts';

export interface Passwords {
  superuser: string;
  owner: string;
  service: string;
}

/** Never our own environment, which may hold the master key. */
export const POSTGRES_ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

const DRAFT = /^postgres-init-(\d+)-/;
const TEN_MINUTES = 600_000;

/** Reads `postgres.json`, or makes it before there is a cluster. An operator who loses the file loses the data. */
export function openPasswords(dataDir: string): Passwords {
  const file = join(dataDir, 'postgres.json');
  if (!existsSync(file)) {
    if (existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) {
      throw new Error(
        `${file} is missing. It has the passwords of the database beside it: restore it from a backup`,
      );
    }
    const random = () => randomBytes(24).toString('base64url');
    const fresh: Passwords = { superuser: random(), owner: random(), service: random() };
    createOnce(file, `${JSON.stringify(fresh, null, 2)}\n`);
  }
  // Read back even after writing: another process may have been first.
  const { superuser, owner, service }: Partial<Passwords> = JSON.parse(readFileSync(file, 'utf8'));
  if (!superuser || !owner || !service) throw new Error(`${file} lacks a password: restore it from a backup`);
  return { superuser, owner, service };
}

export interface NewCluster {
  dataDir: string;
  binaries: Binaries;
  account: Account | undefined;
  superuserPassword: string;
  durable: boolean;
}

/** Makes `<dataDir>/postgres` when missing. True when this call made it. */
export async function ensureCluster(wanted: NewCluster): Promise<boolean> {
  const { dataDir, binaries, durable } = wanted;
  const data = join(dataDir, 'postgres');
  removeAbandonedDrafts(dataDir);
  if (existsSync(join(data, 'PG_VERSION'))) {
    const major = Number.parseInt(readFileSync(join(data, 'PG_VERSION'), 'utf8'), 10);
    if (major === binaries.major) return false;
    throw new Error(
      `${data} was written by PostgreSQL ${major} and cannot be opened by ${binaries.major}: ` +
        'run make upgrade-database, or set DATABASE_URL',
    );
  }
  // The folder was renamed, and its copy was not yet. A new and empty cluster must not take its place.
  if (existsSync(join(dataDir, 'postgres-upgrade', 'ready')))
    throw new Error(`the upgrade of ${data} was interrupted: run make upgrade-database again`);
  const draft = join(dataDir, `postgres-init-${uniqueSuffix()}`);
  try {
    await initdb(draft, wanted);
    // The new cluster gets its name only when it is complete; the rename fails if another process was first.
    renameSync(join(draft, 'data'), data);
    if (durable) sync(dataDir);
    return true;
  } catch (error) {
    const lost = errorCode(error) === 'ENOTEMPTY' || errorCode(error) === 'EEXIST';
    if (lost && existsSync(join(data, 'PG_VERSION'))) return false;
    throw lost ? new Error(`${data} holds files but is not a Postgres cluster: move them away`) : error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function initdb(draft: string, wanted: NewCluster): Promise<void> {
  const { binaries, account, superuserPassword, durable } = wanted;
  const passwordFile = join(draft, 'password');
  mkdirSync(draft, { mode: 0o700 });
  writeFileSync(passwordFile, `${superuserPassword}\n`, { mode: 0o600 });
  if (account) for (const path of [draft, passwordFile]) chownSync(path, account.uid, account.gid);
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const login = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const rest = [`--pgdata=${join(draft, 'data')}`, '--no-instructions', ...(durable ? [] : ['--no-sync'])];
  try {
    const identity = account ? { uid: account.uid, gid: account.gid } : {};
    const run = { ...identity, cwd: draft, env: POSTGRES_ENV };
    await promisify(execFile)(binaries.initdb, [...locale, ...login, ...rest], run);
  } catch (cause) {
    throw new Error(`initdb failed: ${reasonOf(cause)}`, { cause });
  }
}

/**
 * Removes drafts that a killed initdb left behind. The age catches a process number that has been given away
 * again.
 */
function removeAbandonedDrafts(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = DRAFT.exec(name)?.[1];
    if (!pid) continue;
    const path = join(dataDir, name);
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (exists(Number(pid)) && Date.now() - made < TEN_MINUTES) continue;
    try {
      rmSync(path, { recursive: true, force: true });
    } catch {
      // An orphaned initdb still writes into it; the next start tries again.
    }
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
