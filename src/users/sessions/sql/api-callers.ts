import type { Pool } from 'pg';
import { type FrontChannel, frontText } from '../../../lib/front-channel.ts';
import { named, numbered, type Shared, shared, sql, type Sql } from '../../../lib/sql.ts';
import { dateOf, dateOrNull } from '../../../lib/rows.ts';
import type { Tenant } from '../../../platform/tenancy.ts';
import type { Tx } from '../../../platform/tx.ts';
import type { Role } from '../../directory/role.ts';
import { type AskedLogin, foundLogin, liveLogin, loginColumns, type LoginRow, readLogin } from './logins.ts';

/** As the contract says of `getMe`. */
const mostOrganizations = 50;

/** The tenant that a user asks for, the tenant of the login that opens it, and whose login it is. */
export interface AskedTenant {
  asked: Tenant;
  home: Tenant;
  userId: string;
}

/**
 * Finds the login of a browser that opens a tenant: a login to the tenant itself, or to its live twin. A login to a test tenant opens
 * no live tenant. Whether the user may still sign in is not read here.
 */
export async function tenantOfBrowser(
  pool: Pool,
  tokenHash: Buffer,
  orgId: string,
): Promise<AskedTenant | undefined> {
  const { rows } = await pool.query<WrittenTenant>(
    numbered(named('tenant-of-browser', find(tokenHash, orgId))),
  );
  const [row] = rows;
  return row && askedTenant(orgId, row);
}

/** A tenant as the statement returns it. */
export interface WrittenTenant {
  environment: Tenant['environment'];
  home: string;
  homeEnvironment: Tenant['environment'];
  userId: string;
}

export const askedTenant = (
  orgId: string,
  { environment, home, homeEnvironment, userId }: WrittenTenant,
): AskedTenant => ({
  asked: { orgId, environment },
  home: { orgId: home, environment: homeEnvironment },
  userId,
});

/** The tenants `asked`, each with those that open it as `own`: the tenant itself, and its live twin. A test tenant opens no live tenant. */
export const openedBy = sql`
  tenants asked
  join tenants own
    on own.organization_id = asked.organization_id
   and (own.id = asked.id or (asked.environment = 'test' and own.environment = 'live'))`;

const find = (tokenHash: Buffer, orgId: string): Sql => sql`
select asked.environment, own.id as home, own.environment as "homeEnvironment", l.user_id as "userId"
  from ${openedBy}
  join browsers b on b.token_hash = ${tokenHash}
  join login_sessions l on l.browser_id = b.id and l.org_id = own.id
 where asked.id = ${orgId} and asked.suspended_at is null and ${liveLogin}
 order by own.id = asked.id desc
 limit 1`;

/** An organization that a browser has a login to. */
export interface OpenedOrganization {
  name: string;
  /** Null if the login is one to the test tenant, which opens no live tenant. */
  liveOrgId: string | null;
  testOrgId: string;
}

/** Lists the organization that a login opens, as {@link organizationsOfBrowser} does. @param orgId the tenant that was asked for */
export const organizationsOfLogin = (tx: Tx, orgId: string, loginId: string): Promise<OpenedOrganization[]> =>
  tx.rows<OpenedOrganization>(
    opened(sql`(l.org_id, l.id) in (
   select own.id, ${loginId} from tenants asked join tenants own on own.organization_id = asked.organization_id where asked.id = ${orgId})`),
  );

/** Lists the organizations that a browser has logins of active users to, by name. One browser reads no more than a few dozen rows. */
export const organizationsOfBrowser = (tx: Tx, tokenHash: Buffer): Promise<OpenedOrganization[]> =>
  tx.rows<OpenedOrganization>(opened(sql`b.token_hash = ${tokenHash}`));

// The unique index on (browser_id, org_id) finds the logins. It bounds them to one for each tenant.
const opened = (condition: Sql): Sql => sql`
select min(t.name) as name, min(l.org_id) filter (where t.environment = 'live') as "liveOrgId", twin.id as "testOrgId"
  from browsers b
  join login_sessions l on l.browser_id = b.id
  join users u on u.org_id = l.org_id and u.id = l.user_id
  join tenants t on t.id = l.org_id
  join tenants twin on twin.organization_id = t.organization_id and twin.environment = 'test'
 where ${condition} and t.suspended_at is null and ${liveLogin}
   and u.status = 'ACTIVE' and (u.expires_at is null or u.expires_at > now())
 group by twin.id order by 1, twin.id limit ${sql.raw(String(mostOrganizations))}`;

/** A user who calls, with the login that the browser has, and what the user may do by roles and groups. */
export interface ApiCallerRow extends LoginRow {
  name: string;
  roles: Role[];
  groups: string[];
  groupScopes: string[];
  /** When the user leaves; null where nothing is planned. */
  leavesAt: Date | null;
  /** The time of Postgres. */
  now: Date;
}

/**
 * Reads at once what each request of a user needs: one statement, without a transaction. It finds the login and notes its use, as
 * `findLoginRow` does.
 * @param isNoted false while the answer to a request is sent, which is not a use: the login would not end without one
 */
export async function findApiCaller(
  tx: Tx,
  orgId: string,
  tokenHash: Buffer,
  front: FrontChannel,
  isNoted = true,
): Promise<ApiCallerRow | undefined> {
  const asked = { orgId: shared(orgId), tokenHash, front: shared(frontText(front)) };
  const row = await tx.row<WrittenCaller>(caller(asked, isNoted ? foundLogin(asked) : readLogin(asked)));
  return row && readCaller(row);
}

/** A caller as the statement returns it. */
export type WrittenCaller = Omit<ApiCallerRow, 'leavesAt' | 'now'> & { leavesAt: string | null; now: string };

export const readCaller = <Row extends WrittenCaller>(row: Row) => ({
  ...row,
  leavesAt: dateOrNull(row.leavesAt),
  now: dateOf(row.now),
});

const caller = (asked: AskedLogin, found: Sql): Sql => sql`${found}
select ${callerColumns(asked.orgId)}
  from found
  join users u on u.org_id = ${asked.orgId} and u.id = found.user_id`;

/** The columns of {@link ApiCallerRow}. `found` is the login, and `u` its user. */
export const callerColumns = (orgId: Shared): Sql => sql`${loginColumns(orgId)},
       coalesce(u.display_name, u.username) as name, u.roles, u.expires_at as "leavesAt",
       array(select m.group_id from group_members m where m.org_id = ${orgId} and m.user_id = found.user_id) as groups,
       array(select distinct s.scope
               from group_members m
               join groups g on g.org_id = m.org_id and g.id = m.group_id
              cross join unnest(g.scopes) as s (scope)
              where m.org_id = ${orgId} and m.user_id = found.user_id
              order by s.scope) as "groupScopes",
       date_trunc('milliseconds', now()) as now`;
