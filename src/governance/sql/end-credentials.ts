import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Suspends or revokes credentials that the caller's transaction has locked.
 * The trigger `credentials_count_ended` takes revoked credentials out of the tenant's count.
 */
export async function endCredentials(
  em: EntityManager,
  orgId: string,
  ids: readonly string[],
  { status, reason }: { status: 'SUSPENDED' | 'REVOKED'; reason: string },
): Promise<void> {
  await em.execute(text, [status, reason, status, status, orgId, JSON.stringify(ids)]);
}

const text = `
update credentials
   set status = ?, status_reason = ?,
       previous_secret_hash = case when ? = 'REVOKED' then null else previous_secret_hash end,
       previous_expires_at = case when ? = 'REVOKED' then null else previous_expires_at end,
       version = version + 1, updated_at = now()
 where org_id = ? and id = any (array(select jsonb_array_elements_text(?::jsonb)))`;
