import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { newSecret } from '../../src/lib/secret.ts';
import { type Answer, createClient } from '../support/client.ts';
import { migratedFolder } from '../support/migrated-folder.ts';
import { anOidcClient } from '../support/oidc-clients.ts';
import { embeddedSql, service } from '../support/process.ts';

const soon = { timeout: 20_000, interval: 25 };

/** A service on a primary whose commits can be made to wait for a standby that does not exist. */
async function aPrimary() {
  const env = {
    DATA_DIR: await migratedFolder(),
    RATE_LIMIT_PER_MINUTE: '0',
    // The commits of background tasks would wait, too, and be cancelled in place of the request's.
    ROLE: 'api',
    BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'),
    BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
  };
  const { origin } = await service(env);
  const sql = (text: string) => embeddedSql<{ pid: number; id: string }>(env.DATA_DIR, text);
  const standby = async (name: string): Promise<void> => {
    await sql(`alter system set synchronous_standby_names = '${name}'`);
    await sql('select pg_reload_conf()');
    const seen = () => sql('show synchronous_standby_names');
    await expect.poll(seen, soon).toEqual([{ synchronous_standby_names: name }]);
  };
  // Otherwise the tasks of the service wait while Postgres stops.
  onTestFinished(() => standby(''));
  const lockWaiters = () => sql(`select pid from pg_stat_activity where wait_event_type = 'Lock'`);
  return {
    client: createClient(origin, env.BOOTSTRAP_LIVE_KEY),
    sql,
    standby,
    /** Waits until this statement waits for the standby, and cancels the wait. */
    cancel: async (statement: string): Promise<void> => {
      const cancelled = () =>
        sql(
          `select pg_cancel_backend(pid) from pg_stat_activity
            where wait_event = 'SyncRep' and ltrim(query, E'\\n') ilike '${statement}%'`,
        );
      await expect.poll(async () => (await cancelled()).length, soon).toBeGreaterThan(0);
    },
    /** Lets the standby go while a request waits for the locks of this statement, after its authentication. */
    whileWaiting: async (statement: string, request: () => Promise<Answer>) => {
      const held = sql(`begin; ${statement}; select pg_sleep(120)`).catch(() => undefined);
      const sleeping = () => sql(`select pid from pg_stat_activity where wait_event = 'PgSleep'`);
      await expect.poll(async () => (await sleeping()).length, soon).toBe(1);
      const [holder] = await sleeping();
      const answer = request();
      await expect.poll(async () => (await lockWaiters()).length, soon).toBe(1);
      await standby('absent');
      await sql(`select pg_terminate_backend(${holder?.pid})`);
      await held;
      return answer;
    },
  };
}

test('a change whose wait for the standby is cancelled is answered with 503', {
  timeout: 90_000,
}, async () => {
  const { client, sql, standby, cancel, whileWaiting } = await aPrimary();
  // A role may be set to hear no warnings.
  await sql(`alter role keyward set client_min_messages = 'error'`);
  await sql(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'keyward'`);
  await expect.poll(async () => (await client.call('listIdentities')).status, soon).toBe(200);

  const key = { 'idempotency-key': randomUUID() };
  const body = { name: 'cut-off-bot', type: 'CI_CD' };
  const create = () => client.call('createIdentity', { body, headers: key });
  const stored = () => sql(`select id from identities where name = 'cut-off-bot'`);
  const [refused] = await Promise.all([
    whileWaiting('lock table idempotency_keys', create),
    cancel('commit'),
  ]);
  expect([refused.status, refused.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  // The primary has the change. A standby might not.
  const [made] = await stored();

  // A statement that is a transaction of its own: the authentication.
  const listing = client.call('listIdentities');
  await cancel('with');
  expect((await listing).status).toBe(503);

  await standby('');
  const { clientId, clientSecret } = await anOidcClient(client, {
    grantTypes: ['client_credentials'],
    responseTypes: [],
    redirectUris: [],
  });
  const [tenant] = await sql("select id from tenants where environment = 'live'");
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const token = () =>
    createClient(client.origin).call('issueOidcToken', {
      path: { orgId: tenant?.id ?? '' },
      body: { grant_type: 'client_credentials' },
      headers: { authorization: `Basic ${basic}` },
    });
  expect((await token()).status).toBe(200);
  await standby('absent');
  // The engine of the OpenID Connect provider has errors of its own.
  const [untold] = await Promise.all([token(), cancel('insert into oidc_')]);
  expect([untold.status, untold.body, untold.headers.get('retry-after')]).toMatchObject([
    503,
    { error: 'temporarily_unavailable', code: 'SERVICE_UNAVAILABLE' },
    '2',
  ]);
  await standby('');

  // The stored answer is given only after its commit was replicated.
  const [early] = await Promise.all([
    whileWaiting('select from idempotency_keys for update', create),
    cancel('commit'),
  ]);
  expect(early.status).toBe(503);
  await standby('');
  const again = await create();
  expect([again.status, again.body.id, again.headers.get('idempotent-replayed')]).toEqual([
    201,
    made?.id,
    'true',
  ]);
  expect(await stored()).toHaveLength(1);
});
