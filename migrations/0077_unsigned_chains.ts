import { ConcurrentMigration } from './concurrently.ts';

/**
 * `seal-audit` finds the chains that wait for a signature every three seconds. Without this index, it reads the chains of all
 * tenants. Sealing changes the condition of the index, so its updates are no longer HOT: this costs less than what differs
 * between two measurements of sealing.
 */
export class Migration0077UnsignedChains extends ConcurrentMigration {
  override up(): void {
    this.createIndex(
      'audit_chains_unsigned',
      `on audit_chains ((coalesce(checkpoint_at, '-infinity'))) where sequence > checkpoint_sequence`,
    );
  }
}
