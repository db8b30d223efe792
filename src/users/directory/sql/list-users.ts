import { dateOf, dateOrNull } from '../../../lib/rows.ts';
import { sql, type Sql } from '../../../lib/sql.ts';
import { contains, isRespelled } from '../../../platform/sql/spellings.ts';
import { quotaIn } from '../../../platform/sql/counters.ts';
import {
  byTime,
  isUnfiltered,
  type ListPage,
  pageOfRows,
  type TimeSort,
  type Window,
} from '../../../platform/sql/page-of-rows.ts';
import type { Tx } from '../../../platform/tx.ts';
import { type MfaMethod, mfaMethodsColumn } from '../../factors/sql/mfa-methods.ts';
import type { User, UserStatus } from '../entities/user.ts';
import { userColumns, userDetails } from './users.ts';

export interface UserFilter {
  status?: UserStatus;
  /** The id of a group, or its exact name. */
  group?: string;
  role?: string;
  search?: string;
  /** Whether an older user has one of the names in another spelling. */
  isDouble?: boolean;
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

/** Lists the users of a tenant. Only the conditions that are asked for are in the statement. */
export async function listUsers(
  tx: Tx,
  orgId: string,
  filter: UserFilter,
  sort: TimeSort<'createdAt'>,
  window: Window,
): Promise<ListPage<UserRow>> {
  const from = selection(orgId, filter);
  const order = byTime('u.created_at', 'u.id', sort);
  const shownPage = { columns, order, toRow };
  // Triggers keep the count of all users, in the transactions that change it.
  if (isUnfiltered(filter)) {
    const all = { count: quotaIn(orgId, 'users'), named: 'list-users' };
    return pageOfRows<RawRow, UserRow>(tx, { from, ...shownPage, ...all }, window);
  }
  const { group, ...others } = filter;
  const large = group === undefined ? undefined : await largeGroup(tx, orgId, group, window);
  if (large === undefined) return pageOfRows<RawRow, UserRow>(tx, { from, ...shownPage }, window);
  const count = isUnfiltered(others)
    ? sql`select member_count from groups where org_id = ${orgId} and id = ${large}`
    : sql`select count(*)::int ${from}`;
  const walked = { from: sql`${selection(orgId, others)} and ${isMember(large)}`, count };
  return pageOfRows<RawRow, UserRow>(tx, { ...walked, ...shownPage }, window);
}

// `offset 0` keeps it a look-up for each user. As a join, Postgres reads and sorts all members for one page.
const isMember = (groupId: string): Sql =>
  sql`exists (select from group_members m where m.org_id = u.org_id and m.group_id = ${groupId} and m.user_id = u.id offset 0)`;

/**
 * Returns the id of the group if so many users are in it that a walk over the users in the order of the list soon meets enough of
 * them for a page. Otherwise its members are read first.
 */
async function largeGroup(tx: Tx, orgId: string, group: string, window: Window): Promise<string | undefined> {
  const groups = await tx.rows<{ id: string; members: number; users: number }>(
    sql`select g.id, g.member_count as members, (${quotaIn(orgId, 'users')}) as users from groups g where g.org_id = ${orgId} and ${isNamed(group)}`,
  );
  const [one, another] = groups;
  // A group may have the id of another one for its name.
  if (!one || another) return undefined;
  const wanted = window.limit + 1 + ('offset' in window ? window.offset : 0);
  const walked = (wanted * one.users) / one.members;
  return walked < one.members / lookUps ? one.id : undefined;
}

/** The cost of a look-up of a membership, in look-ups of a user. */
const lookUps = 2;

/** The group `g` of a filter. Names are kept in one case by their index only, so that both halves of the condition are needed. */
const isNamed = (group: string): Sql =>
  sql`(g.id = ${group} or (lower(g.name) = lower(${group}) and g.name = ${group}))`;

function selection(orgId: string, { status, group, role, search, isDouble }: UserFilter): Sql {
  const conditions = [sql`u.org_id = ${orgId}`];
  if (status !== undefined) conditions.push(having(status));
  if (group !== undefined) {
    conditions.push(
      sql`u.id in (select m.user_id from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id
                 where m.org_id = ${orgId} and ${isNamed(group)})`,
    );
  }
  if (role !== undefined) conditions.push(holding(role));
  if (search !== undefined) conditions.push(contains('u.search_text', search));
  if (isDouble !== undefined)
    conditions.push(sql`u.id ${sql.raw(isDouble ? '= any' : '<> all')} ${doubles(orgId)}`);
  return sql`from users u where ${sql.join(conditions, ' and ')}`;
}

/** The users whose name has a key that another user has. A name that is its own key has no double. */
const withoutKey = (orgId: string, column: 'username' | 'email'): Sql => sql`
  select d.id from users d
   where d.org_id = ${orgId} and d.released_at is null and ${isRespelled(`d.${column}`, 'sign_in_key')}
     and d.id is distinct from (select s.user_id from sign_in_names s where s.org_id = d.org_id and s.name = sign_in_key(d.${sql.raw(column)}))`;
// An array, because Postgres takes nearly all users for respelled ones, and would read them all for a join.
const doubles = (orgId: string): Sql =>
  sql`(array(${withoutKey(orgId, 'username')} union all ${withoutKey(orgId, 'email')}))`;

/**
 * Past its expiry a person is DEPROVISIONED, also before the sweeper has written it. Each half of that condition is one of an index:
 * users_with_status and users_ending.
 */
function having(status: UserStatus): Sql {
  return status === 'DEPROVISIONED'
    ? sql`(u.status = ${status} or (u.status <> 'DEPROVISIONED' and u.expires_at <= now()))`
    : sql`u.status = ${status} and (u.expires_at is null or u.expires_at > now())`;
}

// Nearly all users are members, and few have another role: the index users_with_role has these.
const holding = (role: string): Sql =>
  role === 'MEMBER' ? sql`${role} = any (u.roles)` : sql`u.roles <> '{MEMBER}' and ${role} = any (u.roles)`;

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
