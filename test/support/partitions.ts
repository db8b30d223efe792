import type { TestService } from './service.ts';

/**
 * Makes the partition of all earlier rows, so that a test can make rows older. The migrations begin with the present week or
 * month: soon after it began, even a row of a minute ago has no partition. It has the owner of the others, because a node that
 * starts grants rights on each table.
 * @param parent a table that is partitioned by time
 */
export async function partitionBefore({ sql }: Pick<TestService, 'sql'>, parent: string): Promise<void> {
  await sql(`do $$ declare starts text; begin
    select min(substring(pg_get_expr(c.relpartbound, c.oid) from $re$FROM \\('([^']+)'\\)$re$)) into starts
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = '${parent}'::regclass;
    execute format('create table if not exists ${parent}_before partition of ${parent} for values from (minvalue) to (%L)', starts);
    execute format('alter table ${parent}_before owner to %I', (select tableowner from pg_tables where tablename = '${parent}'));
  end $$`);
}
