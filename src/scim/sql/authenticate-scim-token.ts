import type { Pool } from 'pg';
import type { ScimPermission, ScimProfile, ScimTokenStatus } from '../entities/scim-token.ts';

/** What the database says of a presented SCIM token. */
export interface ScimTokenFinding {
  orgId: string;
  environment: 'live' | 'test';
  id: string;
  name: string;
  profile: ScimProfile;
  permissions: ScimPermission[];
  /** By Postgres's clock, when the statement started; only an ACTIVE token lets its caller in. */
  status: ScimTokenStatus;
  now: Date;
}

/**
 * Looks a SCIM token up by the hash of what was presented, and notes its use: at most once a minute, because the
 * initial load of a directory is thousands of calls and each note would write the row again. It waits for no lock: a
 * note that another call or a revocation stands in the way of is left out.
 *
 * @returns undefined when nobody has this token
 */
export async function authenticateScimToken(
  pool: Pool,
  tokenHash: Buffer,
): Promise<ScimTokenFinding | undefined> {
  const { rows } = await pool.query<ScimTokenFinding>({
    name: 'authenticate-scim-token',
    text,
    values: [tokenHash],
  });
  return rows[0];
}

const text = `
with due as materialized (
  select org_id, id from scim_tokens
   where token_hash = $1 and revoked_at is null and expires_at > now()
     and (last_used_at is null or last_used_at <= now() - interval '1 minute')
     for no key update skip locked
), used as (
  update scim_tokens t set last_used_at = date_trunc('milliseconds', now())
    from due where t.org_id = due.org_id and t.id = due.id
)
select s.org_id as "orgId", t.environment, s.id, s.name, s.profile, s.permissions,
       case when s.revoked_at is not null then 'REVOKED' when s.expires_at <= now() then 'EXPIRED' else 'ACTIVE' end
         as status,
       date_trunc('milliseconds', now()) as now
  from scim_tokens s
  join tenants t on t.id = s.org_id
 where s.token_hash = $1`;
