import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, statSync, writeFileSync } from 'node:fs';
import { connect as connectTo } from 'node:net';
import { join } from 'node:path';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { Migration } from '@mikro-orm/migrations';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openServers } from '../../src/database/servers.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { aCredential } from '../support/builders.ts';
import { type Answer, createClient } from '../support/client.ts';
import { testMasterKey } from '../support/master-key.ts';
import { aPostgres, aStandbyOf, type DebianPostgres, postgres15 } from '../support/postgres-pair.ts';
import { type Certificate, createPrivateCa } from '../support/private-ca.ts';
import { program, service } from '../support/process.ts';
import { lacks } from '../support/programs.ts';

const soon = { timeout: 20_000, interval: 25 };
const password = 'p@ss/w:rd,?';
const without = lacks(
  postgres15,
  'tests of two Postgres servers need postgresql-15 (Debian: apt install postgresql-15)',
);

/** A primary, its standby, and a URL of both in which the standby comes first. */
async function aPair() {
  const primary = await aPostgres();
  await primary.sql(`create role keyward_owner login password '${password}'`);
  await primary.sql(`create role keyward login password '${password}'`);
  await primary.sql('create database keyward owner keyward_owner');
  const standby = await aStandbyOf(primary);
  const hosts = `127.0.0.1:${standby.port},127.0.0.1:${primary.port}`;
  const urlAs = (role: string): string =>
    `postgres://${role}:${encodeURIComponent(password)}@${hosts}/keyward`;
  const env = {
    DATABASE_URL: urlAs('keyward'),
    MIGRATION_DATABASE_URL: urlAs('keyward_owner'),
    MASTER_KEY: testMasterKey,
    RATE_LIMIT_PER_MINUTE: '0',
    BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'),
    BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
  };
  return { primary, standby, env };
}

const listeners = ({ sql }: DebianPostgres) =>
  sql("select from pg_stat_activity where query ilike 'listen keyward%'", 'keyward');

test.skipIf(without)(
  'a service follows the primary from one server to the other',
  { timeout: 90_000 },
  async () => {
    const { primary, standby, env } = await aPair();
    const node = await service(env);
    const client = createClient(node.origin, env.BOOTSTRAP_LIVE_KEY);
    const { id, secret } = await aCredential(client, {});
    const verified = () => client.call('verifyCredential', { body: { credential: secret } });
    expect((await verified()).body).toMatchObject({ valid: true });

    const answers: Answer[] = [];
    let isOver = false;
    const load = (async () => {
      while (!isOver)
        answers.push(await verified(), await client.call('createIdentity', { body: anIdentityBody() }));
    })();
    await primary.stop('fast');
    await standby.promote();
    primary.follow(standby);
    await primary.start();
    await expect.poll(async () => (await verified()).status, soon).toBe(200);
    isOver = true;
    await load;
    const refused = answers.filter(({ status }) => status !== 200 && status !== 201);
    const kinds = refused.map(({ status, headers }) => `${status} ${headers.get('retry-after')}`);
    expect(new Set(kinds)).toEqual(new Set(['503 2']));
    expect((await client.call('revokeCredential', { path: { id }, body: { reason: 'leaked' } })).status).toBe(
      200,
    );
    expect((await verified()).body).toMatchObject({ valid: false });
    await expect.poll(async () => (await listeners(standby)).length, soon).toBe(1);
    expect(node.printed()).toContain(`127.0.0.1:${standby.port}`);

    // A primary that is fenced by a setting keeps its connections.
    await standby.sql('alter system set default_transaction_read_only = on');
    await standby.sql('select pg_reload_conf()');
    const created = () => client.call('createIdentity', { body: anIdentityBody() });
    await expect.poll(async () => (await created()).status, soon).toBe(503);
    const health = async () => (await client.call('getReadiness')).body.checks;
    await expect.poll(health, soon).toMatchObject({ database: 'read-only' });
    await standby.sql('alter system reset default_transaction_read_only');
    await standby.sql('select pg_reload_conf()');
    await expect.poll(async () => (await created()).status, soon).toBe(201);
    await expect.poll(health, soon).toMatchObject({ database: 'ok' });
    expect(node.printed()).not.toContain(password);

    const failing = program('src/main.ts', {
      ...env,
      PORT: '0',
      MIGRATION_DATABASE_URL: env.MIGRATION_DATABASE_URL.replace(`${standby.port}`, '1'),
    });
    expect(await failing.ended).toBe(1);
    expect(failing.printed()).toContain(
      `127.0.0.1:${primary.port}: the server is a standby, which only reads`,
    );
    expect(failing.printed()).toContain('127.0.0.1:1: connect ECONNREFUSED');
    expect(failing.printed()).not.toContain(encodeURIComponent(password));
  },
);

test.skipIf(without)(
  'connections leave a primary that a failover has replaced and that still accepts writes',
  { timeout: 60_000 },
  async () => {
    const { primary, standby, env } = await aPair();
    const portOf = async (client: pg.Client) =>
      (await client.query<{ port: number }>('select inet_server_port() as port')).rows[0]?.port;
    const moves: string[] = [];
    const servers = openServers(env.DATABASE_URL, (name) => moves.push(name));
    const Client = servers.client();
    const connected = async () => {
      const client = new Client({ query_timeout: 10_000 });
      client.on('error', () => undefined);
      await client.connect();
      onTestFinished(() => client.end());
      return client;
    };
    const [old, other] = [await connected(), await connected()];
    expect(await portOf(old)).toBe(primary.port);
    await standby.promote();
    const ended = new Promise<void>((resolve) => other.once('end', resolve));
    await primary.sql(`select pg_terminate_backend(${await pidOf(other)})`);
    await ended;
    expect(await portOf(await connected())).toBe(standby.port);
    expect(moves.at(-1)).toBe(`127.0.0.1:${standby.port}`);
    await expect(old.query('select')).rejects.toThrow();
  },
);

