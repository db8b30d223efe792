// Two Postgres under Patroni, with etcd and HAProxy, by the files of deploy/high-availability.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { postgresAccount } from '../../src/database/account.ts';
import { blocksOf } from '../support/blocks.ts';
import type { Network } from './network.ts';

const files = 'deploy/high-availability';
const password = 'high-availability-test';
const soon = { timeout: 120_000, interval: 50 };

/** A database machine. */
export interface Member {
  name: 'pg1' | 'pg2';
  address: string;
  dataDir: string;
  /** Sends a signal to Patroni. */
  signalPatroni: (signal: NodeJS.Signals) => void;
  /** Kills its Postgres, the postmaster and all that it started. */
  killPostgres: () => void;
  /** Starts Patroni if it does not run. */
  start: () => void;
  /** Resolves when Patroni has ended. */
  ended: () => Promise<void>;
  /** The output of Patroni. */
  printed: () => string;
}

export interface Cluster {
  members: readonly [Member, Member];
  /** The primary, as the members see it, and the other one. */
  roles: () => Promise<{ primary: Member; standby: Member } | undefined>;
  /** Waits until the standby is synchronous, and returns who is who. */
  inSync: () => Promise<{ primary: Member; standby: Member }>;
  /** The database of the service through HAProxy. */
  url: (role: 'keyward' | 'keyward_owner' | 'postgres') => string;
  /** The database of the service at both servers. */
  urlOfBoth: (role: 'keyward' | 'keyward_owner') => string;
  /** A member's own URL. */
  urlOf: (member: Member, role: 'keyward' | 'postgres') => string;
  /** A statement of the superuser on a member. */
  sqlOn: <Row extends pg.QueryResultRow>(member: Member, text: string) => Promise<Row[]>;
  /** Lets the standby become the primary, as `patronictl switchover` does. */
  switchOver: (from: Member, to: Member) => Promise<void>;
}

/** The state of a member in the answer of Patroni's `GET /cluster`. */
interface Seen {
  name: string;
  role: string;
  state: string;
}

