import { ConcurrentMigration } from './concurrently.ts';

/** Finds the tenants of suspended organizations, and those whose data is to be erased (docs/decisions/0125). */
export class Migration0113IndexOfClosedOrganizations extends ConcurrentMigration {
  override up(): void {
    this.createIndex('tenants_to_erase', 'on tenants (erase_at) where erase_at is not null');
    // The metrics count them, and jobs of these wait.
    this.createIndex('tenants_suspended', 'on tenants (id) where suspended_at is not null');
  }
}
