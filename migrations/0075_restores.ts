import { Migration } from '@mikro-orm/migrations';

/**
 * A restored server starts closed (docs/backup.md). Each restore opens a new epoch of every audit chain. Its numbers are higher
 * than all numbers that may have been exported before.
 */
export class Migration0075Restores extends Migration {
  override up(): void {
    this.addSql(`
      create table restores (
        id text collate "C" primary key,
        restored_at timestamptz(3) not null default now(),
        opens_at timestamptz(3),
        timeline text
      );`);
    // At most one restore is under way.
    this.addSql(
      `create unique index restores_closed on restores ((opens_at is null)) where opens_at is null;`,
    );
    this.addSql(`
      create table restored_tenants (
        org_id text collate "C" not null references tenants (id),
        restore_id text collate "C" not null references restores (id),
        outcome text check (outcome in ('RECONCILED', 'SUSPENDED')),
        exported_at timestamptz(3),
        primary key (org_id, restore_id)
      );`);
    this.addSql(`
      create table audit_epochs (
        org_id text collate "C" not null references tenants (id),
        sequence bigint not null,
        hash bytea not null,
        previous_sequence bigint not null,
        previous_hash bytea not null,
        opened_at timestamptz(3) not null,
        key_id text collate "C",
        signature bytea,
        primary key (org_id, sequence),
        check (sequence > previous_sequence),
        check ((key_id is null) = (signature is null))
      );`);
  }
}
