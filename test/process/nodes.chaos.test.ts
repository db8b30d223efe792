import { describe, expect, test } from 'vitest';
import { newSecret } from '../../src/lib/secret.ts';
import { repeatingTasks } from '../../src/workers/index.ts';
import { aCredential } from '../support/builders.ts';
import { createClient } from '../support/client.ts';
import { emptyDatabase, migratedDatabase, service, type TestDatabase } from '../support/process.ts';

const keys = () => ({ BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'), BOOTSTRAP_TEST_KEY: newSecret('kd_test_') });
const soon = { timeout: 20_000, interval: 25 };

/** As if its time had come. */
const runNow = ({ sql }: TestDatabase, task: string) =>
  sql('update graphile_worker._private_jobs set run_at = now() where key = $1', [task]);

const lockedBy = async ({ sql }: TestDatabase): Promise<(string | null)[]> => {
  const text = "select locked_by from graphile_worker.jobs where task_identifier = 'forget-wrapped-secrets'";
  return (await sql<{ locked_by: string | null }>(text)).map(({ locked_by }) => locked_by);
};

describe('nodes', { timeout: 90_000 }, () => {
  test('that start at once on a fresh database migrate it once and create one organization', async () => {
    const { env, sql } = await emptyDatabase();
    const given = { ...env, ...keys() };
    const nodes = await Promise.all([service(given), service(given), service(given)]);
    expect(nodes.filter(({ printed }) => printed().includes('Applied'))).toHaveLength(1);
    expect(await sql('select environment from tenants order by 1')).toEqual([
      { environment: 'live' },
      { environment: 'test' },
    ]);
    for (const { origin } of nodes) {
      expect((await createClient(origin, given.BOOTSTRAP_LIVE_KEY).call('listIdentities')).status).toBe(200);
    }
    const jobs = 'select key from graphile_worker.jobs order by key';
    await expect
      .poll(() => sql(jobs), soon)
      .toEqual(
        Object.keys(repeatingTasks)
          .toSorted()
          .map((key) => ({ key })),
      );
  });

  test('take no job from a living node, and release those of a killed one', async () => {
    const database = await migratedDatabase();
    const given = { ...database.env, ...keys() };
    const first = await service(given);
    // No other task reads this table. Two tasks that wait for a table would take both places of the node.
    const { release } = await database.hold('wrapped_secrets');
    const taken = async () => {
      await runNow(database, 'forget-wrapped-secrets');
      return (await lockedBy(database))[0];
    };
    await expect.poll(taken, soon).toMatch(/^pool-/);
    const [owner] = await lockedBy(database);

    await service(given);
    const listening =
      "select from pg_stat_activity where datname = current_database() and query like 'LISTEN%'";
    await expect.poll(async () => (await database.sql(listening)).length, soon).toBe(2);
    expect(await lockedBy(database)).toEqual([owner]);
    first.signal('SIGKILL');
    await first.ended;
    await release();
    await service(given);
    // The task has run again and waits for its next run. The interrupted run has left nothing behind.
    const jobs = () =>
      database.sql(
        `select locked_by, run_at > now() as waits from graphile_worker.jobs
          where task_identifier = 'forget-wrapped-secrets'`,
      );
    await expect.poll(jobs, soon).toEqual([{ locked_by: null, waits: true }]);
  });

  test('unlock at their start the jobs of a process that ended', async () => {
    const database = await migratedDatabase();
    const given = { ...database.env, ...keys() };
    const first = await service(given);
    first.signal('SIGTERM');
    await first.ended;
    await database.sql(
      "update graphile_worker._private_jobs set locked_by = 'pool-gone', locked_at = now(), run_at = now()",
    );
    await service(given);
    await expect.poll(() => lockedBy(database), soon).toEqual([null]);
  });
});

describe('a running worker', { timeout: 60_000 }, () => {
  test('repeats a task although its clock jumped five hours during the run, as after sleep', async () => {
    const database = await migratedDatabase();
    const { sql } = database;
    await service({ ...database.env, ...keys() });
    const { release } = await database.hold('wrapped_secrets');
    const taken = async () => {
      await runNow(database, 'forget-wrapped-secrets');
      return (await lockedBy(database))[0];
    };
    await expect.poll(taken, soon).toMatch(/^pool-/);
    // So the worker does with what is locked for four hours; later, that it is not taken meanwhile.
    const [running] = await sql(
      `update graphile_worker._private_jobs set locked_at = null, locked_by = null, run_at = now() + interval '1 h'
        where key = 'forget-wrapped-secrets' returning id`,
    );
    await release();
    // Not the job that ran, which ends.
    const waiting = () =>
      sql(
        `select locked_by, run_at > now() as waits from graphile_worker._private_jobs
          where key = 'forget-wrapped-secrets' and id <> $1`,
        [running?.['id']],
      );
    await expect.poll(waiting, soon).toEqual([{ locked_by: null, waits: true }]);
  });

  test('marks expired credentials', async () => {
    const database = await migratedDatabase();
    const given = { ...database.env, ...keys() };
    const { origin } = await service(given);
    const { id } = await aCredential(createClient(origin, given.BOOTSTRAP_LIVE_KEY));
    await database.sql("update credentials set expires_at = now() - interval '1 s' where id = $1", [id]);
    const status = async () => {
      await runNow(database, 'expire-credentials');
      return database.sql('select status from credentials where id = $1', [id]);
    };
    await expect.poll(status, soon).toEqual([{ status: 'EXPIRED' }]);
    const events = "select from events where type = 'credential.expired' and data ->> 'credentialId' = $1";
    expect(await database.sql(events, [id])).toHaveLength(1);
  });

  test('creates the next partitions and drops those past their retention', async () => {
    const database = await migratedDatabase();
    const { sql } = database;
    await service({ ...database.env, ...keys() });
    const partitions = async () =>
      (
        await sql<{ name: string }>(
          "select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass order by 1",
        )
      ).map(({ name }) => name);
    // A week may have begun since the database was made.
    await sql('select maintain_partitions()');
    const before = await partitions();
    const [week] = await sql<{ name: string }>(
      `select to_char(date_trunc('week', now(), 'UTC') at time zone 'UTC', '"events_"YYYYMMDD') as name`,
    );
    // Without a worker, nothing is lost for a quarter of a year.
    expect(before.filter((name) => name >= (week?.name ?? ''))).toHaveLength(13);
    await sql(`drop table ${before.at(-1)}`);
    await sql(
      "set role keyward_owner; create table events_20200106 partition of events for values from ('2020-01-06') to ('2020-01-13')",
    );
    // Again and again: the run of the start may still go on, and it may have made partitions before one was dropped here.
    const afterRun = async () => {
      await runNow(database, 'clean-up');
      return partitions();
    };
    await expect.poll(afterRun, soon).toEqual(before);
  });

  // The days on which that tells are two in a year.
  test('creates partitions in UTC in every time zone of the session', async () => {
    const { env, sql } = await migratedDatabase();
    await service({ ...env, ...keys() });
    const [made] = await sql<{ settings: string[] }>(
      "select proconfig as settings from pg_proc where proname = 'maintain_partitions'",
    );
    expect(made?.settings).toContain('TimeZone=UTC');
  });
});

describe('the role of the service', { timeout: 60_000 }, () => {
  test('can neither change records nor create anything, not even by SQL', async () => {
    const { env, sql, asService } = await migratedDatabase();
    const given = { ...env, ...keys() };
    const { origin } = await service(given);
    await aCredential(createClient(origin, given.BOOTSTRAP_LIVE_KEY));
    const [partition] = await sql<{ name: string }>(
      'select tableoid::regclass::text as name from audit_logs limit 1',
    );
    expect(partition?.name).toMatch(/^audit_logs_\d{8}$/);
    for (const statement of [
      "update audit_logs set result = 'DENIED'",
      'delete from audit_logs',
      'truncate audit_logs',
      `update ${partition?.name} set result = 'DENIED'`,
      `delete from ${partition?.name}`,
      `select from ${partition?.name}`,
      'update audit_seals set hash = hash',
      'delete from audit_seals',
      'update audit_checkpoints set hash = hash',
      'delete from audit_checkpoints',
      'update audit_personal set content = content',
      'update audit_unsealed set audit_id = audit_id',
      'delete from audit_chains',
      'delete from audit_keys',
      'update events set type = type',
      'delete from usage_facts',
      'insert into migrations (name) values (1)',
      'create table mine (id int)',
      'create schema mine',
    ]) {
      await expect(asService(statement), statement).rejects.toThrow('permission denied');
    }
    for (const statement of ['drop table identities', 'alter table audit_logs disable trigger all']) {
      await expect(asService(statement), statement).rejects.toThrow('must be owner');
    }
  });
});
