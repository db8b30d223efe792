import { ConcurrentMigration } from './concurrently.ts';

/**
 * Indexes for what still grew with the rows of a tenant: the oldest events to follow, credentials that expire soon, and parts of names
 * of credentials and identities. A verification updates none of these columns, so it stays a HOT update.
 */
export class Migration0080IndexesOfLists extends ConcurrentMigration {
  override up(): void {
    this.createIndex(
      'governance_inbox_fresh',
      'on governance_inbox (org_id, created_at, event_id) where tries = 0',
    );
    this.createIndex(
      'credentials_ending_of_tenant',
      `on credentials (org_id, expires_at) where deleted_at is null and status = 'ACTIVE' and expires_at is not null`,
    );
    this.createIndex(
      'credentials_search',
      'on credentials using gin (org_id, name gin_trgm_ops) with (fastupdate = off) where deleted_at is null',
    );
    this.createIndex(
      'identities_search',
      'on identities using gin (org_id, name gin_trgm_ops) with (fastupdate = off) where deleted_at is null',
    );
  }
}
