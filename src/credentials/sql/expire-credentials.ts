import type { EntityManager } from '@mikro-orm/postgresql';

export interface Ended {
  id: string;
  identityId: string;
  identityName: string;
}

export interface ExpiredCredential extends Ended {
  expiresAt: string;
  usageCount: number;
  /** Whether an old secret ended with it. */
  endedGrace: boolean;
}

const most = 500;

/**
 * Writes EXPIRED where the clock has passed the expiry; rows another transaction holds are left for the next time.
 * The trigger `credentials_count_ended` takes each of these credentials out of the tenant's count.
 */
export async function expireCredentials(em: EntityManager, orgId: string): Promise<ExpiredCredential[]> {
  const rows = await em.execute<ExpiredCredential[]>(expire, [orgId, most, orgId]);
  return rows.map((row) => ({ ...row, expiresAt: new Date(row.expiresAt).toISOString() }));
}

/** Forgets old secrets whose grace period is over. */
export async function endGracePeriods(em: EntityManager, orgId: string): Promise<Ended[]> {
  return em.execute<Ended[]>(endGrace, [orgId, most, orgId]);
}

const expire = `
with due as materialized (
  select id, previous_expires_at is not null as ended_grace from credentials
   where org_id = ? and status in ('ACTIVE', 'SUSPENDED') and expires_at <= now()
   order by org_id, id limit ? for no key update skip locked
)
update credentials c
   set status = 'EXPIRED', status_reason = null, previous_secret_hash = null, previous_expires_at = null,
       version = c.version + 1, updated_at = now()
  from due, identities i
 where c.org_id = ? and c.id = due.id and i.org_id = c.org_id and i.id = c.identity_id
returning c.id, c.identity_id as "identityId", i.name as "identityName", c.expires_at as "expiresAt",
          c.usage_count::float8 as "usageCount", due.ended_grace as "endedGrace"`;

const endGrace = `
with due as materialized (
  select id from credentials
   where org_id = ? and previous_expires_at <= now()
   order by org_id, id limit ? for no key update skip locked
)
update credentials c
   set previous_secret_hash = null, previous_expires_at = null, version = c.version + 1, updated_at = now()
  from due, identities i
 where c.org_id = ? and c.id = due.id and i.org_id = c.org_id and i.id = c.identity_id
returning c.id, c.identity_id as "identityId", i.name as "identityName"`;
