import type { EntityManager } from '@mikro-orm/postgresql';
import { dateOf, dateOrNull } from '../../lib/rows.ts';
import { type ListPage, type Order, pageOfRows, type Window } from '../../platform/sql/page-of-rows.ts';

export interface UnusedFilter {
  days: number;
  identityId?: string;
  neverUsed?: boolean;
}

export interface UnusedRow {
  id: string;
  name: string;
  type: string;
  status: 'ACTIVE' | 'SUSPENDED';
  identityId: string;
  identityName: string;
  ownerUserId: string | null;
  ownerName: string | null;
  scopes: string[];
  unusedSince: Date;
  daysUnused: number;
  lastUsedAt: Date | null;
  lastRotatedAt: Date | null;
  createdAt: Date;
  expiresAt: Date | null;
}

/**
 * From when a credential `c` is unused: its last use, or else its last rotation, or else its creation; and not before it was
 * reactivated or given scopes, which somebody did who means to use it.
 */
export const unusedSince =
  'greatest(coalesce(c.last_used_at, c.last_rotated_at, c.created_at), c.observed_since)';

/**
 * Lists the live credentials of a tenant that nobody uses, the oldest first: in the order of an index that has no others, so
 * that a page ends when it is full. The time of the last use is in no index, or every use would have to write it.
 */
export async function listUnusedCredentials(
  em: EntityManager,
  orgId: string,
  { days, identityId, neverUsed }: UnusedFilter,
  window: Window,
): Promise<ListPage<UnusedRow>> {
  const conditions: [sql: string, values: unknown[]][] = [
    ['c.org_id = ?', [orgId]],
    // A credential is no longer unused than it exists, and that is in the index.
    [
      `c.created_at < now() - ? * interval '1 day' and ${unusedSince} < now() - ? * interval '1 day'`,
      [days, days],
    ],
  ];
  if (identityId !== undefined) conditions.push(['c.identity_id = ?', [identityId]]);
  if (neverUsed) conditions.push(['c.last_used_at is null', []]);
  const values = conditions.flatMap(([, value]) => value);
  const from = `from credentials c
   where c.deleted_at is null and c.status in ('ACTIVE', 'SUSPENDED') and (c.expires_at is null or c.expires_at > now())
     and ${conditions.map(([sql]) => sql).join(' and ')}`;
  const around = (page: string): string =>
    `select c.*, i.name as "identityName", i.owner_user_id as "ownerUserId",
            coalesce(u.display_name, u.username) as "ownerName"
       from (${page}) as c
       join identities i on i.org_id = c.org_id and i.id = c."identityId"
       left join users u on u.org_id = i.org_id and u.id = i.owner_user_id
      order by c."createdAt", c.id`;
  return pageOfRows<RawRow, UnusedRow>(em, { from, values, columns, order: oldest, around, toRow }, window);
}

const oldest: Order = {
  key: 'c.created_at',
  keyType: 'timestamptz',
  descending: false,
  tie: 'c.id',
  tieDescending: false,
};

const columns = `c.org_id, c.id, c.name, c.type, c.status, c.identity_id as "identityId", c.scopes,
  ${unusedSince} as "unusedSince", floor(extract(epoch from now() - ${unusedSince}) / 86400)::int as "daysUnused",
  c.last_used_at as "lastUsedAt", c.last_rotated_at as "lastRotatedAt", c.created_at as "createdAt",
  c.expires_at as "expiresAt"`;

type TimeColumn = 'unusedSince' | 'lastUsedAt' | 'lastRotatedAt' | 'createdAt' | 'expiresAt';
type RawRow = Omit<UnusedRow, TimeColumn> & Record<TimeColumn, string>;

const toRow = (row: RawRow): UnusedRow => ({
  ...row,
  unusedSince: dateOf(row.unusedSince),
  lastUsedAt: dateOrNull(row.lastUsedAt),
  lastRotatedAt: dateOrNull(row.lastRotatedAt),
  createdAt: dateOf(row.createdAt),
  expiresAt: dateOrNull(row.expiresAt),
});
