// One Postgres server process (the postmaster): found when it runs already, started when not, stopped.
import { execFileSync, spawn } from 'node:child_process';
import { closeSync, fstatSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Account } from './account.ts';
import { POSTGRES_ENV } from './cluster.ts';
import { errorCode } from '../lib/error-code.ts';
import { rotateLog } from './postgres-log.ts';

/** The parts with which Postgres runs on one cluster. */
export interface Server {
  /** real path of the cluster */
  data: string;
  log: string;
  postgres: string;
  account: Account | undefined;
  /** `name=value`, the last of a name wins */
  settings: string[];
  superuserPassword: string;
}

export interface Postmaster {
  pid: number;
  port: number;
  /** false when it ran already */
  started: boolean;
}

const PATIENCE = 30_000;
/** Ends of a server that pass by themselves: another process was first, old backends or a port linger. */
const PASSING =
  /"postmaster\.pid" (already exists|is empty)|pre-existing shared memory block|TCP\/IP sockets/;

/**
 * Returns the running postmaster of this cluster, or starts one. Any number of processes may do this at the
 * same time: Postgres' own lock file lets one server through and the others find it. With `port` only that
 * port will do; without, the cluster's last port is taken if it is free.
 */
export async function ensurePostmaster(
  server: Server,
  port: number | undefined,
  signal: AbortSignal,
): Promise<Postmaster> {
  let child: Child | undefined;
  let failure = `see ${server.log}`;
  let deadline = Date.now() + PATIENCE;
  try {
    for (;;) {
      signal.throwIfAborted();
      const seen = readPidFile(server.data);
      if (seen && isPostmaster(seen.pid, server.data)) {
        // Recovery after a crash takes as long as it takes.
        if (!seen.ready) deadline = Date.now() + PATIENCE;
        else if (await accepts(server, seen.port)) {
          if (port && port !== seen.port) throw new Error(`Postgres moved to port ${seen.port}`);
          return { pid: seen.pid, port: seen.port, started: seen.pid === child?.pid };
        }
      } else if (!child || child.end) {
        if (child) {
          failure = lastWords(server.log, child);
          if (!PASSING.test(failure)) throw new Error(`Postgres did not start: ${failure}`);
          await sleep(200);
        }
        removeForeignLock(server.data);
        child = launch(server, port ?? (await choosePort(server.data)));
      }
      if (Date.now() > deadline) {
        throw new Error(`Postgres did not become ready in ${PATIENCE / 1000} s: ${failure}`);
      }
      await sleep(20);
    }
  } catch (error) {
    if (child?.pid && !child.end) await end(child.pid);
    throw error;
  }
}

/** Fast shutdown; returns when the process is gone. Does nothing when none runs. */
export async function stopPostmaster(data: string): Promise<void> {
  const pid = runningPostmaster(data);
  if (pid !== undefined) await end(pid);
}

/** The process of this cluster, if it lives. Its lock file alone may be that of a dead one. */
export function runningPostmaster(data: string): number | undefined {
  const seen = readPidFile(data);
  return seen && isPostmaster(seen.pid, data) ? seen.pid : undefined;
}

async function end(pid: number): Promise<void> {
  const started = Date.now();
  for (let next: NodeJS.Signals | 0 = 'SIGINT'; alive(pid); await sleep(20)) {
    try {
      process.kill(pid, next);
    } catch {
      return;
    }
    // An immediate shutdown is safe too: the next start recovers from the log.
    next = Date.now() - started > 2 * PATIENCE ? 'SIGQUIT' : 0;
  }
}

interface Child {
  pid: number | undefined;
  /** where its part of the log begins */
  logFrom: number;
  /** how it ended, once it has */
  end?: string;
}