/** Starts a program that ends with the test, and shows the end of its output if the test fails. */
export function run(
  words: readonly string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): { child: ChildProcess; printed: () => string; ended: Promise<void> } {
  const [command = '', ...rest] = words;
  const child = spawn(command, rest, {
    ...options,
    env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => (text = (text + more).slice(-200_000)));
  const ended = new Promise<void>((done) => {
    child.once('error', (error) => {
      text += String(error);
      done();
    });
    // Not `close`: a Postgres that goes on has the same streams.
    child.once('exit', () => done());
  });
  return { child, printed: () => text, ended };
}

function etcd(network: Network, folder: string): void {
  const at = (port: number): string => network.addressed(`http://10.0.1.11:${port}`);
  const settings = {
    'data-dir': join(folder, 'etcd'),
    logger: 'zap',
    'log-outputs': 'stderr',
    'listen-client-urls': at(2379),
    'advertise-client-urls': at(2379),
    'listen-peer-urls': at(2380),
    'initial-advertise-peer-urls': at(2380),
    'initial-cluster': `default=${at(2380)}`,
  };
  const words = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  const { child, ended } = run(['etcd', ...words], { cwd: folder });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
}

function haproxy(network: Network, folder: string): string {
  const configuration = join(folder, 'haproxy.cfg');
  const text = network.addressed(readFileSync(`${files}/haproxy.cfg`, 'utf8'));
  // Only root may run it as another account.
  const ours = process.getuid?.() === 0 ? text : text.replaceAll(/^ +(user|group) .*\n/gm, '');
  writeFileSync(configuration, ours);
  const { child, ended } = run(['haproxy', '-db', '-f', configuration]);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return network.addressed('127.0.0.1:5000');
}

/** @param smallDisk the size of the disk of each machine; undefined for a folder */
function member(
  network: Network,
  folder: string,
  name: 'pg1' | 'pg2',
  smallDisk: string | undefined,
): Member {
  const address = network.addressed(name === 'pg1' ? '10.0.1.21' : '10.0.1.22');
  const home = join(folder, name);
  mkdirSync(home);
  const account = postgresAccount(join(home, 'data'));
  if (smallDisk !== undefined) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${smallDisk}`, 'keyward-ha', home]);
    onTestFinished(() => void execFileSync('umount', ['--lazy', home]));
  }
  if (account) chownSync(home, account.uid, account.gid);
  chmodSync(home, 0o755);
  const configuration = join(folder, `${name}.yml`);
  writeFileSync(
    configuration,
    network.addressed(readFileSync(`${files}/patroni.yml`, 'utf8')).replace('/var/run/postgresql', home),
  );
  const at = (port: number): string => `${address}:${port}`;
  const env = {
    HOME: home,
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: network.addressed('10.0.1.11:2379'),
    PATRONI_RESTAPI_LISTEN: at(8008),
    PATRONI_RESTAPI_CONNECT_ADDRESS: at(8008),
    PATRONI_POSTGRESQL_LISTEN: at(5432),
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: at(5432),
    PATRONI_POSTGRESQL_DATA_DIR: join(home, 'data'),
    PATRONI_POSTGRESQL_PGPASS: join(home, 'pgpass'),
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: password,
    PATRONI_REWIND_USERNAME: 'rewinder',
    PATRONI_REWIND_PASSWORD: password,
  };
  const as = account
    ? ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', '--']
    : [];
  const words = [...network.on(name), ...as, '/usr/bin/python3', '/usr/bin/patroni', configuration];
  let running: ReturnType<typeof run> | undefined;
  let before = '';
  const postmaster = (): number =>
    Number.parseInt(readFileSync(join(home, 'data/postmaster.pid'), 'utf8'), 10);
  const killPostgres = (): void => {
    // The children first: a postmaster that is alone would begin again with them.
    const pid = postmaster();
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)])
      .toString()
      .split('\n');
    for (const one of [pid, ...children.map(Number)]) {
      try {
        if (one > 0) process.kill(one, 'SIGKILL');
      } catch {
        // it has ended
      }
    }
  };
  onTestFinished(async () => {
    running?.child.kill('SIGKILL');
    await running?.ended;
    try {
      killPostgres();
    } catch {
      // it does not run
    }
  });
  return {
    name,
    address,
    dataDir: join(home, 'data'),
    signalPatroni: (signal) => void running?.child.kill(signal),
    killPostgres,
    start() {
      const { exitCode, signalCode } = running?.child ?? { exitCode: 0, signalCode: null };
      if (exitCode === null && signalCode === null) return;
      before += running?.printed() ?? '';
      running = run(words, { env, cwd: home });
    },
    ended: async () => running?.ended,
    printed: () => before + (running?.printed() ?? ''),
  };
}

/** Starts the servers, and creates the roles and the database as docs/high-availability.md says. */
export async function startCluster(network: Network, smallDisk?: string): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-ha-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  chmodSync(folder, 0o755);
  etcd(network, folder);
  const proxied = haproxy(network, folder);
  const members = [
    member(network, folder, 'pg1', smallDisk),
    member(network, folder, 'pg2', smallDisk),
  ] as const;
  onTestFinished(({ task }) => {
    if (task.result?.state !== 'fail') return;
    for (const { name, printed } of members) console.error(name, printed().slice(-6_000));
  });

  const urlOf: Cluster['urlOf'] = ({ address }, role) =>
    `postgres://${role}:${password}@${address}:5432/${role === 'postgres' ? role : 'keyward'}`;
  const sqlOn: Cluster['sqlOn'] = async <Row extends pg.QueryResultRow>(one: Member, text: string) => {
    const client = new pg.Client({
      connectionString: urlOf(one, 'postgres').replace(/postgres$/, 'keyward'),
      connectionTimeoutMillis: 2_000,
      query_timeout: 5_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };

  const ask = async (one: Member): Promise<Seen[]> => {
    const answer = await fetch(`http://${one.address}:8008/cluster`, { signal: AbortSignal.timeout(2_000) });
    return ((await answer.json()) as { members: Seen[] }).members;
  };
  /** The member that says of itself that it holds the leader key. */
  const isPrimary = (one: Member): Promise<boolean> =>
    fetch(`http://${one.address}:8008/primary`, { signal: AbortSignal.timeout(2_000) }).then(
      ({ status }) => status === 200,
      () => false,
    );
  const roles: Cluster['roles'] = async () => {
    const [first, second] = members;
    const [one, two] = await Promise.all([isPrimary(first), isPrimary(second)]);
    if (one === two) return undefined;
    return one ? { primary: first, standby: second } : { primary: second, standby: first };
  };
  const inSync: Cluster['inSync'] = async () => {
    let found: Awaited<ReturnType<Cluster['roles']>>;
    const synchronous = async (): Promise<boolean> => {
      found = await roles();
      if (!found) return false;
      const { primary, standby } = found;
      const seen = await ask(primary).catch((): Seen[] => []);
      if (!seen.some(({ name, role }) => name === standby.name && role === 'sync_standby')) return false;
      const rows = await sqlOn(primary, 'select sync_state from pg_stat_replication').catch(() => []);
      return rows.some(({ sync_state: state }) => state === 'sync');
    };
    await expect.poll(synchronous, soon).toBe(true);
    if (!found) throw new Error('the cluster has no primary');
    return found;
  };

  const [first, second] = members;
  const hosts = members.map(({ address }) => `${address}:5432`).join(',');
  first.start();
  await expect.poll(() => isPrimary(first), soon).toBe(true);
  second.start();
  const admin = new pg.Client(urlOf(first, 'postgres'));
  await admin.connect();
  // A session that commits before the standby is there.
  const block = blocksOf('docs/high-availability.md')('sql', 'create role keyward_owner');
  for (const statement of block
    .replaceAll('…', password)
    .split(';\n')
    .filter((one) => one.trim() !== ''))
    await admin.query(statement);
  await admin.end();
  await inSync();

  return {
    members,
    roles,
    inSync,
    url: (role) => `postgres://${role}:${password}@${proxied}/keyward`,
    urlOfBoth: (role) => `postgres://${role}:${password}@${hosts}/keyward`,
    urlOf,
    sqlOn,
    async switchOver(from, to) {
      const answer = await fetch(`http://${from.address}:8008/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from.name, candidate: to.name }),
      });
      if (answer.status !== 200) throw new Error(`no switchover: ${answer.status} ${await answer.text()}`);
    },
  };
}
