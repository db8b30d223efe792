import type { EntityManager } from '@mikro-orm/postgresql';
import type { Credential, CredentialStatus } from '../entities/credential.ts';
import { dateOf, dateOrNull, likeAnywhere } from '../../lib/rows.ts';
import { unusedSince } from './list-unused-credentials.ts';
import {
  byTime,
  type ListPage,
  pageOfRows,
  type TimeSort,
  type Window,
} from '../../platform/sql/page-of-rows.ts';

export interface CredentialFilter {
  status?: CredentialStatus;
  expiring?: boolean;
  identityId?: string;
  type?: string;
  search?: string;
  unusedForDays?: number;
}

/** The columns of a credential that lists show. */
export type CredentialRow = Pick<
  Credential,
  | 'id'
  | 'name'
  | 'identityId'
  | 'type'
  | 'status'
  | 'statusReason'
  | 'scopes'
  | 'isTemporary'
  | 'secretPrefix'
  | 'secretLast4'
  | 'allowedIps'
  | 'rateLimitPerMinute'
  | 'metadata'
  | 'usageCount'
  | 'maxUsageCount'
  | 'lastUsedAt'
  | 'expiresAt'
  | 'createdAt'
  | 'updatedAt'
  | 'lastRotatedAt'
  | 'createdBy'
> & { identityName: string };

/** Past its expiry a live credential is EXPIRED, also before the sweeper has written it. */
const effectiveStatus = `case when c.status in ('ACTIVE', 'SUSPENDED') and c.expires_at <= now() then 'EXPIRED' else c.status end`;

/** Lists the credentials of a tenant. Only the conditions that are asked for are in the statement. */
export async function listCredentials(
  em: EntityManager,
  orgId: string,
  filter: CredentialFilter,
  sort: TimeSort<'createdAt'>,
  window: Window,
): Promise<ListPage<CredentialRow>> {
  const conditions: [sql: string, value: unknown][] = [['c.org_id = ?', orgId]];
  if (filter.status !== undefined) conditions.push([`${effectiveStatus} = ?`, filter.status]);
  if (filter.identityId !== undefined) conditions.push(['c.identity_id = ?', filter.identityId]);
  if (filter.type !== undefined) conditions.push(['c.type = ?', filter.type]);
  if (filter.search !== undefined) conditions.push(['c.name ilike ?', likeAnywhere(filter.search)]);
  if (filter.unusedForDays !== undefined) {
    conditions.push([`${unusedSince} < now() - ? * interval '1 day'`, filter.unusedForDays]);
  }
  const where = conditions.map(([sql]) => sql);
  if (filter.expiring) where.push(soon);
  const values = conditions.map(([, value]) => value);
  const from = `from credentials c where c.deleted_at is null and ${where.join(' and ')}`;
  const order = byTime('c.created_at', 'c.id', sort);
  return pageOfRows<RawRow, CredentialRow>(em, { from, values, columns, order, toRow }, window);
}

const soon = `c.status = 'ACTIVE' and c.expires_at > now() and c.expires_at <= now() + interval '30 days'`;

const columns = `c.id, c.name, c.identity_id as "identityId",
  (select i.name from identities i where i.org_id = c.org_id and i.id = c.identity_id) as "identityName", c.type, ${effectiveStatus} as status,
  c.status_reason as "statusReason", c.scopes, c.is_temporary as "isTemporary", c.secret_prefix as "secretPrefix",
  c.secret_last4 as "secretLast4", c.allowed_ips as "allowedIps",
  c.rate_limit_per_minute as "rateLimitPerMinute", c.metadata, c.usage_count::float8 as "usageCount",
  c.max_usage_count as "maxUsageCount", c.last_used_at as "lastUsedAt", c.expires_at as "expiresAt",
  c.created_at as "createdAt", c.updated_at as "updatedAt", c.last_rotated_at as "lastRotatedAt",
  c.created_by as "createdBy"`;

type RawRow = Omit<CredentialRow, TimeColumn> & Record<TimeColumn, string>;
type TimeColumn = 'lastUsedAt' | 'expiresAt' | 'createdAt' | 'updatedAt' | 'lastRotatedAt';

const toRow = (row: RawRow): CredentialRow => ({
  ...row,
  lastUsedAt: dateOrNull(row.lastUsedAt),
  expiresAt: dateOrNull(row.expiresAt),
  createdAt: dateOf(row.createdAt),
  updatedAt: dateOf(row.updatedAt),
  lastRotatedAt: dateOrNull(row.lastRotatedAt),
});