function launch(server: Server, port: number): Child {
  const { data, log, postgres, account, settings } = server;
  rotateLog(log);
  // A file and not a pipe: Postgres outlives us when we are killed, and a broken pipe would take it down.
  const out = openSync(log, 'a', 0o600);
  const logFrom = fstatSync(out).size;
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const started = spawn(postgres, args, {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: data,
    env: POSTGRES_ENV,
    stdio: ['ignore', out, out],
    detached: true, // its own session, so that ^C does not reach it before us
  });
  closeSync(out);
  started.unref();
  const child: Child = { pid: started.pid, logFrom };
  started.once('error', (error) => {
    child.end = error.message;
  });
  started.once('exit', (code, signal) => {
    child.end = `exit ${code ?? signal}`;
  });
  return child;
}

/** Why a server that did not get up ended: what it logged last, without the noise. */
function lastWords(log: string, child: Child): string {
  const said = Buffer.from(readOr(log, '')).subarray(child.logFrom).toString();
  const reasons = said.match(/(FATAL|PANIC|error):.*/g) ?? [];
  return [...reasons, child.end].join('; ').slice(0, 1000);
}

interface PidFile {
  pid: number;
  port: number;
  ready: boolean;
}

/** `postmaster.pid`: line 1 is the process, line 4 the port, line 8 the status. */
function readPidFile(data: string): PidFile | undefined {
  const lines = readOr(join(data, 'postmaster.pid'), '').split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!(pid > 0)) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' };
}

/** Is there a process of ours with this number, be it a zombie? */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether a process lives. A zombie does not: some containers do not reap orphans. */
export function alive(pid: number): boolean {
  return exists(pid) && !/^\d+ \(.*\) [ZX]/s.test(readOr(`/proc/${pid}/stat`, ''));
}

/** Process numbers are given away again, in containers to the same few: is this a Postgres on our files? */
function isPostmaster(pid: number, data: string): boolean {
  if (!alive(pid)) return false;
  if (process.platform !== 'linux') {
    try {
      const name = execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' });
      return basename(name.trim()) === 'postgres';
    } catch {
      return false;
    }
  }
  if (readOr(`/proc/${pid}/comm`, '').trim() !== 'postgres') return false;
  try {
    const home = statSync(`/proc/${pid}/cwd`);
    const ours = statSync(data);
    return home.ino === ours.ino && home.dev === ours.dev;
  } catch {
    return true; // containers may forbid the look; the login that follows decides
  }
}

/**
 * Postgres removes the lock file of a dead process by itself, after a look for leftover backends. But it
 * takes any process with that number for a server, so a number that is in use again, or a zombie, locks it out.
 */
function removeForeignLock(data: string): void {
  const seen = readPidFile(data);
  if (seen && exists(seen.pid) && !isPostmaster(seen.pid, data))
    rmSync(join(data, 'postmaster.pid'), { force: true });
}

/** Logs in with our password, which proves both sides, and makes sure that the server works on our files. */
async function accepts(server: Server, port: number): Promise<boolean> {
  const login = { user: 'postgres', password: server.superuserPassword, database: 'postgres' };
  const client = new Client({ host: '127.0.0.1', port, ...login, connectionTimeoutMillis: 5000 });
  client.on('error', () => {}); // or a server that dies now would throw out of nowhere
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('show data_directory');
    return rows[0]?.data_directory === server.data;
  } catch (error) {
    if (errorCode(error) !== '28P01') return false;
    const sentence = `Postgres on ${server.data} does not accept the password of postgres.json: restore that file from a backup`;
    throw new Error(sentence, { cause: error });
  } finally {
    await client.end().catch(() => {});
  }
}

/** The last port of the cluster, which Postgres keeps with its command line, or else any free one. */
async function choosePort(data: string): Promise<number> {
  const last = Number(/"-p" "(\d+)"/.exec(readOr(join(data, 'postmaster.opts'), ''))?.[1] ?? 0);
  return (last && (await tryPort(last))) || (await tryPort(0)) || last;
}

function tryPort(wanted: number): Promise<number> {
  return new Promise((done) => {
    const probe = createServer();
    probe.once('error', () => done(0));
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(address && typeof address === 'object' ? address.port : 0));
    });
  });
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return otherwise;
  }
}
