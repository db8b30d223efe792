import type { EntityManager } from '@mikro-orm/postgresql';
import type { Identity, IdentityStatus } from '../entities/identity.ts';
import { dateOf, dateOrNull, likeAnywhere } from '../../lib/rows.ts';
import { type ListPage, type Order, pageOfRows, type Window } from '../../platform/sql/page-of-rows.ts';

export interface IdentityFilter {
  type?: string;
  status?: IdentityStatus;
  tag?: string;
  ownerUserId?: string;
  minRisk?: number;
  search?: string;
}

export type IdentitySort = 'createdAt' | '-createdAt' | 'name' | '-name' | 'riskScore' | '-riskScore';

/** The columns of an identity that the API shows, and what is counted of its credentials. */
export type IdentityRow = Omit<
  Identity,
  'orgId' | 'deletedAt' | 'statusAt' | 'suspend' | 'reactivate' | 'revoke'
> & {
  lastActivityAt: Date | null;
  credentialCount: number;
};

/** Past its expiry an identity is REVOKED, also before the sweeper has written it. */
const effectiveStatus = `case when i.expires_at <= now() then 'REVOKED' else i.status end`;

const keys = {
  createdAt: ['i.created_at', 'timestamptz'],
  name: ['lower(i.name)', 'text'],
  riskScore: ['i.risk_score', 'bigint'],
} as const;

function orderOf(sort: IdentitySort): Order {
  const descending = sort.startsWith('-');
  const [key, keyType] = keys[sort.replace('-', '') as keyof typeof keys];
  return { key, keyType, descending, tie: 'i.id', tieDescending: !descending };
}

/** Lists the identities of a tenant. Only the conditions that are asked for are in the statement. */
export async function listIdentities(
  em: EntityManager,
  orgId: string,
  filter: IdentityFilter,
  sort: IdentitySort,
  window: Window,
): Promise<ListPage<IdentityRow>> {
  const conditions: [sql: string, value: unknown][] = [['i.org_id = ?', orgId]];
  if (filter.type !== undefined) conditions.push(['i.type = ?', filter.type]);
  if (filter.status !== undefined) conditions.push([`${effectiveStatus} = ?`, filter.status]);
  if (filter.tag !== undefined) conditions.push(['? = any (i.tags)', filter.tag]);
  if (filter.ownerUserId !== undefined) conditions.push(['i.owner_user_id = ?', filter.ownerUserId]);
  if (filter.minRisk !== undefined) conditions.push(['i.risk_score >= ?', filter.minRisk]);
  if (filter.search !== undefined) conditions.push(['i.name ilike ?', likeAnywhere(filter.search)]);
  const values = conditions.map(([, value]) => value);
  const from = `from identities i where i.deleted_at is null and ${conditions.map(([sql]) => sql).join(' and ')}`;
  const around = (page: string): string =>
    `select i.*, used.* from (${page}) as i
      cross join lateral (
        select count(*)::int as "credentialCount", max(c.last_used_at) as "lastActivityAt" from credentials c
         where c.org_id = i."orgId" and c.identity_id = i.id and c.deleted_at is null) as used`;
  const order = orderOf(sort);
  return pageOfRows<RawRow, IdentityRow>(
    em,
    { from, values, columns: `${columns}, i.org_id as "orgId"`, order, around, toRow },
    window,
  );
}

const columns = `i.id, i.name, i.type, ${effectiveStatus} as status, i.description, i.owner_user_id as "ownerUserId",
  i.tags, i.allowed_scopes as "allowedScopes", i.allowed_ips as "allowedIps",
  i.federated_subjects as "federatedSubjects", i.metadata, i.expires_at as "expiresAt", i.risk_score as "riskScore",
  i.risk_factors as "riskFactors", i.version, i.created_by as "createdBy", i.created_at as "createdAt",
  i.updated_at as "updatedAt"`;

type RawRow = Omit<IdentityRow, TimeColumn> & Record<TimeColumn, string>;
type TimeColumn = 'expiresAt' | 'createdAt' | 'updatedAt' | 'lastActivityAt';

const toRow = (row: RawRow): IdentityRow => ({
  ...row,
  expiresAt: dateOrNull(row.expiresAt),
  createdAt: dateOf(row.createdAt),
  updatedAt: dateOf(row.updatedAt),
  lastActivityAt: dateOrNull(row.lastActivityAt),
});
