import type { EntityManager } from '@mikro-orm/postgresql';
import type { ScimToken, ScimTokenStatus } from '../entities/scim-token.ts';
import { dateOf, dateOrNull } from '../../lib/rows.ts';

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
