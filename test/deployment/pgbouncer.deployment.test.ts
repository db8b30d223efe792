import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { postgresAccount } from '../../src/database/account.ts';
import { openServers } from '../../src/database/servers.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { startListening } from '../../src/start/listen.ts';
import { aCredential } from '../support/builders.ts';
import { createClient } from '../support/client.ts';
import { freePort } from '../support/free-port.ts';
import { testMasterKey } from '../support/master-key.ts';
import { aPostgres, postgres15 } from '../support/postgres-pair.ts';
import { program, service } from '../support/process.ts';
import { lacks, programOf } from '../support/programs.ts';

const soon = { timeout: 20_000, interval: 25 };
const pgbouncer = programOf('pgbouncer') ?? programOf('/usr/sbin/pgbouncer') ?? '/usr/sbin/pgbouncer';
const without = lacks(
  postgres15,
  'tests of PgBouncer need postgresql-15 and pgbouncer (Debian: apt install both)',
);

/** A Postgres behind PgBouncer, whose database `pooled` has transaction pooling. */
async function aPooledPostgres() {
  const server = await aPostgres();
  await server.sql('create role keyward_owner login');
  await server.sql('create role keyward login');
  await server.sql('create database keyward owner keyward_owner');
  const port = await freePort();
  const [users, settings] = [join(server.folder, 'users.txt'), join(server.folder, 'pgbouncer.ini')];
  writeFileSync(users, '"keyward" ""\n"keyward_owner" ""\n');
  const to = `host=127.0.0.1 port=${server.port} dbname=keyward`;
  writeFileSync(
    settings,
    `[databases]
keyward = ${to} pool_mode=session
pooled = ${to} pool_mode=transaction
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
default_pool_size = 60
server_login_retry = 1
`,
  );
  const account = postgresAccount(server.folder);
  if (account) for (const file of [users, settings]) chownSync(file, account.uid, account.gid);
  const pooler = spawn(pgbouncer, [settings], { stdio: ['ignore', 'ignore', 'pipe'], ...account });
  const ended = once(pooler, 'exit');
  onTestFinished(async () => {
    pooler.kill('SIGKILL');
    await ended;
  });
  await new Promise<void>((done) =>
    pooler.stderr.setEncoding('utf8').on('data', (text: string) => {
      if (text.includes('process up')) done();
    }),
  );
  const url = (role: string, database = 'keyward') => `postgres://${role}@127.0.0.1:${port}/${database}`;
  const direct = `postgres://keyward_owner@127.0.0.1:${server.port}/keyward`;
  return { server, url, direct };
}

test.skipIf(without)(
  'a service runs through PgBouncer with session pooling alone',
  { timeout: 90_000 },
  async () => {
    const { server, url, direct } = await aPooledPostgres();
    const env = {
      DATABASE_URL: url('keyward'),
      MIGRATION_DATABASE_URL: url('keyward_owner'),
      MASTER_KEY: testMasterKey,
      BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'),
      BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
    };
    const node = await service(env);
    const client = createClient(node.origin, env.BOOTSTRAP_LIVE_KEY);
    const { id, secret } = await aCredential(client, {});
    const verified = () => client.call('verifyCredential', { body: { credential: secret } });
    // The statements are prepared by the first call.
    for (let calls = 0; calls < 3; calls++) expect((await verified()).body).toMatchObject({ valid: true });
    await client.call('revokeCredential', { path: { id }, body: { reason: 'leaked' } });
    expect((await verified()).body).toMatchObject({ valid: false });
    expect((await client.call('getReadiness')).body).toMatchObject({ status: 'ok' });

    const Client = openServers(url('keyward')).client({ jit: 'off', lock_timeout: '2s' });
    const pool = new pg.Pool({ Client, max: 2 });
    const heard: string[] = [];
    const listening = startListening(pool, {
      keyward_deliveries: () => undefined,
      keyward_jobs: () => heard.push('job'),
    });
    await expect.poll(() => heard, soon).toEqual(['job']);
    await server.sql("notify keyward_jobs, ''", 'keyward');
    await expect.poll(() => heard, soon).toEqual(['job', 'job']);
    const settings = 'select current_setting($1) as jit, current_setting($2) as lock_timeout';
    const { rows } = await pool.query(settings, ['jit', 'lock_timeout']);
    expect(rows).toEqual([{ jit: 'off', lock_timeout: '2s' }]);
    await listening.stop();
    await pool.end();

    const sentence =
      /^Keyward did not start: the database of (.*) cannot be used: a pooler gives each transaction/m;
    const startOn = async (urls: Partial<typeof env>) => {
      const failing = program('src/main.ts', { ...env, PORT: '0', ...urls });
      expect(await failing.ended).toBe(1);
      return sentence.exec(failing.printed())?.[1] ?? failing.printed();
    };
    expect(await startOn({ DATABASE_URL: url('keyward', 'pooled'), MIGRATION_DATABASE_URL: direct })).toBe(
      'DATABASE_URL',
    );
    expect(await startOn({ MIGRATION_DATABASE_URL: url('keyward_owner', 'pooled') })).toBe(
      'MIGRATION_DATABASE_URL or DATABASE_URL',
    );
  },
);
