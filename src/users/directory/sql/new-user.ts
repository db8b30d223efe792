import { mailDomainOf } from '../../../lib/email.ts';
import { named, shared, type Shared, sql, type Sql } from '../../../lib/sql.ts';
import type { LastWrite } from '../../../platform/last-writes.ts';
import { ownQuota, type QuotaCount } from '../../../platform/sql/counters.ts';
import type { Tx } from '../../../platform/tx.ts';
import type { User } from '../entities/user.ts';
import { usersSpelled } from './names.ts';
import { leadingOf, type UserValues } from './attributes.ts';
import { userDetails } from './users.ts';

/** The facts that the creation of a user by a directory must know. */
export interface NewUserFacts {
  users: QuotaCount;
  /** Whether a user has the user name, as either name. */
  usernameTaken: boolean;
  /** Whether a user has the address, as either name. */
  emailTaken: boolean;
  /** The manager, with the name they may have; null when there is none here. */
  manager: { displayName: string | null } | null;
  /** Whether a connection of the tenant has proved the domain of the address. */
  domainProved: boolean;
  /** The rule of the tenant for attributes. */
  attributeSchema: Record<string, unknown> | null;
}

interface AskedUser {
  username: string | null;
  email: string | null;
  managerId: string | null;
}

/** Reads all that it must know in one statement. */
export async function newUserFacts(tx: Tx, orgId: string, asked: AskedUser): Promise<NewUserFacts> {
  const row = await tx.row<Omit<NewUserFacts, 'users'> & QuotaCount>(
    named('new-user-facts', facts(shared(orgId), asked)),
  );
  if (!row) throw new Error('an aggregate has one row');
  const { count, rows, own, ...rest } = row;
  return { ...rest, users: { count, rows, own } };
}

const isTaken = (orgId: Shared, asked: string | null): Sql => {
  const name = shared(asked);
  return sql`exists (${usersSpelled(orgId, sql`${name}::text`, ['username', 'email'])})`;
};

const facts = (orgId: Shared, { username, email, managerId }: AskedUser): Sql => sql`
select coalesce(sum(delta), 0)::int as count, count(*)::int as rows, (${ownQuota(orgId, 'users')}) as own,
       (${isTaken(orgId, username)}) as "usernameTaken",
       (${isTaken(orgId, email)}) as "emailTaken",
       exists (select from federation_domains where org_id = ${orgId} and domain = ${domainOf(email)}::text and status = 'VERIFIED') as "domainProved",
       (select jsonb_build_object('displayName', display_name) from users
         where org_id = ${orgId} and id = ${managerId} and released_at is null) as manager,
       (select schema from attribute_schemas where org_id = ${orgId}) as "attributeSchema"
  from quota_deltas where org_id = ${orgId} and kind = 'users'`;

const domainOf = (email: string | null): string | null =>
  email === null ? null : (mailDomainOf(email) ?? null);

/** A user as a directory creates them. */
export type NewUser = Pick<
  User,
  | (typeof userDetails)[number]
  | 'status'
  | 'emailVerified'
  | 'emailProof'
  | 'scim'
  | 'roles'
  | 'createdBy'
  | 'passwordHash'
  | 'passwordChangedAt'
  | 'activatedAt'
  | 'createdAt'
  | 'updatedAt'
>;

const columns: readonly (keyof NewUser)[] = [
  ...userDetails,
  'status',
  'emailVerified',
  'emailProof',
  'scim',
  'roles',
  'createdBy',
  'passwordHash',
  'passwordChangedAt',
  'activatedAt',
  'createdAt',
  'updatedAt',
];

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** In the order of `columns`. */
const columnNames = columns.map(snake);

/**
 * Makes the rows of a new user and of the values of multi-valued attributes. The triggers `users_lead_values` and
 * `users_lead_addresses` run after the statement, and leave a value alone that it has written.
 */
export function newUserRows(orgId: string, user: NewUser, values: UserValues): LastWrite {
  const row: Record<string, unknown> = { org_id: orgId };
  for (const [at, name] of columns.entries()) row[columnNames[at] ?? ''] = user[name];
  const rows = [...values].flatMap(([attribute, elements]) => {
    const leading = leadingOf(elements);
    return elements.map((data, place) => ({ attribute, place, leads: place === leading, data }));
  });
  return {
    parts: [
      ['new_user', insertUser(JSON.stringify(row))],
      ['new_values', insertValues(orgId, user.id, JSON.stringify(rows))],
    ],
  };
}

const names = sql.raw(['org_id', ...columnNames].join(', '));

const insertUser = (user: string): Sql => sql`
insert into users (${names})
select ${names} from jsonb_populate_record(null::users, ${user}::jsonb)`;

const insertValues = (orgId: string, userId: string, values: string): Sql => sql`
insert into user_values (org_id, user_id, attribute, place, leads, data)
select ${orgId}, ${userId}, attribute, place, leads, data
  from jsonb_to_recordset(${values}::jsonb) as v (attribute text, place int, leads boolean, data jsonb)`;
