import { ConcurrentMigration } from './concurrently.ts';

/** Finds the tokens of the command line by their hashes, in all tenants: a report of leaked secrets names no tenant (docs/leaked-keys.md). */
export class Migration0118IndexOfLeakedTokens extends ConcurrentMigration {
  override up(): void {
    // The clauses are those of `find-leaked-secrets` (src/credentials/sql/presented-secrets.ts). Other clients add nothing to it.
    this.createIndex(
      'oidc_artifacts_of_command_line',
      `on oidc_artifacts (id_hash) where client_id = 'keyward-cli' and model in ('AccessToken', 'RefreshToken')`,
    );
  }
}
