import { ConcurrentMigration } from './concurrently.ts';

/**
 * A search finds credentials by the last four characters of their secrets. The index begins with these characters: on a table that was
 * never analyzed, the planner would take an index that begins with org_id for other statements.
 */
export class Migration0093LastFourOfSecrets extends ConcurrentMigration {
  override up(): void {
    this.createIndex(
      'credentials_last_four',
      'on credentials (secret_last4, org_id) where deleted_at is null',
    );
  }
}
