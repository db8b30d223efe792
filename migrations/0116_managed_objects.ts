import { Migration } from '@mikro-orm/migrations';

/** The objects that a configuration in files manages (docs/decisions/0130). */
export class Migration0116ManagedObjects extends Migration {
  override up(): void {
    // The key that an object has in the files of a tenant. Only an apply writes it. The object of a row may be gone: nothing but an apply
    // looks here, so no deletion of another room does more work. The next apply removes such rows.
    // `marks` holds hashes of values that the service keeps in another form than the files have them. `secrets` holds hashes of
    // secrets that were applied, sealed. The primary key finds all rows of a tenant.
    this.addSql(`
create table managed_objects (
  org_id text collate "C" not null references tenants (id),
  kind text collate "C" not null check (octet_length(kind) <= 50),
  key text collate "C" not null check (octet_length(key) <= 100),
  object_id text collate "C" not null check (octet_length(object_id) <= 200),
  marks jsonb not null check (octet_length(marks::text) <= 20000),
  secrets bytea check (octet_length(secrets) <= 20000),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (org_id, kind, key),
  unique (org_id, object_id, kind)
);`);
  }
}
