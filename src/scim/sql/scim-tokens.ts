import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { dateOf, dateOrNull } from '../../lib/rows.ts';
import type { TenantLock } from '../../platform/sql/tenants.ts';
import type { ScimToken, ScimTokenStatus } from '../entities/scim-token.ts';

/** What the database says of a presented SCIM token. */
export interface ScimTokenFinding extends Pick<ScimToken, 'id' | 'name' | 'profile' | 'permissions'> {
  orgId: string;
  environment: 'live' | 'test';
  /** By Postgres's clock, when the statement started; only an ACTIVE token lets its caller in. */
  status: ScimTokenStatus;
  now: Date;
}

/**
 * Looks a SCIM token up by the hash of what was presented, and notes its use: at most once a minute, because the
 * initial load of a directory is thousands of calls and each note would write the row again. It waits for no lock: a
 * note that another call or a revocation stands in the way of is left out.
 *
 * @returns undefined when there is no such token
 */
export async function authenticateScimToken(
  pool: Pool,
  tokenHash: Buffer,
): Promise<ScimTokenFinding | undefined> {
  const { rows } = await pool.query<ScimTokenFinding>({
    name: 'authenticate-scim-token',
    text: authenticate,
    values: [tokenHash],
  });
  return rows[0];
}

const authenticate = `
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

/** The columns of a SCIM token that lists show. */
export type ScimTokenRow = Pick<
  ScimToken,
  | 'id'
  | 'name'
  | 'tokenLast4'
  | 'profile'
  | 'permissions'
  | 'expiresAt'
  | 'lastUsedAt'
  | 'createdAt'
  | 'createdBy'
> & { status: ScimTokenStatus };

const status = `case when revoked_at is not null then 'REVOKED' when expires_at <= now() then 'EXPIRED' else 'ACTIVE' end`;

/** Lists the SCIM tokens of a tenant, newest first, revoked ones too. */
export async function listScimTokens(
  em: EntityManager,
  orgId: string,
  filter: { status?: ScimTokenStatus },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ScimTokenRow[]; total: number }> {
  const values: unknown[] = [orgId];
  let from = 'from scim_tokens where org_id = ?';
  if (filter.status !== undefined) {
    from += ` and ${status} = ?`;
    values.push(filter.status);
  }
  const [count] = await em.execute<{ total: number }[]>(`select count(*)::int as total ${from}`, values);
  const rows = await em.execute<RawRow[]>(
    `select ${columns} ${from} order by created_at desc, id limit ? offset ?`,
    [...values, limit, offset],
  );
  return { rows: rows.map(toRow), total: count?.total ?? 0 };
}

const columns = `id, name, token_last4 as "tokenLast4", profile, permissions, ${status} as status,
  expires_at as "expiresAt", last_used_at as "lastUsedAt", created_at as "createdAt", created_by as "createdBy"`;

type RawRow = Omit<ScimTokenRow, TimeColumn> & Record<TimeColumn, string>;
type TimeColumn = 'expiresAt' | 'lastUsedAt' | 'createdAt';

const toRow = (row: RawRow): ScimTokenRow => ({
  ...row,
  expiresAt: dateOf(row.expiresAt),
  lastUsedAt: dateOrNull(row.lastUsedAt),
  createdAt: dateOf(row.createdAt),
});

/** Counts the SCIM tokens of a tenant that work. */
export async function countScimTokens(em: EntityManager, { orgId }: TenantLock): Promise<number> {
  const rows = await em.execute<{ live: number }[]>(countLive, [orgId]);
  return rows[0]?.live ?? 0;
}

const countLive = `
select count(*)::int as live from scim_tokens where org_id = ? and revoked_at is null and expires_at > now()`;
