import { type Shared, sql, type Sql, type SqlValue } from '../../../lib/sql.ts';
import { isRespelledAs } from '../../../platform/sql/spellings.ts';
import type { Tx } from '../../../platform/tx.ts';
import type { UserStatus } from '../entities/user.ts';
import { userColumns } from './users.ts';

/**
 * Returns SQL for the hash that stands for a typed name, whether or not a user has the name. All spellings of a name have one hash, as
 * they mean one user (`personByName`): each spelling would have its own count of guesses otherwise.
 * @param name without spaces around it
 */
export const nameHash = (name: SqlValue | Shared | Sql): Sql =>
  sql`sha256(convert_to(sign_in_key(${name}), 'UTF8'))`;

export interface PersonNamed {
  id: string;
  status: UserStatus;
  /** The user's name for display. */
  name: string;
  passwordHash: string | null;
  passwordChangedAt: string | null;
}

/**
 * Finds the user that a typed name means. The user with this user name comes first. If there is none, the name means
 * the user with this e-mail address. So a name means one user, in every directory (ADR 0028). If no user has the name in this spelling,
 * it means the only user who has it in another spelling (ADR 0098).
 */
export async function personByName(tx: Tx, orgId: string, name: string): Promise<PersonNamed | undefined> {
  return tx.row<PersonNamed>(selectPersonNamed(orgId, name));
}

const columns = sql.raw(
  `${userColumns(['id', 'passwordHash', 'passwordChangedAt'])}, coalesce(u.display_name, u.username) as name`,
);

type NameColumn = 'username' | 'email';

/** The columns that a name is looked for in: one, or both. */
type NameColumns = readonly [NameColumn] | readonly ['username', 'email'];

/**
 * Returns SQL for the ids of the users who have a name in some spelling, as user name or as address. Each index is asked apart: for one
 * condition with "or", Postgres read all users while it had no statistics of these expressions. The key is a select of its own. Its functions
 * have a cost, so that every index of the tenant seemed as good as the index of the name. Even `lower()` has that effect.
 */
export const usersSpelled = (
  orgId: string | Shared,
  name: SqlValue | Shared | Sql,
  columns: NameColumns,
): Sql =>
  columns.length === 1
    ? spelledAs[columns[0]](orgId, name)
    : sql`${spelledAs.username(orgId, name)} union all ${spelledAs.email(orgId, name)}`;

const respelledUsername = isRespelledAs('username', 'sign_in_key');
const respelledEmail = isRespelledAs('email', 'sign_in_key');

// Each column has a template of its own. A template that alternates between parts would be joined at each call.
const spelledAs: Record<NameColumn, (orgId: string | Shared, name: SqlValue | Shared | Sql) => Sql> = {
  username: (orgId, name) => sql`
select id from users where org_id = ${orgId} and released_at is null and lower(username) = (select sign_in_key(${name})) union all
select id from users where org_id = ${orgId} and released_at is null and ${respelledUsername} = (select sign_in_key(${name}))`,
  email: (orgId, name) => sql`
select id from users where org_id = ${orgId} and released_at is null and lower(email) = (select sign_in_key(${name})) union all
select id from users where org_id = ${orgId} and released_at is null and ${respelledEmail} = (select sign_in_key(${name}))`,
};

/** Returns SQL for the id of the user who has a name in some spelling. If two users have it, the id is null. */
export const onlyUserOf = (
  orgId: string | Shared,
  name: SqlValue | Shared | Sql,
  columns: NameColumns,
): Sql =>
  sql`select case when min(id) = max(id) then min(id) end from (${usersSpelled(orgId, name, columns)}) as spelled`;

/** Returns a statement that finds a {@link PersonNamed} in a tenant. @param name as it was typed */
export const selectPersonNamed = (orgId: string | Shared, name: SqlValue | Shared | Sql): Sql => sql`
with exact as materialized (
  select 1 as place, ${columns} from users u
   where u.org_id = ${orgId} and lower(u.username) = (select lower(${name})) and u.released_at is null
  union all
  select 2 as place, ${columns} from users u
   where u.org_id = ${orgId} and lower(u.email) = (select lower(${name})) and u.released_at is null
)
select status, id, "passwordHash", "passwordChangedAt", name from (
  select * from exact
  union all
  select 3 as place, ${columns} from users u
   where not exists (select from exact) and u.org_id = ${orgId} and u.id = (${onlyUserOf(orgId, name, ['username', 'email'])})
) as named order by place limit 1`;

