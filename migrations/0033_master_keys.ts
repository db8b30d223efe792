import { Migration } from '@mikro-orm/migrations';

/**
 * The master keys that something in this database is sealed under, and for each a value to try the key on. The keys
 * themselves are never in the database.
 */
export class Migration0033MasterKeys extends Migration {
  override up(): void {
    this.addSql(`
create table master_keys (
  key_id text primary key check (key_id ~ '^[0-9a-f]{8}$'),
  check_value bytea not null,
  since timestamptz not null default now()
);`);
  }
}
