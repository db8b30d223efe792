import { MikroORM } from '@mikro-orm/postgresql';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { ormOptions } from '../../mikro-orm.config.ts';

/** Any number that no other program of the same server takes its advisory lock with. */
const lock = 7_229_104_551;
const oldestServer = 150_000;

/**
 * Brings the schema up to date as its owner, then gives the service's role exactly the rights it needs.
 * Safe when several nodes start at once: one migrates, the others wait for it and find nothing to do.
 *
 * @param serviceRole the role the service connects as; when it is the owner itself, nothing can be withheld
 * @throws with a sentence when the server is older than PostgreSQL 15
 */
export async function migrate(ownerUrl: string, serviceRole: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'keyward-migrate' });
  await client.connect();
  try {
    const { rows } = await client.query<{ number: number; version: string; owner: string }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
              current_user as owner`,
    );
    const server = rows[0];
    if (!server || server.number < oldestServer) {
      throw new Error(`PostgreSQL 15 or newer is needed, and this is ${server?.version}: set DATABASE_URL to one`);
    }
    await client.query('select pg_advisory_lock($1)', [lock]);
    const orm = await MikroORM.init(ormOptions(ownerUrl));
    try {
      await orm.migrator.up();
    } finally {
      await orm.close(true);
    }
    await runMigrations({ connectionString: ownerUrl });
    await client.query('select maintain_partitions()');
    if (server.owner !== serviceRole) await client.query(grants(client.escapeIdentifier(serviceRole)));
  } finally {
    await client.end();
  }
}

/** The service reads and writes its tables, may not change what was recorded, and owns nothing. */
const grants = (role: string): string => `
  grant usage on schema public, graphile_worker to ${role};
  grant select, insert, update, delete on all tables in schema public to ${role};
  revoke update, delete on audit_logs, events, usage_facts, migrations, partition_plans from ${role};
  revoke insert on migrations, partition_plans from ${role};
  grant execute on function maintain_partitions() to ${role};
  grant select, insert, update, delete on all tables in schema graphile_worker to ${role};
  grant usage on all sequences in schema graphile_worker to ${role};
  grant execute on all functions in schema graphile_worker to ${role};
  ${policies(role)}`;

/** The worker's tables show their rows to nobody but their owner unless a policy says so. */
const policies = (role: string): string => `
  do $body$
  declare
    worker_table regclass;
  begin
    for worker_table in
      select c.oid from pg_class c
       where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
         and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'keyward_service')
    loop
      execute format('create policy keyward_service on %s to ${role} using (true) with check (true)', worker_table);
    end loop;
  end $body$;`;
