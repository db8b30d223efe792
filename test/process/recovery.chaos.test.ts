import { describe, expect, test, vi } from 'vitest';
import { newSecret } from '../../src/lib/secret.ts';
import { aCredential, anIdentity, verify } from '../support/builders.ts';
import { createClient } from '../support/client.ts';
import { migratedFolder } from '../support/migrated-folder.ts';
import { embeddedSql, migratedDatabase, postmasterOf, program, service } from '../support/process.ts';

const keys = () => ({ BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'), BOOTSTRAP_TEST_KEY: newSecret('kd_test_') });
const soon = { timeout: 20_000, interval: 25 };
const patient = { timeout: 90_000 };

describe('after a kill -9', { timeout: 90_000 }, () => {
  test('the service still has every acknowledged credential, and adopts Postgres', async () => {
    const env = { DATA_DIR: await migratedFolder(), RATE_LIMIT_PER_MINUTE: '0', ...keys() };
    const first = await service(env);
    const client = createClient(first.origin, env.BOOTSTRAP_LIVE_KEY);
    const identityId = await anIdentity(client);
    const acknowledged: string[] = [];
    const writing = Array.from({ length: 4 }, async () => {
      for (;;) {
        acknowledged.push((await aCredential(client, { identityId })).secret);
        if (acknowledged.length === 60) first.signal('SIGKILL');
      }
    });
    await Promise.allSettled(writing);
    expect(await first.ended).toBe('SIGKILL');
    expect(acknowledged.length).toBeGreaterThanOrEqual(60);

    const second = await service(env);
    expect(second.printed()).toContain('postgres.adopted');
    const again = createClient(second.origin, env.BOOTSTRAP_LIVE_KEY);
    const answers = await Promise.all(acknowledged.map((secret) => verify(again, secret)));
    expect(answers.filter(({ valid }) => !valid)).toEqual([]);
    second.signal('SIGTERM');
    expect(await second.ended).toBe(0);
    expect(() => postmasterOf(env.DATA_DIR)).toThrow('ENOENT');
  });

  test('Postgres comes back: the service answers 503 with Retry-After, then recovers, and jobs continue', async () => {
    const env = { DATA_DIR: await migratedFolder(), RATE_LIMIT_PER_MINUTE: '0', ...keys() };
    const { origin } = await service(env);
    const client = createClient(origin, env.BOOTSTRAP_LIVE_KEY);
    const { secret } = await aCredential(client);
    process.kill(postmasterOf(env.DATA_DIR), 'SIGKILL');
    const refused = await vi.waitUntil(async () => {
      const answer = await client.call('listIdentities');
      return answer.status === 200 ? undefined : answer;
    }, soon);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    await expect.poll(() => verify(client, secret), soon).toMatchObject({ valid: true });
    await expect.poll(async () => (await client.send('GET', '/health/ready')).status, soon).toBe(200);

    const name = 'after-the-crash';
    await embeddedSql(
      env.DATA_DIR,
      `select graphile_worker.add_job('expire-credentials', job_key := '${name}')`,
    );
    const left = () => embeddedSql(env.DATA_DIR, `select from graphile_worker.jobs where key = '${name}'`);
    await expect.poll(left, soon).toEqual([]);
  });
});

// graphile/worker issue 636: if the worker cannot write the failures of two jobs, it never stops.
test(
  'jobs continue after Postgres stopped during two of them, and the service can be stopped',
  patient,
  async () => {
    const env = { DATA_DIR: await migratedFolder(), ...keys() };
    const node = await service(env);
    const sql = <Row extends Record<string, unknown>>(text: string) => embeddedSql<Row>(env.DATA_DIR, text);
    const jobs = "('forget-wrapped-secrets', 'rotate-signing-keys')";
    const holding = sql('begin; lock table wrapped_secrets, signing_keys; select pg_sleep(60)').catch(
      () => 'cut off',
    );
    const running = async () => {
      await sql(`update graphile_worker._private_jobs set run_at = now() where key in ${jobs}`);
      return (
        await sql(
          "select from pg_stat_activity where wait_event_type = 'Lock' and application_name = 'keyward'",
        )
      ).length;
    };
    await expect.poll(running, soon).toBe(2);
    process.kill(postmasterOf(env.DATA_DIR), 'SIGINT');
    expect(await holding).toBe('cut off');
    await node.prints(/"msg":"postgres.restarted"/);

    const again = () =>
      sql(
        `select from graphile_worker.jobs where key in ${jobs} and attempts = 0 and locked_by is null and run_at > now()`,
      );
    await expect
      .poll(async () => (await again().catch(() => [])).length, { ...soon, timeout: 40_000 })
      .toBe(2);
    node.signal('SIGTERM');
    expect(await node.ended).toBe(0);
  },
);

describe('SIGTERM', { timeout: 60_000 }, () => {
  test('lets running requests finish, leaves no job locked and exits 0', async () => {
    const { env, hold, sql } = await migratedDatabase();
    const given = { ...env, ...keys() };
    const { origin, signal, prints, ended } = await service(given);
    const { waiters, release } = await hold('identities');
    const client = createClient(origin, given.BOOTSTRAP_LIVE_KEY);
    await sql("update graphile_worker._private_jobs set run_at = now() where key = 'expire-credentials'");
    const answer = client.call('createIdentity', { body: { name: 'deploy-bot', type: 'CI_CD' } });
    await expect.poll(waiters, soon).toBeGreaterThanOrEqual(2); // the authentication and the task
    signal('SIGTERM');
    await prints(/"msg":"stopping"/);
    // It says so before it closes its port.
    const knock = () =>
      fetch(origin).then(
        () => 'answered',
        () => 'refused',
      );
    await expect.poll(knock, soon).toBe('refused');
    await release();
    expect((await answer).status).toBe(201);
    expect(await ended).toBe(0);
    expect(await sql('select from graphile_worker.jobs where locked_by is not null')).toEqual([]);
  });

  test('sent twice at the same moment, as by make and its child, is one request', async () => {
    const folder = await migratedFolder();
    const { signal, prints, ended } = await service({ DATA_DIR: folder, ...keys() });
    signal('SIGTERM');
    await prints(/"msg":"stopping"/);
    signal('SIGTERM');
    expect(await ended).toBe(0);
    expect(() => postmasterOf(folder)).toThrow('ENOENT');
  });

  test('sent again later ends the process at once', async () => {
    const { env, hold } = await migratedDatabase();
    const given = { ...env, ...keys() };
    const { origin, signal, prints, ended } = await service(given);
    const { waiters, release } = await hold('credentials');
    const client = createClient(origin, given.BOOTSTRAP_LIVE_KEY);
    const answer = client.call('listIdentities').catch(() => 'cut off');
    await expect.poll(waiters, soon).toBeGreaterThan(0);
    signal('SIGTERM');
    await prints(/"msg":"stopping"/);
    // A signal within a second of the first belongs to the same request.
    const again = setInterval(() => signal('SIGTERM'), 100);
    expect(await ended).toBe(1);
    clearInterval(again);
    expect(await answer).toBe('cut off');
    await release();
  });
});

describe('make organization', { timeout: 60_000 }, () => {
  const create = async (env: Record<string, string>, name: string): Promise<string> => {
    const { ended, printed } = program('scripts/organization.ts', env, name);
    expect([await ended, printed()]).toEqual([0, expect.stringContaining(name)]);
    return /\bkd_live_[0-9A-Za-z]{49}\b/.exec(printed())?.[0] ?? '';
  };

  test('works beside the running service and leaves its Postgres alone; alone it starts and stops Postgres', async () => {
    const env = { DATA_DIR: await migratedFolder(), ...keys() };
    const first = await service(env);
    const postmaster = postmasterOf(env.DATA_DIR);
    const beside = await create(env, 'Beside it');
    expect(postmasterOf(env.DATA_DIR)).toBe(postmaster);
    expect((await createClient(first.origin, beside).call('listIdentities')).status).toBe(200);
    first.signal('SIGTERM');
    expect(await first.ended).toBe(0);

    const alone = await create(env, 'Alone');
    expect(() => postmasterOf(env.DATA_DIR)).toThrow('ENOENT');
    const second = await service(env);
    expect((await createClient(second.origin, alone).call('listIdentities')).status).toBe(200);
  });

  test('accepts another server, and rejects a name that is too short or too long', async () => {
    const { env, sql } = await migratedDatabase();
    await create(env, 'Elsewhere');
    expect(await sql('select distinct name from tenants')).toEqual([{ name: 'Elsewhere' }]);
    for (const name of ['x', 'x'.repeat(101)]) {
      const { ended, printed } = program('scripts/organization.ts', env, name);
      expect(await ended).toBe(1);
      expect(printed()).toMatch(
        /^The organization was not created: the name must have 2 to 100 characters.*\.\n$/,
      );
    }
  });
});
