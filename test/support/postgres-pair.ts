import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { postgresAccount } from '../../src/database/account.ts';
import { freePort } from './free-port.ts';

const bin = process.env['POSTGRES15_BIN'] ?? '/usr/lib/postgresql/15/bin';
/** The program that tells whether this machine has the server. */
export const postgres15 = join(bin, 'pg_basebackup');

/** A Postgres server of Debian's package, with the superuser `postgres`. */
export interface DebianPostgres {
  port: number;
  folder: string;
  /** A statement as the superuser. */
  sql: <Row extends pg.QueryResultRow>(text: string, database?: string) => Promise<Row[]>;
  start: () => Promise<void>;
  /** Stops the server. With `fast`, a standby has received everything before. */
  stop: (mode: 'fast' | 'immediate') => Promise<void>;
  promote: () => Promise<void>;
  /** Makes a stopped server follow another one from its next start on. */
  follow: (primary: DebianPostgres) => void;
}

/** Creates a server. @param settings lines of its postgresql.conf */
export async function aPostgres(...settings: string[]): Promise<DebianPostgres> {
  const server = await anEmptyFolder();
  await server.run('initdb', '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', '--auth=trust');
  const lines = [
    'fsync = off',
    'full_page_writes = off',
    'max_connections = 200',
    'wal_level = replica',
    ...settings,
  ];
  writeFileSync(join(server.folder, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
  await server.start();
  return server;
}

/** Creates a standby that streams from a primary. */
export async function aStandbyOf(primary: DebianPostgres): Promise<DebianPostgres> {
  const server = await anEmptyFolder();
  const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres'];
  await server.run(
    'pg_basebackup',
    '-D',
    server.folder,
    ...from,
    '--checkpoint=fast',
    '--no-sync',
    '-X',
    'stream',
  );
  server.follow(primary);
  await server.start();
  return server;
}

async function anEmptyFolder() {
  const port = await freePort();
  // The path of a socket has 107 bytes at most, and another account must reach the folder.
  const folder = mkdtempSync('/tmp/keyward-pg-');
  const account = postgresAccount(folder);
  if (account) chownSync(folder, account.uid, account.gid);
  const run = async (program: string, ...args: string[]): Promise<void> => {
    const env = { ...process.env, PGDATA: folder };
    await promisify(execFile)(join(bin, program), args, { cwd: folder, env, ...account });
  };
  onTestFinished(async () => {
    await run('pg_ctl', 'stop', '-s', '-m', 'immediate').catch(() => undefined);
    rmSync(folder, { recursive: true, force: true });
  });
  const server = {
    port,
    folder,
    run,
    async sql<Row extends pg.QueryResultRow>(text: string, database = 'postgres') {
      const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database });
      client.on('error', () => undefined);
      await client.connect();
      try {
        return (await client.query<Row>(text)).rows;
      } finally {
        await client.end();
      }
    },
    start: () =>
      // The log takes the output of the server. Otherwise pg_ctl would seem to run as long as the server does.
      run(
        'pg_ctl',
        'start',
        '-s',
        '-w',
        '-l',
        join(folder, 'log'),
        '-o',
        `-p ${port} -h 127.0.0.1 -k ${folder}`,
      ),
    stop: (mode: 'fast' | 'immediate') => run('pg_ctl', 'stop', '-s', '-w', '-m', mode),
    promote: () => run('pg_ctl', 'promote', '-s', '-w'),
    follow(primary: DebianPostgres) {
      const from = `host=127.0.0.1 port=${primary.port} user=postgres`;
      writeFileSync(join(folder, 'standby.signal'), '');
      writeFileSync(join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`, { flag: 'a' });
    },
  };
  return server;
}
