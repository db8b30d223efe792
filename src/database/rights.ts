// The rights of the service's role in the schema that the owner made.
import pg from 'pg';
import { reasonOf } from './unusable.ts';

/** Gives the service's role exactly the rights that it needs. It is safe to repeat. */
export async function giveRights(client: pg.Pool, role: string): Promise<void> {
  try {
    await client.query(grants(pg.escapeIdentifier(role)));
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
  revoke insert, update, delete on audit_epochs, restores, restored_tenants from ${role};
  revoke update on audit_personal, audit_unsealed from ${role};
  revoke delete on audit_chains, audit_keys from ${role};
  revoke insert on migrations, partition_plans from ${role};
  grant execute on function maintain_partitions(), drop_partition(text) to ${role};
  grant execute on function remove_cut_seals(text, integer), drop_audit_partition(timestamptz) to ${role};
  grant execute on function erase_rows(text, oid, tid[]) to ${role};
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
