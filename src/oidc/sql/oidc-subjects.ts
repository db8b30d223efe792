import type { Pool } from 'pg';
import type { PostalAddress } from '../../lib/profile-values.ts';
import { dateOf } from '../../lib/rows.ts';
import { named, numbered, sql, type Sql } from '../../lib/sql.ts';
import { userFields } from '../../users/directory/sql/users.ts';
import type { Tx } from '../../platform/tx.ts';

/** Columns of a user that a claim of a custom scope may be taken from. */
export const personSources = [
  'id',
  'email',
  'username',
  'firstName',
  'lastName',
  'displayName',
  'nickname',
  'title',
  'department',
  'division',
  'organization',
  'costCenter',
  'employeeNumber',
  'managerId',
  'phoneNumber',
  'locale',
  'timezone',
  'picture',
  'externalId',
  'roles',
] as const;

export type PersonSource = (typeof personSources)[number];

/** An active user who has not expired. */
export interface SubjectRow
  extends Record<Exclude<PersonSource, 'id' | 'username' | 'roles'>, string | null> {
  id: string;
  username: string;
  emailVerified: boolean;
  phoneNumberVerified: boolean;
  middleName: string | null;
  birthdate: string | null;
  gender: string | null;
  website: string | null;
  profileUrl: string | null;
  address: PostalAddress | null;
  roles: string[];
  attributes: Record<string, unknown>;
  updatedAt: Date;
  groups: { id: string; name: string }[];
}

/** Finds a user who may act now, with what claims say of the user. */
export async function findOidcSubject(
  pool: Pool,
  orgId: string,
  userId: string,
): Promise<SubjectRow | undefined> {
  const { rows } = await pool.query<SubjectRow>(numbered(named('find-oidc-subject', find(orgId, userId))));
  return rows[0];
}

/** The same in a transaction. */
export async function readOidcSubject(
  tx: Tx,
  orgId: string,
  userId: string,
): Promise<SubjectRow | undefined> {
  const row = await tx.row<SubjectRow>(find(orgId, userId));
  // A transaction returns times as text.
  return row && { ...row, updatedAt: dateOf(row.updatedAt) };
}

/** Fields of a user that claims need besides `personSources`. */
const claimed = [
  'emailVerified',
  'phoneNumberVerified',
  'middleName',
  'birthdate',
  'gender',
  'website',
  'profileUrl',
  'address',
  'attributes',
  'updatedAt',
];

/** Selects the users who may act now, one by one, as `u`. The caller adds its conditions behind it, after an `and`. */
export const selectOidcSubject = sql.raw(`
select ${userFields([...personSources, ...claimed])},
       coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name)
                   from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id
                  where m.org_id = u.org_id and m.user_id = u.id), '[]') as groups
  from users u
 where u.status = 'ACTIVE' and (u.expires_at is null or u.expires_at > now())`);

const find = (orgId: string, userId: string): Sql =>
  sql`${selectOidcSubject} and u.org_id = ${orgId} and u.id = ${userId}`;

/** Returns the salt of the pairwise subjects of a tenant. The first call stores `fresh`. */
export async function findPairwiseSalt(pool: Pool, orgId: string, fresh: Buffer): Promise<Buffer> {
  const { rows } = await pool.query<{ salt: Buffer }>(
    numbered(named('find-pairwise-salt', findSalt(orgId, fresh))),
  );
  const [row] = rows;
  if (!row) throw new Error('there is no pairwise salt');
  return row.salt;
}

/**
 * The same in a transaction. A salt that is stored already is only read: the statement that stores one holds up all other
 * sign-ons of the tenant until the transaction ends, and those that wait for a lock of theirs in turn would deadlock.
 */
export async function pairwiseSaltIn(tx: Tx, orgId: string, fresh: Buffer): Promise<Buffer> {
  const stored = await readPairwiseSalt(tx, orgId);
  if (stored) return stored;
  const row = await tx.row<{ salt: string }>(
    sql`with s as (${findSalt(orgId, fresh)}) select encode(salt, 'base64') as salt from s`,
  );
  if (!row) throw new Error('there is no pairwise salt');
  return Buffer.from(row.salt, 'base64');
}

/** Reads the salt of the pairwise subjects of a tenant, and stores none. */
export async function readPairwiseSalt(tx: Tx, orgId: string): Promise<Buffer | undefined> {
  const row = await tx.row<{ salt: string }>(
    sql`select encode(salt, 'base64') as salt from oidc_pairwise_salts where org_id = ${orgId}`,
  );
  return row && Buffer.from(row.salt, 'base64');
}

const findSalt = (orgId: string, fresh: Buffer): Sql => sql`
insert into oidc_pairwise_salts as s (org_id, salt) values (${orgId}, ${fresh})
on conflict (org_id) do update set salt = s.salt returning salt`;
