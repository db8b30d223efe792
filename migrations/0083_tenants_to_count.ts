import { Migration } from '@mikro-orm/migrations';

/**
 * Marks the tenants whose credentials a task has to count (0082_counts_of_credentials.ts). A tenant that comes later begins with no
 * credential, so its counts are complete. It is a migration of its own, because a transaction that has locked `credentials` may not wait
 * for `tenants`: a request that reads tenants and then changes credentials would end by a deadlock. Databases that ran 0082 when it
 * did both have all of this.
 */
export class Migration0083TenantsToCount extends Migration {
  override up(): void {
    this.addSql(
      'alter table tenants add column if not exists credentials_counted boolean not null default false;',
    );
    this.addSql('alter table tenants alter column credentials_counted set default true;');
    this.addSql('create index if not exists tenants_to_count on tenants (id) where not credentials_counted;');
  }
}
