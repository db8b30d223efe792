import type { Pool } from 'pg';

/**
 * Removes what is no longer kept: tombstones and SCIM tokens that ended after 90 days, invitations seven days after their
 * end, idempotency records after 24 hours, windows of addresses after ten minutes, signing secrets whose time of grace is
 * over, and partitions past their retention, whose successors it makes (decisions 6.16).
 */
export async function cleanUp(pool: Pool): Promise<void> {
  await pool.query('select maintain_partitions()');
  for (const text of removals) await pool.query(text);
}

const removals = [
  `delete from idempotency_keys where created_at < now() - interval '24 hours'`,
  `delete from address_windows where started_at < now() - interval '10 minutes'`,
  `delete from credentials where deleted_at < now() - interval '90 days'`,
  `delete from identities i where deleted_at < now() - interval '90 days'
    and not exists (select from credentials c where c.org_id = i.org_id and c.identity_id = i.id)`,
  `delete from scim_tokens where least(revoked_at, expires_at) < now() - interval '90 days'`,
  `update webhooks set previous_secret = null, previous_secret_expires_at = null where previous_secret_expires_at < now()`,
  `delete from invitations where expires_at < now() - interval '7 days'`,
];
