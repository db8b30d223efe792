import { MikroORM } from '@mikro-orm/postgresql';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { ormOptions } from '../../mikro-orm.config.ts';
import { requireExtensions } from './extensions.ts';
import { requireLetters } from './locale.ts';
import { APPLICATION } from './login-roles.ts';
import { reasonOf, unusable } from './unusable.ts';

/** Any number that no other program of the same server takes its advisory lock with. */
const lock = 7_229_104_551;
const oldestServer = 150_000;

/**
 * Brings the schema up to date as its owner, then gives the service's role exactly the rights it needs.
 * Safe when several nodes start at once: one migrates, the others wait for it and find nothing to do.
 *
 * @param serviceRole the role the service connects as; when it is the owner itself, nothing can be withheld
 * @throws with a sentence when the database cannot be had, is older than PostgreSQL 15, knows no letters but
 *   A to Z, lacks an extension, or refuses a migration
 */
export async function migrate(
  ownerUrl: string,
  serviceRole: string,
  onEvent: (message: string) => void = () => undefined,
): Promise<void> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: APPLICATION,
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => {}); // a lost connection fails the statement that runs; it must not end the process
  try {
    const owner = await checkServer(client);
    await client.query('select pg_advisory_lock($1)', [lock]);
    await requireLetters(client);
    await requireExtensions(client);
    await runPending(ownerUrl, onEvent);
    await runMigrations({ connectionString: ownerUrl });
    await client.query('select maintain_partitions()');
    if (owner !== serviceRole) await giveRights(client, serviceRole);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Tells whether any release has migrated this database.
 * @throws with a sentence when the database cannot be had
 */
export async function isMigrated(ownerUrl: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: APPLICATION });
  client.on('error', () => {}); // a lost connection fails the statement that runs; it must not end the process
  try {
    await checkServer(client);
    const { rows } = await client.query<{ found: boolean }>(
      "select to_regclass('public.migrations') is not null as found",
    );
    return rows[0]?.found === true;
  } finally {
    await client.end().catch(() => {});
  }
}

/** @returns the role that migrates */
async function checkServer(client: pg.Client): Promise<string> {
  const setting = 'MIGRATION_DATABASE_URL or DATABASE_URL';
  try {
    await client.connect();
  } catch (error) {
    throw unusable(setting, error);
  }
  const { rows } = await client.query<{ number: number; version: string; owner: string }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
            current_user as owner`,
  );
  const server = rows[0];
  if (!server || server.number < oldestServer) {
    const sentence = `PostgreSQL 15 or newer is required, and the server of ${setting} is ${server?.version}.`;
    throw new Error(sentence);
  }
  return server.owner;
}

async function runPending(ownerUrl: string, onEvent: (message: string) => void): Promise<void> {
  const options = ormOptions(ownerUrl);
  const migrations = { ...options.migrations, silent: true };
  const orm = await MikroORM.init({ ...options, migrations, colors: false, logger: onEvent });
  let latest = '';
  orm.migrator.on('migrating', ({ name }) => {
    latest = name;
  });
  try {
    const { length } = await orm.migrator.up();
    if (length > 0)
      onEvent(`Applied ${length} ${length === 1 ? 'migration' : 'migrations'}, up to ${latest}`);
  } catch (error) {
    const at = latest === '' ? '' : ` at ${latest}`;
    throw new Error(`the migrations failed${at} and were rolled back: ${reasonOf(error)}.`, { cause: error });
  } finally {
    await orm.close(true);
  }
}

async function giveRights(client: pg.Client, role: string): Promise<void> {
  try {
    await client.query(grants(client.escapeIdentifier(role)));
  } catch (error) {
    const sentence = `the rights of the role of DATABASE_URL cannot be granted: ${reasonOf(error)}.`;
    throw new Error(sentence, { cause: error });
  }
}

/** The service reads and writes its tables, may not change what was recorded, and owns nothing. */
const grants = (role: string): string => `
  grant usage on schema public, graphile_worker to ${role};
  grant select, insert, update, delete on all tables in schema public to ${role};
  grant usage on all sequences in schema public to ${role};
  revoke update, delete on audit_logs, events, usage_facts, migrations, partition_plans from ${role};
  revoke update on exchanged_tokens from ${role};
  revoke update, delete on audit_seals, audit_checkpoints from ${role};
  revoke update on audit_personal, audit_unsealed from ${role};
  revoke delete on audit_chains, audit_keys from ${role};
  revoke insert on migrations, partition_plans from ${role};
  grant execute on function maintain_partitions(), drop_partition(text) to ${role};
  grant execute on function remove_cut_seals(text, integer), drop_audit_partition(timestamptz) to ${role};
  grant select, insert, update, delete on all tables in schema graphile_worker to ${role};
  grant usage on all sequences in schema graphile_worker to ${role};
  grant execute on all functions in schema graphile_worker to ${role};
  ${closePartitions(role)}
  ${policies}`;

/** Partitions are reached through their parents alone: rights of their own would get around what those withhold. */
const closePartitions = (role: string): string => `
  do $body$
  declare
    partition regclass;
  begin
    for partition in
      select oid from pg_class where relnamespace = 'public'::regnamespace and relispartition and relkind = 'r'
    loop
      execute 'revoke all on ' || partition || $role$ from ${role}$role$;
    end loop;
  end $body$;`;

/**
 * The policies of the worker's tables. Without a policy, the tables show their rows only to their owner. Rights decide
 * who reads.
 */
const policies = `
  do $body$
  declare
    worker_table regclass;
  begin
    for worker_table in
      select c.oid from pg_class c
       where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
         and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'keyward_service')
    loop
      execute format('create policy keyward_service on %s using (true) with check (true)', worker_table);
    end loop;
  end $body$;`;
