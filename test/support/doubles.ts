import { aUser } from './builders.ts';
import type { Client } from './client.ts';
import { aGroup } from './groups.ts';
import { doubleGroups, keysOfUsers } from './rows-of-before.ts';
import type { TestService } from './service.ts';

export interface Names {
  username?: string;
  email?: string;
}

/**
 * Writes users with spellings of one name, as there were before names had keys. The first one is the oldest, was written last, and gets
 * the keys.
 */
export async function doubleUsers(
  { ours, sql }: Pick<TestService, 'ours' | 'sql'>,
  names: readonly Names[],
): Promise<string[]> {
  const ids = (await made(names, () => aUser(ours))).toReversed();
  await sql('alter table users disable trigger users_sign_in_names_changed');
  await sql('alter table sign_in_names disable trigger sign_in_names_gone');
  await sql('delete from sign_in_names where user_id = any ($1)', [ids]);
  for (const [at, { username, email }] of names.entries()) {
    await sql(
      `update users set username = coalesce($2, username), email = coalesce($3, email),
                        created_at = '2020-01-01'::timestamptz + $4 * interval '1 day'
        where id = $1`,
      [ids[at], username, email, at],
    );
    await sql(
      `insert into sign_in_names (org_id, name, user_id)
       select distinct u.org_id, n.name, u.id from users u, lateral (values (lower(u.username)), (lower(u.email))) as n (name)
        where u.id = $1 on conflict do nothing`,
      [ids[at]],
    );
  }
  await sql('alter table sign_in_names enable trigger sign_in_names_gone');
  await sql('alter table users enable trigger users_sign_in_names_changed');
  await sql(keysOfUsers);
  return ids;
}

/** Writes groups with spellings of one name. The first one is the oldest, was written last, and has the key. */
export async function doubleGroupsNamed(
  { ours, sql }: Pick<TestService, 'ours' | 'sql'>,
  names: readonly string[],
): Promise<string[]> {
  const ids = (await made(names, () => aGroup(ours))).toReversed();
  await sql('drop index groups_one_name');
  for (const [at, name] of names.entries())
    await sql(
      `update groups set name = $2, created_at = '2020-01-01'::timestamptz + $3 * interval '1 day' where id = $1`,
      [ids[at], name, at],
    );
  await sql(doubleGroups);
  await sql('create unique index groups_one_name on groups (org_id, name_key(name)) where not is_double');
  return ids;
}

/** The ids of what is made, one by one. */
async function made(names: readonly unknown[], make: () => Promise<string>): Promise<string[]> {
  const ids: string[] = [];
  for (const _ of names) ids.push(await make());
  return ids;
}

/** Which of these are listed as doubles, and which as others. The lists have the newest first. */
export const listedDoubles = (
  client: Client,
  operation: 'listUsers' | 'listGroups',
  ids: readonly string[],
): Promise<[string[], string[]]> => {
  const listed = async (isDouble: boolean): Promise<string[]> => {
    const { body } = await client.call(operation, { query: { isDouble, limit: 100 } });
    return body.data.map(({ id }: { id: string }) => id).filter((id: string) => ids.includes(id));
  };
  return Promise.all([listed(true), listed(false)]);
};
