import type { EntityManager } from '@mikro-orm/postgresql';
import type { CredentialStatus } from '../entities/credential.ts';

export interface CredentialStats {
  byStatus: Record<CredentialStatus, number>;
  /** Active ones that expire within 30 days. */
  expiringSoon: number;
}

/** Counts all credentials of a tenant by the status they have now. */
export async function countCredentials(em: EntityManager, orgId: string): Promise<CredentialStats> {
  const [row] = await em.execute<Record<CredentialStatus | 'soon', number>[]>(text, [orgId]);
  const { ACTIVE = 0, EXPIRED = 0, REVOKED = 0, SUSPENDED = 0, soon = 0 } = row ?? {};
  return { byStatus: { ACTIVE, EXPIRED, REVOKED, SUSPENDED }, expiringSoon: soon };
}

const text = `
select count(*) filter (where status = 'ACTIVE' and not past)::int as "ACTIVE",
       count(*) filter (where status = 'EXPIRED' or past)::int as "EXPIRED",
       count(*) filter (where status = 'REVOKED')::int as "REVOKED",
       count(*) filter (where status = 'SUSPENDED' and not past)::int as "SUSPENDED",
       count(*) filter (where status = 'ACTIVE' and not past and expires_at <= now() + interval '30 days')::int as soon
  from (select status, expires_at,
               status in ('ACTIVE', 'SUSPENDED') and coalesce(expires_at <= now(), false) as past
          from credentials where org_id = ? and deleted_at is null) as c`;
