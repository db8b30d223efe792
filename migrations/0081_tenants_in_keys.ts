import { ConcurrentMigration } from './concurrently.ts';

/**
 * Unique indexes of tokens gain the tenant, as Citus needs it (docs/scaling.md). A token is 256 random bits, so the rule that two
 * tenants have no token in common never refused a row. The hash stays first, because SCIM tokens and wrapped secrets are found by it
 * alone. No statement has `on conflict` for these indexes.
 *
 * Two indexes find what is due without a step for each queue that waits. Both hold only what is open.
 */
export class Migration0081TenantsInKeys extends ConcurrentMigration {
  override async up(): Promise<void> {
    for (const table of ['invitations', 'mailed_links', 'scim_tokens', 'wrapped_secrets']) {
      this.createIndex(`${table}_token_hash`, `on ${table} (token_hash, org_id)`, { unique: true });
      this.dropIndex(`${table}_token`);
    }
    this.createIndex('tenant_jobs_due', 'on tenant_jobs (class, due_at) where given_up_at is null');
    await this.createPartitionedIndex('deliveries_next', {
      table: 'deliveries',
      column: 'next_attempt_at',
      where: `status in ('PENDING', 'RETRYING') and next_attempt_at is not null`,
    });
  }
}
