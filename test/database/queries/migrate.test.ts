import { Migration } from '@mikro-orm/migrations';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConcurrentMigration } from '../../../migrations/concurrently.ts';
import { migrations } from '../../../migrations/index.ts';
import { MIGRATING, patiently } from '../../../src/database/lock-patience.ts';
import { migrate } from '../../../src/database/migrate.ts';
import { takeTurn } from '../../../src/database/take-turn.ts';
import { migratedDatabase } from '../../support/process.ts';

const soon = { timeout: 15_000, interval: 10 };

async function connected(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** A transaction of an operator or of a report that reads a table, and goes on. */
async function aLongTransaction(url: string, statement: string) {
  const client = await connected(url, 'a report');
  await client.query('begin');
  await client.query(statement);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return { pid: rows[0]?.pid, end: () => client.query('rollback') };
}

class AddsColumn extends Migration {
  override up(): void {
    this.addSql('alter table webhooks add column colour text;');
  }
}

class IndexesColumn extends ConcurrentMigration {
  override up(): void {
    this.createIndex('webhooks_by_name', 'on webhooks (org_id, name)');
  }
}

class IndexesPartitions extends ConcurrentMigration {
  override async up(): Promise<void> {
    await this.createPartitionedIndex('attempts_failed', {
      table: 'delivery_attempts',
      column: 'at',
      where: 'error is not null',
    });
  }
}

const withAlso = (
  name: string,
  made: typeof AddsColumn | typeof IndexesColumn | typeof IndexesPartitions,
) => [...migrations, { name, class: made }];

describe('migrate', { timeout: 60_000 }, () => {
  test('gives way to requests while a long transaction holds a table, names the process, and tries again', async () => {
    const { env, sql } = await migratedDatabase();
    const long = await aLongTransaction(env.DATABASE_URL, 'select from webhooks');
    const said: string[] = [];
    const migrating = migrate(
      env.MIGRATION_DATABASE_URL,
      'keyward',
      (text) => said.push(text),
      withAlso('9000_adds_column', AddsColumn),
    );
    const waits = () =>
      sql(
        "select from pg_locks where relation = 'webhooks'::regclass and mode = 'AccessExclusiveLock' and not granted",
      );
    await expect.poll(waits, soon).toHaveLength(1);
    // A request that comes now waits behind the migration. With the time limit of requests it succeeds.
    const request = await connected(env.DATABASE_URL, 'a request');
    await request.query("set lock_timeout = '2s'");
    await request.query('select from webhooks');
    await expect.poll(() => said, soon).toHaveLength(1);
    expect(said[0]).toBe(
      `the migration 9000_adds_column did not get a lock in 1 tries: process ${long.pid} (a report, role keyward) holds it. Its next try follows`,
    );
    await long.end();
    await migrating;
    expect(said.at(-1)).toBe('Applied 1 migration, up to 9000_adds_column');
    expect(await sql("select from migrations where name = '9000_adds_column'")).toHaveLength(1);
  });

  test('says at the end of its patience which transaction to end', async () => {
    const { env } = await migratedDatabase();
    const long = await aLongTransaction(env.DATABASE_URL, "select 'a secret value' from webhooks");
    const watcher = await connected(env.MIGRATION_DATABASE_URL, 'keyward');
    const changer = await connected(env.MIGRATION_DATABASE_URL, MIGRATING);
    await changer.query("set lock_timeout = '500ms'");
    const change = () => changer.query('drop table webhooks');
    const trying = patiently(() => 'a change', change, {
      watcher,
      onEvent: () => undefined,
      pauses: [1],
    });
    await expect(trying).rejects.toThrow(
      `a change did not get a lock in 2 tries: process ${long.pid} (a report, role keyward) holds it. End that transaction, and start again`,
    );
  });

  test('builds an index concurrently while rows change, also on two nodes that start at once', async () => {
    const { env, sql } = await migratedDatabase();
    const long = await aLongTransaction(env.DATABASE_URL, 'update webhooks set name = name');
    const list = withAlso('9001_indexes_column', IndexesColumn);
    const nodes = [1, 2].map(() => migrate(env.MIGRATION_DATABASE_URL, 'keyward', undefined, list));
    const waits = () =>
      sql(`select from pg_stat_activity where application_name = '${MIGRATING}' and wait_event_type = 'Lock'
                                          and datname = current_database()`);
    await expect.poll(waits, soon).toHaveLength(1);
    const request = await connected(env.DATABASE_URL, 'a request');
    await request.query("set lock_timeout = '500ms'");
    await request.query('update webhooks set name = name');
    await long.end();
    await Promise.all(nodes);
    expect(
      await sql("select indisvalid from pg_index where indexrelid = 'webhooks_by_name'::regclass"),
    ).toEqual([{ indisvalid: true }]);
  });

  test('builds an index of a partitioned table for each partition, after an interruption too', async () => {
    const { env, sql } = await migratedDatabase();
    const list = withAlso('9003_indexes_partitions', IndexesPartitions);
    await sql('create index attempts_failed on only delivery_attempts (at) where error is not null');
    await migrate(env.MIGRATION_DATABASE_URL, 'keyward', undefined, list);
    const counted = `select count(*)::int as partitions, count(x.inhrelid)::int as indexed
       from pg_inherits p join pg_index i on i.indrelid = p.inhrelid and pg_get_expr(i.indpred, i.indrelid) like '%error%'
       left join pg_inherits x on x.inhrelid = i.indexrelid and x.inhparent = 'attempts_failed'::regclass
      where p.inhparent = 'delivery_attempts'::regclass and i.indisvalid`;
    expect(await sql(counted)).toEqual([{ partitions: 13, indexed: 13 }]);
    expect(
      await sql("select indisvalid from pg_index where indexrelid = 'attempts_failed'::regclass"),
    ).toEqual([{ indisvalid: true }]);
  });

  test('gives way also after a migration that built an index concurrently', async () => {
    const { env } = await migratedDatabase();
    const long = await aLongTransaction(env.DATABASE_URL, 'select from webhooks');
    const said: string[] = [];
    const list = [
      ...withAlso('9001_indexes_column', IndexesColumn),
      { name: '9002_adds_column', class: AddsColumn },
    ];
    const migrating = migrate(env.MIGRATION_DATABASE_URL, 'keyward', (text) => said.push(text), list);
    const gaveWay = () =>
      said.some((text) => text.includes('9002_adds_column did not get a lock in 1 tries'));
    await expect.poll(gaveWay, soon).toBe(true);
    await long.end();
    await migrating;
  });

  test('names the process that migrates, if it takes long', async () => {
    const { env } = await migratedDatabase();
    const other = await connected(env.MIGRATION_DATABASE_URL, 'another node');
    await takeTurn(other, () => undefined);
    const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
    const said: string[] = [];
    const migrating = migrate(env.MIGRATION_DATABASE_URL, 'keyward', (text) => said.push(text));
    await expect.poll(() => said, soon).toHaveLength(1);
    expect(said[0]).toBe(
      `The migrations wait until process ${rows[0]?.pid} (another node), which migrates the same database, ends`,
    );
    await other.end();
    await migrating;
  });

  // Everything that a start of a node does to a schema that is up to date.
  test('locks nothing that requests wait for where nothing is new, and makes partitions beside them', async () => {
    const { env, sql } = await migratedDatabase();
    const partitions = async () =>
      (
        await sql<{ name: string }>('select inhrelid::regclass::text as name from pg_inherits order by 1')
      ).map(({ name }) => name);
    // A week or a month may have begun since the database was made.
    await sql('select maintain_partitions()');
    const before = await partitions();
    const newest = await sql<{ name: string }>(
      `select max(c.relname) as name from pg_inherits i join pg_class c on c.oid = i.inhrelid and c.relkind = 'r' group by inhparent`,
    );
    await sql(newest.map(({ name }) => `drop table ${name};`).join(''));
    const held = await sql<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition`,
    );
    const writer = await connected(env.MIGRATION_DATABASE_URL, 'a request');
    await writer.query(
      `begin; ${held.map(({ name }) => `lock table ${name} in row exclusive mode;`).join('')}`,
    );
    const said: string[] = [];
    await migrate(env.MIGRATION_DATABASE_URL, 'keyward', (text) => said.push(text));
    expect(said).toEqual([]);
    expect(await partitions()).toEqual(before);
  });
});
