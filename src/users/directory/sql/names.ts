import type { EntityManager } from '@mikro-orm/postgresql';
import type { UserStatus } from '../entities/user.ts';
import { userColumns } from './users.ts';

/**
 * Returns SQL for the hash that stands for a typed name, whether or not a user has the name. Postgres folds the case,
 * as in the look-up by name (`personByName`). JavaScript folds some letters to others (İ, ß, Σ), and each such
 * spelling would have its own count.
 * @param name the SQL of the name, without spaces around it
 */
export const nameHash = (name: string): string => `sha256(convert_to(lower(${name}), 'UTF8'))`;

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
 * the user with this e-mail address. So a name means one user, in every directory (ADR 0028).
 */
export async function personByName(
  em: EntityManager,
  orgId: string,
  name: string,
): Promise<PersonNamed | undefined> {
  const [row] = await em.execute<PersonNamed[]>(named, { orgId, name });
  return row;
}

const columns = `${userColumns(['id', 'passwordHash', 'passwordChangedAt'])}, coalesce(u.display_name, u.username) as name`;

/** Returns a statement that finds a {@link PersonNamed} in the tenant `:orgId`. @param name the SQL of the typed name */
export const selectPersonNamed = (name: string): string => `
select status, id, "passwordHash", "passwordChangedAt", name from (
  select 1 as place, ${columns} from users u
   where u.org_id = :orgId and lower(u.username) = lower(${name}) and u.released_at is null
  union all
  select 2 as place, ${columns} from users u
   where u.org_id = :orgId and lower(u.email) = lower(${name}) and u.released_at is null
) as named order by place limit 1`;

const named = selectPersonNamed(':name');

/**
 * Finds the user with this address, in any case. Skips users that SCIM deleted, because their addresses are free
 * again.
 */
export async function userIdByEmail(
  em: EntityManager,
  orgId: string,
  email: string,
): Promise<string | undefined> {
  const [row] = await em.execute<{ id: string }[]>(byEmail, [orgId, email]);
  return row?.id;
}

const byEmail = 'select id from users where org_id = ? and lower(email) = lower(?) and released_at is null';

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
 * Finds the user whose e-mail address, or else whose username, is one of these spellings of an address, in any case. Skips users
 * that SCIM deleted.
 */
export async function userOfAddress(
  em: EntityManager,
  orgId: string,
  spellings: readonly string[],
): Promise<UserOfAddress | undefined> {
  const [row] = await em.execute<UserOfAddress[]>(byAddress, { orgId, spellings: JSON.stringify(spellings) });
  return row;
}

const wanted = 'any (array(select lower(jsonb_array_elements_text(:spellings::jsonb))))';

const byAddress = `
select id, "isOwn" from (
  select 1 as place, id, true as "isOwn" from users
   where org_id = :orgId and lower(email) = ${wanted} and released_at is null
  union all
  select 2 as place, id, source = 'SCIM' and email is null as "isOwn" from users
   where org_id = :orgId and lower(username) = ${wanted} and released_at is null
) as found order by place, id limit 1`;

/**
 * Returns which of these names another user of the tenant has, in any case, as user name or e-mail address. Users
 * sign in by both. So if a new user name were the e-mail address of another user, that address would no longer mean
 * its user (ADR 0028). Names of users that SCIM deleted are free again. Two requests may find the same name free: the
 * unique indexes decide between them.
 */
export async function namesTaken(
  em: EntityManager,
  orgId: string,
  { email, username }: { email: string | null; username: string | null },
  besidesId: string,
): Promise<{ email: boolean; username: boolean }> {
  const [row] = await em.execute<{ email: boolean; username: boolean }[]>(taken, {
    orgId,
    besidesId,
    email,
    username,
  });
  if (!row) throw new Error('a select without a table has one row');
  return row;
}

/** Where both are the same, which of them is taken is told by the name it is compared with. */
const differs = (name: string, other: string): string =>
  `lower(${name}::text) is distinct from lower(${other}::text)`;

// One look for each index: for one condition with "or", Postgres read all users while it had no statistics of these expressions.
const held = (column: string, name: string): string =>
  `exists (select from users where org_id = :orgId and id <> :besidesId and released_at is null and lower(${column}) = lower(${name}))`;

const taken = `
select ${held('email', ':email')} or ${differs(':email', ':username')} and ${held('username', ':email')} as email,
       ${held('username', ':username')} or ${differs(':username', ':email')} and ${held('email', ':username')} as username`;
