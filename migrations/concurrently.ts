import { Migration } from '@mikro-orm/migrations';
import { lockTimeout } from './lock-timeout.ts';

const partitionsWithout = `
select c.relname as partition
  from pg_inherits p join pg_class c on c.oid = p.inhrelid
 where p.inhparent = to_regclass(?)
   and not exists (select from pg_index i join pg_inherits x on x.inhrelid = i.indexrelid
                    where i.indrelid = c.oid and x.inhparent = to_regclass(?))
 order by c.relname`;

/**
 * A migration that creates or drops indexes of large tables while requests read and write them. It runs without a transaction, so it
 * contains nothing else. If it is interrupted, the next start runs all of it again.
 */
export abstract class ConcurrentMigration extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  /** @param definition what stands after the name, such as `on users (org_id, email)` */
  protected createIndex(name: string, definition: string, { unique = false } = {}): void {
    // An interrupted build leaves an invalid index behind, which only costs.
    this.dropIndex(name);
    this.patient(`create ${unique ? 'unique ' : ''}index concurrently ${name} ${definition};`);
  }

  /**
   * Creates an index of one column of a partitioned table. Postgres builds such an index concurrently only for each partition. A
   * partition that is added meanwhile is empty, and gets the index when it is attached. What an interrupted run has finished stays.
   */
  protected async createPartitionedIndex(
    name: string,
    { table, column, where }: { table: string; column: string; where: string },
  ): Promise<void> {
    const definition = `(${column}) where ${where}`;
    const partitions = await this.execute(partitionsWithout, [table, name]);
    this.addSql(`create index if not exists ${name} on only ${table} ${definition};`);
    for (const { partition } of partitions as { partition: string }[]) {
      // The name that Postgres gives the index of a new partition.
      const index = `${partition}_${column}_idx`;
      this.createIndex(index, `on ${partition} ${definition}`);
      this.addSql(`alter index ${name} attach partition ${index};`);
    }
  }

  protected dropIndex(name: string): void {
    this.patient(`drop index concurrently if exists ${name};`);
  }

  /** Waits longer than other migrations for transactions that are older: requests do not wait behind this statement. */
  private patient(statement: string): void {
    this.addSql(`set lock_timeout = '1min';`);
    this.addSql(statement);
    // `reset` would give the later migrations of this connection the setting of the server, which knows no limit.
    this.addSql(`set lock_timeout = '${lockTimeout}';`);
  }
}
