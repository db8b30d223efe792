import type { EntityManager } from '@mikro-orm/postgresql';
import type { User, UserStatus } from '../entities/user.ts';
import { dateOf, dateOrNull, likeAnywhere } from '../../../lib/rows.ts';
import { type MfaMethod, mfaMethodsColumn } from '../../factors/sql/mfa-methods.ts';
import {
  byTime,
  type ListPage,
  pageOfRows,
  type TimeSort,
  type Window,
} from '../../../platform/sql/page-of-rows.ts';
import { userColumns, userDetails } from './user-columns.ts';

export interface UserFilter {
  status?: UserStatus;
  /** The id of a group, or its exact name. */
  group?: string;
  search?: string;
}

const shown = [
  ...userDetails,
  'emailVerified',
  'phoneNumberVerified',
  'roles',
  'sourceConnectionId',
  'createdBy',
] as const;
const times = ['expiresAt', 'invitedAt', 'activatedAt', 'lastLoginAt', 'deprovisionedAt'] as const;

/** The columns of a person that the API shows. */
export type UserRow = Pick<
  User,
  (typeof shown)[number] | (typeof times)[number] | 'status' | 'createdAt' | 'updatedAt'
> & { mfaMethods: MfaMethod[] };

type Condition = [sql: string, ...values: unknown[]];

/** Lists the users of a tenant. Only the conditions that are asked for are in the statement. */
export async function listUsers(
  em: EntityManager,
  orgId: string,
  filter: UserFilter,
  sort: TimeSort<'createdAt'>,
  window: Window,
): Promise<ListPage<UserRow>> {
  const { from, values } = selection(orgId, filter);
  const order = byTime('u.created_at', 'u.id', sort);
  return pageOfRows<RawRow, UserRow>(em, { from, values, columns, order, toRow }, window);
}

function selection(orgId: string, { status, group, search }: UserFilter) {
  const conditions: Condition[] = [['u.org_id = ?', orgId]];
  if (status !== undefined) conditions.push(having(status));
  // Names are kept in one case by their index only, so that both halves of the condition are needed.
  if (group !== undefined) {
    conditions.push([
      `u.id in (select m.user_id from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id
                 where m.org_id = ? and (g.id = ? or (lower(g.name) = lower(?) and g.name = ?)))`,
      orgId,
      group,
      group,
      group,
    ]);
  }
  if (search !== undefined) conditions.push(['u.search_text like lower(?)', likeAnywhere(search)]);
  return {
    from: `from users u where ${conditions.map(([sql]) => sql).join(' and ')}`,
    values: conditions.flatMap(([, ...values]) => values),
  };
}

/** Past its expiry a person is DEPROVISIONED, also before the sweeper has written it. */
function having(status: UserStatus): Condition {
  return status === 'DEPROVISIONED'
    ? [`(u.status = ? or u.expires_at <= now())`, status]
    : [`u.status = ? and (u.expires_at is null or u.expires_at > now())`, status];
}

const columns = `${userColumns([...shown, ...times, 'createdAt', 'updatedAt'])}, ${mfaMethodsColumn}`;

type TimeColumn = (typeof times)[number] | 'createdAt' | 'updatedAt';
type RawRow = Omit<UserRow, TimeColumn> &
  Record<(typeof times)[number], string | null> &
  Record<'createdAt' | 'updatedAt', string>;

const toRow = (row: RawRow): UserRow => ({
  ...row,
  expiresAt: dateOrNull(row.expiresAt),
  invitedAt: dateOrNull(row.invitedAt),
  activatedAt: dateOrNull(row.activatedAt),
  lastLoginAt: dateOrNull(row.lastLoginAt),
  deprovisionedAt: dateOrNull(row.deprovisionedAt),
  createdAt: dateOf(row.createdAt),
  updatedAt: dateOf(row.updatedAt),
});
