import { ConcurrentMigration } from './concurrently.ts';

/** Finds the clients that no administrator made: to count them, and to remove those that are not used (`src/oidc/sql/stranger-clients.ts`). */
export class Migration0135IndexOfStrangers extends ConcurrentMigration {
  override up(): void {
    this.createIndex(
      'oidc_clients_of_strangers',
      `on oidc_clients (org_id, updated_at) where origin <> 'ADMINISTRATOR'`,
    );
  }
}