test.skipIf(without)(
  'sslmode=verify-full checks the certificate of each of several hosts for its own name',
  { timeout: 60_000 },
  async () => {
    const { ca, issue } = await createPrivateCa();
    const primary = await aPostgres();
    const both = await issue('DNS:localhost,IP:127.0.0.1');
    await withCertificate(primary, both);
    await primary.sql('create database keyward');
    const standby = await aStandbyOf(primary);
    const authority = join(primary.folder, 'ca.pem');
    writeFileSync(authority, ca);
    const connect = async (sslrootcert = authority) => {
      const hosts = `localhost:${primary.port},127.0.0.1:${standby.port}`;
      const parameters = new URLSearchParams({ sslmode: 'verify-full', sslrootcert });
      const Client = openServers(`postgres://postgres@${hosts}/keyward?${parameters.toString()}`).client();
      const client = new Client({ query_timeout: 10_000 });
      client.on('error', () => undefined);
      try {
        await client.connect();
        const text = 'select inet_server_port() as port, ssl from pg_stat_ssl where pid = pg_backend_pid()';
        return (await client.query<{ port: number; ssl: boolean }>(text)).rows[0];
      } finally {
        await client.end().catch(() => undefined);
      }
    };
    expect(await connect()).toEqual({ port: primary.port, ssl: true });
    const stranger = join(primary.folder, 'stranger.pem');
    writeFileSync(stranger, (await createPrivateCa()).ca);
    await expect(connect(stranger)).rejects.toThrow(/localhost:\d+: .*certificate/);

    await withCertificate(primary, await issue('DNS:other.example'));
    await expect(connect()).rejects.toThrow(/localhost:\d+: Hostname\/IP does not match .*other\.example/);
    await withCertificate(primary, both);

    await primary.stop('fast');
    await standby.promote();
    expect(await connect()).toEqual({ port: standby.port, ssl: true });
    // The name of the other host does not count.
    await withCertificate(standby, await issue('DNS:localhost'));
    await expect(connect()).rejects.toThrow(
      new RegExp(`127\\.0\\.0\\.1:${standby.port}: (Hostname/)?IP.* 127\\.0\\.0\\.1 `),
    );
  },
);

/** Gives a server a certificate, and waits until it shows it. */
async function withCertificate(server: DebianPostgres, { cert, key }: Certificate): Promise<void> {
  const { uid, gid } = statSync(server.folder);
  for (const [name, text] of [
    ['server.crt', cert],
    ['server.key', key],
  ] as const) {
    const file = join(server.folder, name);
    writeFileSync(file, text, { mode: 0o600 });
    chownSync(file, uid, gid);
  }
  await server.sql('alter system set ssl = on');
  await server.sql('select pg_reload_conf()');
  const shown = async () => {
    const socket = await overTls(server.port);
    const { raw } = socket.getPeerX509Certificate() ?? {};
    socket.destroy();
    return raw && new X509Certificate(cert).raw.equals(raw);
  };
  await expect.poll(() => shown().catch(() => false), soon).toBe(true);
}

/** Asks a server for TLS, as a client of Postgres does. */
async function overTls(port: number): Promise<TLSSocket> {
  const plain = connectTo(port, '127.0.0.1');
  // SSLRequest: its length and its code.
  plain.write(Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]));
  await once(plain, 'data');
  const socket = connectTls({ socket: plain, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  return socket;
}

test.skipIf(without)(
  'a migration fails if its wait for the standby is cancelled',
  { timeout: 60_000 },
  async () => {
    const server = await aPostgres();
    await server.sql('create role keyward_owner login');
    await server.sql('create role keyward login');
    await server.sql('create database keyward owner keyward_owner');
    const url = `postgres://keyward_owner@127.0.0.1:${server.port}/keyward`;
    await migrate(url, 'keyward');
    await server.sql("alter system set synchronous_standby_names = 'absent'");
    await server.sql('select pg_reload_conf()');
    const shown = () => server.sql('show synchronous_standby_names');
    await expect.poll(shown, soon).toEqual([{ synchronous_standby_names: 'absent' }]);
    const list = [...migrations, { name: '9000_adds_column', class: AddsColumn }];
    const migrating = migrate(url, 'keyward', undefined, list).catch((error: unknown) => error);
    const cancelled = () =>
      server.sql(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);
    await expect.poll(async () => (await cancelled()).length, soon).toBeGreaterThan(0);
    expect(await migrating).toMatchObject({
      message: expect.stringMatching(
        /^the migration 9000_adds_column failed: .*outcome of the commit is unknown/,
      ),
    });
  },
);

class AddsColumn extends Migration {
  override up(): void {
    this.addSql('alter table webhooks add column colour text;');
  }
}

const pidOf = async (client: pg.Client) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;

let identities = 0;
const anIdentityBody = () => ({ type: 'CI_CD', name: `identity ${identities++}` });
