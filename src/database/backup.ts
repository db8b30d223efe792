// A physical backup of the embedded Postgres while it works (Postgres' documentation, "Making a Base Backup Using the Low Level API").
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Client } from 'pg';
import { errorCode } from '../lib/error-code.ts';
import { type BackedUpFile, MANIFEST, manifestText, sha256Of } from './backup-manifest.ts';
import { sync } from './durable-files.ts';

/** Folders whose content belongs to the running server only. The folders themselves must exist. */
const emptied = new Set(
  'pg_wal pg_replslot pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans'.split(' '),
);
const left =
  /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map(\.old)?|backup_manifest|current_logfiles|.*\.signal|postgresql\.auto\.conf\.tmp)$/;
const leftAnywhere = /^(pgsql_tmp|pg_internal\.init)/;
const control = 'global/pg_control';

export interface Backup {
  bytes: number;
  files: number;
  masterKeyIds: string[];
}

/**
 * Copies the files of a running server into a new folder, with the part of the write-ahead log that makes them consistent. One
 * connection begins and ends the backup, and holds a replication slot meanwhile: without it, a checkpoint could remove that part.
 * @param superuserUrl of the database `postgres`
 * @param keyIds reads the ids of the master keys in use
 */
export async function backUp(
  superuserUrl: string,
  data: string,
  to: string,
  masterKeyIds: readonly string[],
): Promise<Backup> {
  const folder = resolve(to);
  if (`${folder}${sep}`.startsWith(`${resolve(data)}${sep}`))
    throw new Error('TO must not be in the folder of the database');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty: set TO to a new folder`);
  const target = join(folder, 'postgres');
  mkdirSync(target, { mode: 0o700 });
  sync(folder);
  sync(dirname(folder));

  const client = new Client({ connectionString: superuserUrl });
  client.on('error', () => {}); // a lost connection fails the statement that runs; it must not end the process
  await client.connect();
  try {
    const one = async <Row>(text: string, values: unknown[] = []): Promise<Row> =>
      (await client.query(text, values)).rows[0] as Row;
    const slot = `keyward_backup_${process.pid}`;
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
    const { identifier, major, began } = await one<{ identifier: string; major: number; began: string }>(
      `select system_identifier::text as identifier, current_setting('server_version_num')::int / 10000 as major,
              clock_timestamp()::text as began from pg_control_system()`,
    );
    const start = await one<{ wal: string }>(
      `select pg_walfile_name(pg_backup_start('keyward', fast => true)) as wal`,
    );

    const { folders, paths } = await walk(data);
    for (const path of folders) mkdirSync(join(target, path), { recursive: true, mode: 0o700 });
    const files: BackedUpFile[] = [];
    // The control file comes last, as in pg_basebackup.
    for (const path of [...paths.filter((one) => one !== control), control]) {
      const copied = await (path === control ? copyTwice : copy)(join(data, path), join(target, path));
      if (copied) files.push({ path, ...copied });
    }
    const end = await one<{ wal: string; label: string; map: string; at: string }>(
      `select pg_walfile_name(s.lsn) as wal, s.labelfile as label, s.spcmapfile as map, clock_timestamp()::text as at
         from pg_backup_stop(wait_for_archive => false) as s`,
    );
    if (end.map.trim() !== '')
      throw new Error('the database has tablespaces, which this backup does not contain');
    files.push(write(target, 'backup_label', end.label));
    for (const name of await segments(join(data, 'pg_wal'), start.wal, end.wal)) {
      const path = `pg_wal/${name}`;
      const copied = await copy(join(data, path), join(target, path));
      if (!copied) throw new Error(`${path} was removed during the backup`);
      files.push({ path, ...copied });
    }
    for (const path of folders.toReversed()) sync(join(target, path));
    sync(target);
    const manifest = manifestText({
      major,
      systemIdentifier: identifier,
      startedAt: began,
      endedAt: end.at,
      startWal: start.wal,
      endWal: end.wal,
      masterKeyIds: [...masterKeyIds],
      folders,
      files,
    });
    writeDurably(join(folder, MANIFEST), manifest);
    return {
      bytes: files.reduce((sum, { size }) => sum + size, 0),
      files: files.length,
      masterKeyIds: [...masterKeyIds],
    };
  } finally {
    // The end of the session drops the slot, and ends a backup that failed.
    await client.end().catch(() => {});
  }
}

/** Lists the files of the cluster, without what a backup leaves out. Folders come before what is in them. */
async function walk(data: string): Promise<{ folders: string[]; paths: string[] }> {
  const folders: string[] = [];
  const paths: string[] = [];
  const into = async (below: string): Promise<void> => {
    const entries = await readdir(join(data, below), { withFileTypes: true }).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return []; // the folder of a database that was dropped
      throw error;
    });
    for (const entry of entries) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (leftAnywhere.test(entry.name) || (below === '' && left.test(entry.name))) continue;
      if (entry.isDirectory()) {
        folders.push(path);
        if (!emptied.has(path)) await into(path);
      } else if (entry.isFile()) paths.push(path);
      else throw new Error(`${path} is neither a file nor a folder`);
    }
  };
  await into('');
  folders.push('pg_wal/archive_status');
  return { folders, paths };
}

/** Copies a file that may change meanwhile: the write-ahead log corrects it. @returns undefined if it has been removed */
async function copy(from: string, to: string): Promise<{ size: number; sha256: string } | undefined> {
  let source: FileHandle;
  try {
    source = await open(from, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  const target = await open(to, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    const buffer = Buffer.alloc(1 << 20);
    let size = 0;
    for (;;) {
      const { bytesRead } = await source.read(buffer, 0, buffer.length, size);
      if (bytesRead === 0) break;
      const part = buffer.subarray(0, bytesRead);
      hash.update(part);
      await target.writeFile(part);
      size += bytesRead;
    }
    await target.sync();
    return { size, sha256: hash.digest('hex') };
  } finally {
    await source.close();
    await target.close();
  }
}

/** A read of the control file may see half a write. Two copies that agree are whole. */
async function copyTwice(from: string, to: string): ReturnType<typeof copy> {
  for (;;) {
    const copied = await copy(from, to);
    const again = await sha256Of(from);
    if (copied?.sha256 === again.sha256) return copied;
    rmSync(to, { force: true });
  }
}

function write(folder: string, path: string, text: string): BackedUpFile {
  writeDurably(join(folder, path), text);
  return { path, size: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
}

/** A file that is there is whole. */
function writeDurably(path: string, text: string): void {
  const draft = `${path}.draft`;
  writeFileSync(draft, text, { mode: 0o600 });
  sync(draft);
  renameSync(draft, path);
  sync(dirname(path));
}

/** The segments from the first to the last, and the histories of timelines. @throws if a segment is missing */
async function segments(wal: string, first: string, last: string): Promise<string[]> {
  const names = (await readdir(wal)).toSorted();
  const kept = names.filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last);
  if (kept[0] !== first || kept.at(-1) !== last || !existsSync(join(wal, last)))
    throw new Error('the write-ahead log of the backup is not complete: make another backup');
  return [...names.filter((name) => /^[0-9A-F]{8}\.history$/.test(name)), ...kept];
}
