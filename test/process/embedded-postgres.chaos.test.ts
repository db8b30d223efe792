import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { platformPackage } from '../../src/database/binaries.ts';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbedded } from '../../src/database/embedded.ts';

const MODULE = fileURLToPath(new URL('../../src/database/embedded.ts', import.meta.url));
const root = process.getuid?.() === 0;

const folders: string[] = [];
const servers: EmbeddedPostgres[] = [];
const owners: ChildProcess[] = [];

afterEach(async () => {
  for (const owner of owners.splice(0)) owner.kill('SIGKILL');
  for (const server of servers.splice(0)) await server.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'keyward-postgres-'));
  folders.push(made);
  return made;
}

interface Seen {
  server: EmbeddedPostgres;
  events: string[];
}

async function start(dataDir: string, more: Partial<EmbeddedOptions> = {}): Promise<Seen> {
  const events: string[] = [];
  const onEvent = (event: string) => events.push(event);
  const server = await startEmbedded({ dataDir, durable: false, ...more, onEvent });
  servers.push(server);
  return { server, events };
}

async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

const postmaster = (dataDir: string): number =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);

const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 40_000, interval: 20 });

/** Another process that starts Postgres on the same data and prints the port. */
function ownerProcess(dataDir: string): ChildProcess {
  const options = JSON.stringify({ dataDir, durable: false });
  const script = `import { startEmbedded } from ${JSON.stringify(MODULE)};
    console.log((await startEmbedded(${options})).port);
    setInterval(() => {}, 1000);`;
  const args = process.versions.deno ? ['eval', script] : ['--input-type=module', '--eval', script];
  const owner = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  owners.push(owner);
  return owner;
}

function printedPort(owner: ChildProcess): Promise<number> {
  return new Promise((done, fail) => {
    owner.stdout?.once('data', (line: Buffer) => done(Number(line.toString())));
    owner.once('exit', (code) => fail(new Error(`the owner ended with ${code}`)));
  });
}

function killed(owner: ChildProcess): Promise<void> {
  return new Promise((done) => {
    owner.once('exit', () => done());
    owner.kill('SIGKILL');
  });
}

