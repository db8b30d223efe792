import { ConcurrentMigration } from './concurrently.ts';

/** Finds the tenants of closed organizations, whose data is to be erased (docs/decisions/0125). */
export class Migration0113IndexOfClosedOrganizations extends ConcurrentMigration {
  override up(): void {
    this.createIndex('tenants_to_erase', 'on tenants (erase_at) where erase_at is not null');
  }
}
