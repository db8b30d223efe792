import { Migration } from '@mikro-orm/migrations';

/**
 * How long other changes of the schema wait for a lock. It is shorter than the `lock_timeout` of requests (src/database/open.ts), so
 * that a request that waits behind such a statement still succeeds.
 */
export const lockTimeout = '1s';

/**
 * A migration that creates or drops indexes of large tables while requests read and write them. It runs without a transaction, so it
 * contains nothing else. If it is interrupted, the next start runs all of it again.
 */
export abstract class ConcurrentMigration extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  /** @param definition what stands after the name, such as `on users (org_id, email)` */
  protected createIndex(name: string, definition: string): void {
    // An interrupted build leaves an invalid index behind, which only costs.
    this.dropIndex(name);
    this.patient(`create index concurrently ${name} ${definition};`);
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
