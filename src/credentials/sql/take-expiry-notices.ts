import type { EntityManager } from '@mikro-orm/postgresql';

export interface ExpiringCredential {
  id: string;
  name: string;
  identityId: string;
  identityName: string;
  expiresAt: string;
  daysLeft: number;
  /** Whether a notice is due; the others were there before notices were, and have only been given the time of their next. */
  told: boolean;
}

const most = 500;

/**
 * Moves the notices that are due to the next of 30, 14, 7 days and 1 before the expiry: of several that were missed only
 * the nearest is told. Rows another transaction holds are left for the next time.
 */
export async function takeExpiryNotices(em: EntityManager, orgId: string): Promise<ExpiringCredential[]> {
  const rows = await em.execute<ExpiringCredential[]>(text, [orgId, orgId, orgId, most, orgId]);
  return rows.map((row) => ({ ...row, expiresAt: new Date(row.expiresAt).toISOString() }));
}

// Asked again of the rows that are locked: another node may have told of one since "waiting" was read.
const text = `
with waiting as (
  select id from credentials
   where org_id = ? and status = 'ACTIVE' and expiry_notice_at <= now() and expires_at > now()
  union all
  select id from credentials
   where org_id = ? and status = 'ACTIVE' and expiry_notice_at is null and expires_at > now() + interval '24 hours'
), due as materialized (
  select id, coalesce(expiry_notice_at, next_expiry_notice(expires_at, created_at)) <= now() as told
    from credentials
   where org_id = ? and id in (select id from waiting) and status = 'ACTIVE' and expires_at > now()
     and (expiry_notice_at <= now() or expiry_notice_at is null and expires_at > now() + interval '24 hours')
   order by org_id, id limit ? for no key update skip locked
)
update credentials c
   set expiry_notice_at = next_expiry_notice(c.expires_at, now())
  from due, identities i
 where c.org_id = ? and c.id = due.id and i.org_id = c.org_id and i.id = c.identity_id
returning c.id, c.name, c.identity_id as "identityId", i.name as "identityName", c.expires_at as "expiresAt",
          ceil(extract(epoch from c.expires_at - now()) / 86400)::int as "daysLeft", due.told`;
