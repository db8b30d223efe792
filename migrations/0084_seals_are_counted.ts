import { Migration } from '@mikro-orm/migrations';

/**
 * The trigger that counts seals (0079_counts_of_audit_rows.ts). It is a migration of its own, because a transaction that has locked
 * `audit_chains` may not wait for `audit_seals`. Databases that ran 0079 when it did both have the same trigger already.
 */
export class Migration0084SealsAreCounted extends Migration {
  override up(): void {
    this.addSql(`
      create or replace trigger audit_seals_count after insert on audit_seals
        referencing new table as inserted for each statement execute function count_seals();`);
  }
}