/**
 * Finds the user with this address, in any case. If no user has it in this spelling, finds the only user who has it in another
 * spelling. Skips users that SCIM deleted, because their addresses are free again.
 */
export async function userIdByEmail(tx: Tx, orgId: string, email: string): Promise<string | undefined> {
  const row = await tx.row<{ id: string | null }>(byEmail(orgId, email));
  return row?.id ?? undefined;
}

const byEmail = (orgId: string, email: string): Sql => sql`
select coalesce((select id from users where org_id = ${orgId} and lower(email) = (select lower(${email})) and released_at is null),
                (${onlyUserOf(orgId, email, ['email'])})) as id`;

/** A user who is found by an address. */
export interface UserOfAddress {
  id: string;
  /**
   * Whether the address is that of the user beyond doubt: it is the e-mail address, or the username of a user whose directory
   * gives users no e-mail address. The mailbox of another e-mail address could open the account again.
   */
  isOwn: boolean;
}

/**
 * Finds the user whose e-mail address, or else whose username, is one of these spellings of an address, in any case. A user who has the first
 * spelling comes first. If two users have other spellings, the address means neither of them (ADR 0098). Skips users that SCIM deleted.
 */
export async function userOfAddress(
  tx: Tx,
  orgId: string,
  spellings: readonly string[],
): Promise<UserOfAddress | undefined> {
  return tx.row<UserOfAddress>(byAddress(orgId, JSON.stringify(spellings)));
}

// A look-up for each spelling, which `offset 0` keeps apart: for a list, Postgres read all users of the tenant while it had no statistics.
const byAddress = (orgId: string, spellings: string): Sql => sql`
with found as materialized (
  select each.place, each.id, each."isOwn", wanted.at = 1 as "isFirst"
    from jsonb_array_elements_text(${spellings}::jsonb) with ordinality as wanted (name, at)
   cross join lateral (
     select 1 as place, id, true as "isOwn" from users
      where org_id = ${orgId} and lower(email) = (select lower(wanted.name)) and released_at is null
     union all
     select 2 as place, id, source = 'SCIM' and email is null as "isOwn" from users
      where org_id = ${orgId} and lower(username) = (select lower(wanted.name)) and released_at is null
     offset 0
   ) as each
)
select id, "isOwn" from found
 where "isFirst" or not exists (select from found where "isFirst") and (select min(id) = max(id) from found)
 order by place, id limit 1`;

/**
 * Returns which of these names another user of the tenant has, in any spelling, as user name or e-mail address. Users
 * sign in by both. So if a new user name were the e-mail address of another user, that address would no longer mean
 * its user (ADR 0028). Names of users that SCIM deleted are free again. Two requests may find the same name free: the
 * unique indexes decide between them.
 * @param besidesId of the user who gets the names. A name that the user has already is free, even if another user has it in another
 * spelling since before names had keys (ADR 0098)
 */
export async function namesTaken(
  tx: Tx,
  orgId: string,
  { email, username }: { email: string | null; username: string | null },
  besidesId: string,
): Promise<{ email: boolean; username: boolean }> {
  const row = await tx.row<{ email: boolean; username: boolean }>(
    taken({ orgId, besidesId, email, username }),
  );
  if (!row) throw new Error('a select without a table has one row');
  return row;
}

/** If both are the same, the name that they are compared with tells which of them is taken. */
const differs = (name: string | null, other: string | null): Sql =>
  sql`sign_in_key(${name}::text) is distinct from sign_in_key(${other}::text)`;

interface AskedNames {
  orgId: string;
  besidesId: string;
  email: string | null;
  username: string | null;
}

const held = (
  column: NameColumn,
  asked: string | null,
  { orgId, besidesId }: Pick<AskedNames, 'orgId' | 'besidesId'>,
): Sql => {
  const name = sql`${asked}::text`;
  return sql`(exists (select from (${usersSpelled(orgId, name, [column])}) as spelled where id <> ${besidesId})
    and not ${besidesId} = any (array(${usersSpelled(orgId, name, ['username', 'email'])})))`;
};

const taken = ({ email, username, ...of }: AskedNames): Sql => sql`
select ${held('email', email, of)} or ${differs(email, username)} and ${held('username', email, of)} as email,
       ${held('username', username, of)} or ${differs(username, email)} and ${held('email', username, of)} as username`;