describe('embedded Postgres', { timeout: 120_000 }, () => {
  test('creates a private UTF-8 cluster and keeps data and port over a restart', async () => {
    const dataDir = folder();
    const first = await start(dataDir, { durable: true });
    expect(first.events).toEqual(['postgres.initialized', 'postgres.started']);
    const owner = first.server.url('owner');
    await query(owner, `create table note as select 'grüß dich' as text`);
    const [settings] = await query<Record<string, string>>(
      first.server.url('superuser', 'keyward'),
      `select current_setting('server_encoding') as encoding, current_setting('listen_addresses') as listen,
        current_setting('unix_socket_directories') as sockets, current_setting('fsync') as fsync,
        (select datlocale from pg_database where datname = 'keyward') as locale`,
    );
    expect(settings).toEqual({
      encoding: 'UTF8',
      listen: '127.0.0.1',
      sockets: '',
      fsync: 'on',
      locale: 'C.UTF-8',
    });
    for (const [name, mode] of Object.entries({
      postgres: 0o700,
      'postgres.json': 0o600,
      'postgres.log': 0o600,
    })) {
      expect(statSync(join(dataDir, name)).mode & 0o777, name).toBe(mode);
    }
    await first.server.stop();

    const second = await start(dataDir, { durable: true });
    expect(second.events).toEqual(['postgres.started']);
    expect(second.server.url('owner')).toBe(owner);
    expect(await query(owner, 'select text from note')).toEqual([{ text: 'grüß dich' }]);
  });

  test('stops once, and leaves no lock file and no handlers', async () => {
    const dataDir = folder();
    const signals = ['exit', 'beforeExit', 'SIGINT', 'SIGTERM', 'SIGHUP'];
    const before = signals.map((signal) => process.listenerCount(signal));
    const { server, events } = await start(dataDir);
    expect(signals.map((signal) => process.listenerCount(signal))).toEqual(before);
    const pid = postmaster(dataDir);
    await Promise.all([server.stop(), server.stop()]);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    // Until Node has reaped its child, a zombie still answers.
    await eventually(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'));
    expect(events.filter((event) => event === 'postgres.stopped')).toHaveLength(1);
  });

  test('lets flags override the defaults', async () => {
    const { server } = await start(folder(), { flags: ['max_connections=17'] });
    expect(await query(server.url('service'), 'show max_connections')).toEqual([{ max_connections: '17' }]);
  });

  test('gives the service neither the database nor the rights of its owner or of a superuser', async () => {
    const { server } = await start(folder());
    const rights = `select
      rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls as privileged,
      (select datdba = r.oid from pg_database where datname = current_database()) as owner
      from pg_roles r where rolname = current_user`;
    expect(await query(server.url('service'), rights)).toEqual([{ privileged: false, owner: false }]);
    expect(await query(server.url('owner'), rights)).toEqual([{ privileged: false, owner: true }]);
    await query(server.url('owner'), 'create extension pg_trgm; create table secret (id int)');
    await expect(query(server.url('service'), 'select * from secret')).rejects.toThrow('permission denied');
    await expect(query(server.url('service'), 'create table mine (id int)')).rejects.toThrow(
      'permission denied',
    );
    await expect(query(server.url('service'), 'create extension citext')).rejects.toThrow(
      'permission denied',
    );
    const wrong = server.url('service').replace(/keyward:[^@]+@/, 'keyward:wrong@');
    await expect(query(wrong, 'select 1')).rejects.toThrow('password authentication failed');
  });

  test('comes back on its port with every acknowledged row after a kill -9 of the postmaster', async () => {
    const dataDir = folder();
    const { server, events } = await start(dataDir, { durable: true });
    await query(server.url('owner'), 'create table row (id int); grant insert, select on row to keyward');
    const client = new Client({ connectionString: server.url('service') });
    client.on('error', () => {});
    await client.connect();
    const before = postmaster(dataDir);
    let acknowledged = 0;
    const writing = (async () => {
      for (;;) {
        await client.query('insert into row values ($1)', [acknowledged + 1]);
        acknowledged++;
        if (acknowledged === 200) process.kill(before, 'SIGKILL');
      }
    })();
    await expect(writing).rejects.toThrow();
    const rows = () =>
      query<{ n: number }>(server.url('service'), 'select count(distinct id)::int as n from row');
    const [found] = await eventually(rows);
    expect(found?.n).toBeGreaterThanOrEqual(acknowledged);
    expect(postmaster(dataDir)).not.toBe(before);
    await eventually(() => expect(events.slice(-2)).toEqual(['postgres.died', 'postgres.restarted']));
  });

  test('waits to restart while a backend of the dead postmaster is still busy', async () => {
    const dataDir = folder();
    const { server, events } = await start(dataDir);
    const spin = `do $$ begin while (pg_stat_file('enough', true)).size is null loop null; end loop; end $$`;
    const spinning = query(server.url('superuser'), spin).catch(() => {});
    const active = `select from pg_stat_activity where state = 'active' and query like 'do %'`;
    await eventually(async () => expect(await query(server.url('superuser'), active)).toHaveLength(1));
    process.kill(postmaster(dataDir), 'SIGKILL');
    const log = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8');
    await eventually(() => expect(log()).toContain('pre-existing shared memory block'));
    expect(events).not.toContain('postgres.restarted');
    writeFileSync(join(dataDir, 'postgres', 'enough'), '');
    await eventually(() => expect(events).toContain('postgres.restarted'));
    expect(await query(server.url('service'), 'select 1 as one')).toEqual([{ one: 1 }]);
    await spinning;
  });

  test('recovers after a kill -9 of one backend', async () => {
    const dataDir = folder();
    const { server, events } = await start(dataDir);
    const before = postmaster(dataDir);
    const client = new Client({ connectionString: server.url('service') });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const lost = new Promise((done) => client.once('end', done));
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    await lost;
    expect(await eventually(() => query(server.url('service'), 'select 1 as one'))).toEqual([{ one: 1 }]);
    expect(postmaster(dataDir)).toBe(before);
    expect(events).not.toContain('postgres.died');
  });

  test('adopts the server of a killed owner, and supervises it', async () => {
    const dataDir = folder();
    const owner = ownerProcess(dataDir);
    const port = await printedPort(owner);
    const before = postmaster(dataDir);
    await killed(owner);

    const { server, events } = await start(dataDir);
    expect(events).toEqual(['postgres.adopted']);
    expect(server.port).toBe(port);
    expect(postmaster(dataDir)).toBe(before);

    process.kill(before, 'SIGKILL');
    await eventually(() => expect(events).toContain('postgres.restarted'));
    expect(await query(server.url('service'), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(server.port).toBe(port);
  });

  test('repeats an initialization that was killed half way', async () => {
    const dataDir = folder();
    const owner = ownerProcess(dataDir);
    const draft = () => readdirSync(dataDir).find((name) => name.startsWith('postgres-init-')) ?? '';
    await eventually(() => expect(existsSync(join(dataDir, draft(), 'data', 'PG_VERSION'))).toBe(true));
    await killed(owner);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    const passwords = readFileSync(join(dataDir, 'postgres.json'), 'utf8');

    const { server, events } = await start(dataDir);
    expect(events).toEqual(['postgres.initialized', 'postgres.started']);
    expect(await query(server.url('owner'), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(readFileSync(join(dataDir, 'postgres.json'), 'utf8')).toBe(passwords);
    await server.stop();
    await start(dataDir);
    expect(draft()).toBe('');
  });

  test('lets one of several simultaneous starts start Postgres and the others adopt it', async () => {
    const dataDir = folder();
    const [ports, ...here] = await Promise.all([
      Promise.all([printedPort(ownerProcess(dataDir)), printedPort(ownerProcess(dataDir))]),
      start(dataDir),
      start(dataDir),
    ]);
    expect(new Set([...ports, ...here.map(({ server }) => server.port)]).size).toBe(1);
    for (const { server } of here) {
      expect(await query(server.url('owner'), 'select 1 as one')).toEqual([{ one: 1 }]);
    }
    expect(
      here.flatMap(({ events }) => events).filter((event) => event === 'postgres.started').length,
    ).toBeLessThan(2);
    // On the file system of the package, the second names of the binaries are there, too.
    const files = readdirSync(dataDir).filter((name) => !name.startsWith('postgres-bin-'));
    expect(files.sort()).toEqual(['postgres', 'postgres.json', 'postgres.log']);
    for (const owner of owners.splice(0)) await killed(owner);
  });

  test('uses another port when its last one is taken', async () => {
    const dataDir = folder();
    const first = await start(dataDir);
    await first.server.stop();
    const neighbour = createServer();
    await new Promise<void>((done) => neighbour.listen(first.server.port, '127.0.0.1', done));
    try {
      const { server } = await start(dataDir);
      expect(server.port).not.toBe(first.server.port);
      expect(await query(server.url('service'), 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      neighbour.close();
    }
  });

  test('starts although the lock file names a living process other than Postgres', async () => {
    const dataDir = folder();
    const { server } = await start(dataDir);
    const lock = join(dataDir, 'postgres', 'postmaster.pid');
    const content = readFileSync(lock, 'utf8');
    await server.stop();
    writeFileSync(lock, content.replace(/^\d+/, String(process.pid)));
    const again = await start(dataDir);
    expect(again.events).toEqual(['postgres.started']);
  });

  test('rejects the data of another major version', async () => {
    const dataDir = folder();
    const data = join(dataDir, 'postgres');
    mkdirSync(data);
    writeFileSync(join(data, 'PG_VERSION'), '17\n');
    writeFileSync(join(dataDir, 'postgres.json'), '{"superuser":"a","owner":"b","service":"c"}');
    await expect(start(dataDir)).rejects.toThrow(/written by PostgreSQL 17 and cannot be opened by 18/);
  });

  test('names the missing file when a cluster lost its passwords', async () => {
    const dataDir = folder();
    const { server } = await start(dataDir);
    await server.stop();
    rmSync(join(dataDir, 'postgres.json'));
    await expect(start(dataDir)).rejects.toThrow(/postgres\.json is missing\. .*: restore it/);
  });

  test('repeats the message of Postgres when a setting is wrong', async () => {
    await expect(start(folder(), { flags: ['shared_buffers=lots'] })).rejects.toThrow(
      /Postgres did not start: .*shared_buffers/,
    );
  });

  test('asks for DATABASE_URL if npm has no Postgres', async () => {
    await expect(platformPackage('plan9-mips')).rejects.toThrow(
      'this installation has no embedded Postgres (plan9-mips). Set DATABASE_URL, or DATABASE_URL_FILE to the path of a file that contains it',
    );
  });

  test('continues, and starts again, after an install removed the package', async () => {
    const packageDir = await packageWithoutLinks();
    chmodSync(packageDir, 0o755);
    const { server, events } = await start(folder(), { packageDir, durable: true });
    rmSync(packageDir, { recursive: true });
    // Files that a server reads late: libraries and scripts of extensions, and itself for every new start.
    const owner = server.url('superuser');
    await query(owner, 'create extension pg_trgm');
    expect(await query(owner, "select similarity('a', 'a') as all")).toEqual([{ all: 1 }]);
    const [row] = await query<{ pid: number }>(
      owner,
      `select (regexp_match(pg_read_file('postmaster.pid'), '^\\d+'))[1]::int as pid`,
    );
    process.kill(row?.pid ?? 0, 'SIGKILL');
    await expect.poll(() => events, { timeout: 20_000 }).toContain('postgres.restarted');
    expect(await query(owner, "select similarity('a', 'a') as all")).toEqual([{ all: 1 }]);
  });

  test('creates the library links that npm omits without install scripts', async () => {
    const packageDir = await packageWithoutLinks();
    chmodSync(packageDir, 0o755);
    const { server, events } = await start(folder(), { packageDir });
    expect(await query(server.url('service'), 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(events).not.toContain('postgres.binaries_copied');
  });

  test.runIf(root)('copies the binaries out of a folder that cannot be entered (root only)', async () => {
    const packageDir = await packageWithoutLinks();
    chmodSync(packageDir, 0o700);
    const dataDir = folder();
    const first = await start(dataDir, { packageDir });
    expect(first.events).toEqual(['postgres.initialized', 'postgres.started']);
    expect(await query(first.server.url('service'), 'select 1 as one')).toEqual([{ one: 1 }]);
    await first.server.stop();
    const second = await start(dataDir, { packageDir });
    expect(second.events).toEqual(['postgres.started']);
  });

  test.runIf(root)(
    'names the setting to change when the data directory cannot be entered (root only)',
    async () => {
      const closed = folder();
      await expect(start(join(closed, 'data'))).rejects.toThrow(
        new RegExp(`cannot enter ${closed}: set DATA_DIR to a folder it can enter, or set DATABASE_URL`),
      );
    },
  );
});

/** As npm unpacks it when it may not run install scripts. */
async function packageWithoutLinks(): Promise<string> {
  const copy = folder();
  cpSync(await platformPackage(), copy, { recursive: true, verbatimSymlinks: true });
  const list = readFileSync(join(copy, 'native', 'pg-symlinks.json'), 'utf8');
  const links: { target: string }[] = JSON.parse(list);
  for (const { target } of links) rmSync(join(copy, target), { force: true });
  return copy;
}
