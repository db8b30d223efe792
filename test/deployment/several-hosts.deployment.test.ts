import { expect, test } from 'vitest';
import { newSecret } from '../../src/lib/secret.ts';
import { aCredential } from '../support/builders.ts';
import { type Answer, createClient } from '../support/client.ts';
import { testMasterKey } from '../support/master-key.ts';
import { aPostgres, aStandbyOf, type DebianPostgres, postgres15 } from '../support/postgres-pair.ts';
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

let identities = 0;
const anIdentityBody = () => ({ type: 'CI_CD', name: `identity ${identities++}` });
