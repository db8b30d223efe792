import { ConcurrentMigration } from './concurrently.ts';

/**
 * On a table that was never analyzed, every index that begins with org_id looks as cheap to the planner as the primary key. It then
 * found a credential or a login by reading all of the tenant. The two indexes `of_identity` and `of_user` are now partial ones, which
 * only statements use that name an identity or a user. An artifact is found by its alias alone.
 */
export class Migration0085IndexesOfKeys extends ConcurrentMigration {
  override up(): void {
    this.createIndex(
      'credentials_of_known_identity',
      'on credentials (org_id, identity_id) where identity_id is not null',
    );
    this.dropIndex('credentials_of_identity');
    this.createIndex(
      'login_sessions_of_known_user',
      'on login_sessions (org_id, user_id, created_at desc) where user_id is not null',
    );
    this.dropIndex('login_sessions_of_user');
    this.createIndex(
      'oidc_artifacts_by_alias',
      'on oidc_artifacts (alias_hash, org_id, model) where alias_hash is not null',
      { unique: true },
    );
    this.dropIndex('oidc_artifacts_alias');
  }
}
