// Puts a backup of the embedded Postgres into a data folder. A restore that was interrupted goes on when it is called again.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Account, openDataDir, postgresAccount } from './account.ts';
import { platformPackage, runnableBinaries } from './binaries.ts';
import { type Manifest, manifestId, sha256Of } from './backup-manifest.ts';
import { type Passwords, POSTGRES_ENV } from './cluster.ts';
import { replaceFile, sync, uniqueSuffix } from './durable-files.ts';
import { OWNER, SERVICE } from './login-roles.ts';
import { quietLog } from './log-privacy.ts';
import { runningPostmaster, stopPostmaster } from './postmaster.ts';
import { unfinishedRestore, writeUnfinished } from './unfinished-restore.ts';

const DRAFT = 'restore-draft';

/** Reads every file of a backup. @throws with the first file that is missing or was changed */
export async function verifyFiles(folder: string, { files }: Manifest): Promise<void> {
  for (const { path, size, sha256 } of files) {
    const file = join(folder, path);
    if (!existsSync(file)) throw new Error(`${file} is missing: use another backup`);
    const found = await sha256Of(file);
    if (found.size !== size || found.sha256 !== sha256)
      throw new Error(`${file} is not what was backed up (SHA-256 differs): use another backup`);
  }
}

export interface Restore {
  /** Where the backup is. */
  from: string;
  manifest: Manifest;
  dataDir: string;
  /** The id of this restore, for the mark. A restore that has not finished keeps its id. */
  id: string;
  /** Puts a database that is there aside, instead of refusing. */
  force: boolean;
  onEvent?: (event: string) => void;
}

/**
 * Copies a backup into a data folder. The cluster gets its name last, when it is complete. The roles get new passwords, because a
 * backup contains none.
 * @returns where the former database is now, if there was one
 */
export async function putBack({
  from,
  manifest,
  dataDir: wanted,
  id,
  force,
  onEvent = () => {},
}: Restore): Promise<string | undefined> {
  const account = postgresAccount(join(wanted, 'postgres'));
  const dataDir = openDataDir(wanted, account);
  const data = join(dataDir, 'postgres');
  const unfinished = unfinishedRestore(dataDir);
  const begun = unfinished?.id === id;
  const isCopied = unfinished?.phase === 'MARKING' && existsSync(data);
  if (begun && isCopied) return undefined;
  const foreign = readdirSync(dataDir).filter(
    (name) =>
      !/^(master\.key|compiled|postgres-bin-.*|restore-draft|restore\.json|postgres\.before-.*)$/.test(name),
  );
  if (foreign.length > 0 && !force && (!begun || existsSync(data)))
    throw new Error(
      `${dataDir} is not empty (${foreign.slice(0, 3).join(', ')}): set DATA_DIR to an empty folder, or FORCE=1 to put aside what is there`,
    );
  const binaries = runnableBinaries(await platformPackage(), dataDir, account, () => {});
  if (binaries.major !== manifest.major)
    throw new Error(
      `the backup is of PostgreSQL ${manifest.major}, and this release has ${binaries.major}: use the release that made the backup, then upgrade`,
    );
  // No service uses the database of a restore that has not finished.
  if (isCopied) await stopPostmaster(data);
  requireStopped(data);

  // From now on, no service starts.
  const backup = manifestId(manifest);
  writeUnfinished(dataDir, { id, backup, phase: 'COPYING' });
  const draft = join(dataDir, DRAFT);
  rmSync(draft, { recursive: true, force: true });
  const source = join(from, 'postgres');
  const own = (path: string): void => {
    if (account) chownSync(path, account.uid, account.gid);
  };
  mkdirSync(draft, { mode: 0o700 });
  own(draft);
  for (const folder of manifest.folders) {
    mkdirSync(join(draft, folder), { recursive: true, mode: 0o700 });
    own(join(draft, folder));
  }
  for (const { path } of manifest.files) {
    const to = join(draft, path);
    copyFileSync(join(source, path), to);
    own(to);
    sync(to);
  }
  // A disk may have written other bytes than were read.
  await verifyFiles(draft, manifest);
  for (const folder of manifest.folders.toReversed()) sync(join(draft, folder));
  sync(draft);
  const passwords = freshPasswords();
  onEvent('recovering');
  await setPasswords(binaries.postgres, draft, account, passwords);

  // A service that was just starting may not have seen the file.
  requireStopped(data);
  const aside = putAside(dataDir, force);
  writeUnfinished(dataDir, { id, backup, phase: 'MARKING' });
  replaceFile(join(dataDir, 'postgres.json'), `${JSON.stringify(passwords, null, 2)}\n`);
  renameSync(draft, data);
  sync(dataDir);
  return aside;
}

function requireStopped(data: string): void {
  if (runningPostmaster(data) !== undefined) throw new Error(`${data} is in use: stop the service first`);
}

function freshPasswords(): Passwords {
  const random = () => randomBytes(24).toString('base64url');
  return { superuser: random(), owner: random(), service: random() };
}

/** @returns the new place of the former cluster and its passwords */
function putAside(dataDir: string, force: boolean): string | undefined {
  if (!existsSync(join(dataDir, 'postgres'))) return undefined;
  if (!force) throw new Error(`${dataDir} has a database: set FORCE=1 to put it aside`);
  const aside = join(dataDir, `postgres.before-${uniqueSuffix()}`);
  mkdirSync(aside, { mode: 0o700 });
  for (const name of ['postgres.json', 'postgres'])
    if (existsSync(join(dataDir, name))) renameSync(join(dataDir, name), join(aside, name));
  sync(dataDir);
  return aside;
}

/**
 * Recovers the copy to its consistent end, and sets the passwords of its roles, in a server of one user, which listens nowhere and
 * asks for no password.
 */
async function setPasswords(
  postgres: string,
  data: string,
  account: Account | undefined,
  passwords: Passwords,
): Promise<void> {
  // No password has a character that a text of SQL would need to escape.
  const statements = [
    `alter role postgres password '${passwords.superuser}'`,
    `do $$ begin if exists (select from pg_roles where rolname = '${OWNER}') then alter role ${OWNER} password '${passwords.owner}'; end if; end $$`,
    `do $$ begin if exists (select from pg_roles where rolname = '${SERVICE}') then alter role ${SERVICE} password '${passwords.service}'; end if; end $$`,
    'checkpoint',
  ];
  const settings = [...quietLog, 'exit_on_error=on'].flatMap((setting) => ['-c', setting]);
  const child = spawn(postgres, ['--single', '-D', data, ...settings, 'postgres'], {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: data,
    env: POSTGRES_ENV,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  child.stdin.on('error', () => {}); // a server that ends early says why on its other stream
  child.stdin.end(`${statements.join('\n')}\n`);
  const { code, said } = await ending(child);
  if (code !== 0) throw new Error(`Postgres could not recover the backup: ${said.slice(-1000)}`);
}

function ending(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  return new Promise((done, fail) => {
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (more: string) => {
      said += more;
    });
    child.once('error', fail);
    child.once('close', (code) => done({ code, said }));
  });
}
