import { named, type Shared, shared, sql, type Sql } from '../../lib/sql.ts';
import { type Clock, clockColumns } from '../../platform/sql/clock.ts';
import type { Tx } from '../../platform/tx.ts';
import { type AuthConfigColumn, authConfigColumn } from '../../users/sql/auth-config.ts';
import { foundBrowser } from '../../users/sessions/sql/browsers.ts';

/** The tenant, the browser and the id that a request gives for a sign-in. */
export interface AskedSignIn {
  orgId: string;
  /** Null if the cookie of the browser can be no token. */
  tokenHash: Buffer | null;
  id: string;
}

/** The browser of a request, and its sign-in. */
export interface OpenedRow extends Clock {
  /** Null if no browser has this token. */
  browserId: string | null;
  /** The columns of the sign-in; null if the browser has none with this id. */
  signIn: Readonly<Record<string, unknown>> | null;
  /** Whether a user is locked. */
  holdsUser: boolean;
}

/** The same, and what the page of the sign-in needs. */
export interface PageRow extends OpenedRow {
  authConfig: AuthConfigColumn;
  /** The columns of `PageReads`. */
  more: Readonly<Record<string, unknown>>;
}

/**
 * Finds the sign-in of a request, and locks it until the transaction ends. Notes the use of the browser.
 * @param userId then locks this user, if the user may sign in
 */
export async function lockOpened(
  tx: Tx,
  asked: AskedSignIn & { userId?: string | null },
): Promise<OpenedRow | undefined> {
  const { userId = null } = asked;
  const row = await tx.row<RawRow>(userId === null ? lock(asked) : lockWithUser(asked, userId));
  return row && openedRowOf(row);
}

/** Finds the sign-in of a request, and reads what its page needs. Notes the use of the browser. @param columns of `PageReads` */
export async function readPage(
  tx: Tx,
  asked: AskedSignIn,
  columns: (orgId: Shared) => Sql,
): Promise<PageRow | undefined> {
  const row = await tx.row<RawRow>(named('page-of-sign-in', read(asked, shared(asked.orgId), columns)));
  return row && { ...openedRowOf(row), authConfig: row['authConfig'] as AuthConfigColumn, more: row };
}

type RawRow = Omit<OpenedRow, 'signIn' | 'holdsUser'> & { id: string | null } & Readonly<
    Record<string, unknown>
  >;

const openedRowOf = (row: RawRow): OpenedRow => {
  const { now, environment, browserId, id } = row;
  const signIn = id === null ? null : Object.fromEntries(columnNames.map((name) => [name, row[name]]));
  return {
    now,
    ...(environment === undefined ? {} : { environment }),
    browserId,
    signIn,
    holdsUser: row['holdsUser'] === true,
  };
};

const columnNames = [
  'org_id',
  'id',
  'browser_id',
  'user_id',
  'identifier',
  'amr',
  'auth_time',
  'multi_factor',
  'return_to',
  'client_id',
  'service_provider_id',
  'locale',
  'state',
  'completed_at',
  'created_at',
  'expires_at',
] as const;

const opened = (orgId: Shared, id: string, how = sql.empty): Sql => sql`
opened as materialized (
  select s.* from found b join sign_ins s on s.browser_id = b.id where s.org_id = ${orgId} and s.id = ${id} ${how}
)`;

const ofSignIn = sql.raw(columnNames.map((name) => `opened.${name}`).join(', '));
const columnsFor = (orgId: Shared): Sql => sql`${clockColumns(orgId)}, found.id as "browserId", ${ofSignIn}`;
const from = sql`from (values (1)) one left join found on true left join opened on true`;

const read = ({ tokenHash, id }: AskedSignIn, orgId: Shared, columns: (orgId: Shared) => Sql): Sql => sql`
with ${foundBrowser(tokenHash)}, ${opened(orgId, id)} select ${columnsFor(orgId)},
     ${authConfigColumn(orgId)} as "authConfig", ${columns(orgId)} ${from}`;

const locked = sql`for update of s`;

function lock({ orgId, tokenHash, id }: AskedSignIn): Sql {
  const tenant = shared(orgId);
  return sql`with ${foundBrowser(tokenHash)}, ${opened(tenant, id, locked)} select ${columnsFor(tenant)} ${from}`;
}

// The sign-in first, as everywhere.
function lockWithUser({ orgId, tokenHash, id }: AskedSignIn, userId: string): Sql {
  const tenant = shared(orgId);
  return sql`
with ${foundBrowser(tokenHash)}, ${opened(tenant, id, locked)},
held as materialized (
  select u.id from opened, users u
   where u.org_id = ${tenant} and u.id = ${userId} and u.status = 'ACTIVE' and (u.expires_at is null or u.expires_at > now())
     for no key update of u
)
select ${columnsFor(tenant)}, exists (select from held) as "holdsUser" ${from}`;
}
