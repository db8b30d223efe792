import { ConcurrentMigration } from './concurrently.ts';

/**
 * Indexes for what reads whole tables once they are large: four clean-ups, the owner of identities, and alerts of an identity. A
 * verification updates none of these columns, so it stays a HOT update. Opening a wrapped secret now changes an index, once for each
 * secret; the task that forgets secrets ran over 30 days of opened ones every 30 seconds.
 */
export class Migration0078IndexesOfGrowth extends ConcurrentMigration {
  override up(): void {
    this.createIndex('wrapped_secrets_sealed', 'on wrapped_secrets (expires_at) where sealed is not null');
    this.createIndex('invitations_expired', 'on invitations (expires_at)');
    this.createIndex('access_policy_days_by_age', 'on access_policy_days (day)');
    this.createIndex(
      'identities_of_owner',
      'on identities (org_id, owner_user_id) where owner_user_id is not null',
    );
    this.createIndex(
      'alerts_of_identity',
      'on alerts (org_id, identity_id, created_at desc, id) where identity_id is not null',
    );
  }
}
