import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Revokes every credential of an identity that is not revoked yet, in the order of their ids as every statement
 * that locks credentials does, and buries all of them when the identity is deleted.
 * The trigger `credentials_count_ended` takes those that were active or suspended out of the tenant's count.
 * @returns those that were not revoked before, and whether the grace period of an old secret was over unseen
 */
export async function revokeCredentialsOfIdentity(
  em: EntityManager,
  orgId: string,
  identityId: string,
  deleted: boolean,
): Promise<{ id: string; graceEnded: boolean }[]> {
  const rows = await em.execute<{ id: string; revoked: boolean; graceEnded: boolean }[]>(text, [
    orgId,
    identityId,
    deleted,
    deleted,
    orgId,
  ]);
  return rows.filter(({ revoked }) => revoked);
}

const text = `
with mine as materialized (
  select id, status <> 'REVOKED' as live, coalesce(previous_expires_at <= now(), false) as grace_ended
    from credentials
   where org_id = ? and identity_id = ? and deleted_at is null and (status <> 'REVOKED' or ?::boolean)
   order by org_id, id for no key update
)
update credentials c
   set status = 'REVOKED',
       status_reason = case when mine.live then 'IDENTITY_REVOKED' else c.status_reason end,
       previous_secret_hash = null, previous_expires_at = null,
       version = c.version + 1, updated_at = now(),
       deleted_at = case when ?::boolean then now() end
  from mine where c.org_id = ? and c.id = mine.id
returning c.id, mine.live as revoked, mine.grace_ended as "graceEnded"`;
