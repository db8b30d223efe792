// Point in time with pgBackRest on PostgreSQL 15, with the files of deploy/backup.
import { execFile } from 'node:child_process';
import { appendFileSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { postgresAccount } from '../../src/database/account.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { aCredential, verify } from '../support/builders.ts';
import { createClient } from '../support/client.ts';
import { testMasterKey } from '../support/master-key.ts';
import { aPostgres, type DebianPostgres, postgres15 } from '../support/postgres-pair.ts';
import { program, service } from '../support/process.ts';
import { lacks, programOf } from '../support/programs.ts';

const pgbackrest = programOf('pgbackrest');
const hint = 'tests of pgBackRest need it and postgresql-15 (Debian: apt install pgbackrest postgresql-15)';
const without = lacks(postgres15, hint) || lacks(pgbackrest, hint);

/** The tool with the delivered files, in which the folders are those of the test. */
async function archived(server: DebianPostgres) {
  const folder = mkdtempSync('/tmp/keyward-repo-');
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const account = postgresAccount(server.folder);
  if (account) chownSync(folder, account.uid, account.gid);
  const config = join(folder, 'pgbackrest.conf');
  const delivered = readFileSync('deploy/backup/pgbackrest.conf', 'utf8');
  const text = delivered
    .replace('/var/lib/pgbackrest', join(folder, 'repo'))
    .replace('/var/lib/postgresql/15/main', server.folder);
  writeFileSync(config, text, { mode: 0o644 });
  const env = {
    PGBACKREST_CONFIG: config,
    PGBACKREST_PG1_PORT: String(server.port),
    PGBACKREST_PG1_SOCKET_PATH: server.folder,
    PGBACKREST_PG1_USER: 'postgres',
    PGBACKREST_LOCK_PATH: join(folder, 'lock'),
    PGBACKREST_SPOOL_PATH: join(folder, 'spool'),
  };
  // The server runs the archive command with its own environment.
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  await server.stop('fast');
  appendFileSync(join(server.folder, 'postgresql.conf'), readFileSync('deploy/backup/postgresql.conf'));
  await server.start();
  return (...args: string[]) =>
    promisify(execFile)(pgbackrest ?? '', ['--stanza=keyward', ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
      ...account,
    });
}

test.skipIf(without)(
  'your own server comes back at a time, and starts closed',
  { timeout: 90_000 },
  async () => {
    const server = await aPostgres();
    await server.sql('create role keyward_owner login');
    await server.sql('create role keyward login');
    await server.sql('create database keyward owner keyward_owner');
    const backrest = await archived(server);
    const urlAs = (role: string): string => `postgres://${role}@127.0.0.1:${server.port}/keyward`;
    const env = {
      DATABASE_URL: urlAs('keyward'),
      MIGRATION_DATABASE_URL: urlAs('keyward_owner'),
      MASTER_KEY: testMasterKey,
    };
    const keys = { BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'), BOOTSTRAP_TEST_KEY: newSecret('kd_test_') };
    const node = await service({ ...env, ...keys, RATE_LIMIT_PER_MINUTE: '0' });
    const ours = createClient(node.origin, keys.BOOTSTRAP_LIVE_KEY);
    const old = await aCredential(ours);
    await backrest('stanza-create');
    await backrest('--type=full', 'backup');
    const kept = await aCredential(ours);
    // pgBackRest knows the end of a backup to the second.
    const second = async (): Promise<string | undefined> =>
      (await server.sql<{ at: string }>("select date_trunc('second', clock_timestamp())::text as at"))[0]?.at;
    const ended = await second();
    await vi.waitFor(async () => expect(await second()).not.toBe(ended), { timeout: 5_000, interval: 20 });
    const [{ at } = { at: '' }] = await server.sql<{ at: string }>('select clock_timestamp()::text as at');
    const lost = await aCredential(ours);
    expect((await ours.call('revokeCredential', { path: { id: old.id } })).status).toBe(200);
    const file = join(mkdtempSync('/tmp/keyward-export-'), 'audit.ndjson');
    onTestFinished(() => rmSync(join(file, '..'), { recursive: true }));
    writeFileSync(file, (await ours.call('exportAuditLogs')).body);
    const [{ wal } = { wal: '' }] = await server.sql<{ wal: string }>(
      'select pg_walfile_name(pg_switch_wal()) as wal',
    );
    await vi.waitFor(
      async () =>
        expect(
          await server.sql(`select from pg_stat_archiver where last_archived_wal >= '${wal}'`),
        ).toHaveLength(1),
      { timeout: 20_000, interval: 50 },
    );
    node.signal('SIGKILL');
    await node.ended;
    await server.stop('fast');

    await backrest('--delta', '--type=time', `--target=${at}`, '--target-action=promote', 'restore');
    // The socket of this test server is in its data folder, so the backup has its lock.
    rmSync(join(server.folder, `.s.PGSQL.${server.port}.lock`), { force: true });
    await server.start();
    await vi.waitFor(
      async () => expect(await server.sql('select where not pg_is_in_recovery()')).toHaveLength(1),
      { timeout: 20_000, interval: 50 },
    );
    const operate = async (name: string, more: Record<string, string> = {}) => {
      const command = program(`scripts/operate/${name}.ts`, { ...env, ...more });
      return { code: await command.ended, said: command.printed() };
    };
    expect(await operate('restored')).toMatchObject({ code: 0, said: expect.stringContaining('2 tenants') });
    // A second call changes nothing.
    expect(await operate('restored')).toMatchObject({ code: 0, said: expect.stringContaining('0 tenants') });
    const closed = await service({ ...env, RATE_LIMIT_PER_MINUTE: '0' });
    const again = createClient(closed.origin, keys.BOOTSTRAP_LIVE_KEY);
    expect((await again.call('getMe')).status).toBe(503);
    expect(await operate('reconcile', { FILE: file })).toMatchObject({
      code: 0,
      said: expect.stringContaining('applied credential.revoke: 1'),
    });
    expect(await operate('reconcile', { SUSPEND: 'rest' })).toMatchObject({ code: 0 });
    expect(await operate('open')).toMatchObject({ code: 0 });
    // Twelve minutes pass.
    await server.sql('update restores set opens_at = now()', 'keyward');
    await vi.waitFor(async () => expect((await again.send('GET', '/health/ready')).status).toBe(200), {
      timeout: 20_000,
    });
    const codes = await Promise.all(
      [old, kept, lost].map(async ({ secret }) => (await verify(again, secret)).code),
    );
    expect(codes).toEqual(['REVOKED', 'VALID', 'NOT_FOUND']);
  },
);
