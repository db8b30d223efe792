import type { Pool } from 'pg';
import type { PostalAddress } from '../../lib/profile-values.ts';
import { userFields } from '../../users/directory/sql/user-columns.ts';

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

export async function findOidcSubject(
  pool: Pool,
  orgId: string,
  userId: string,
): Promise<SubjectRow | undefined> {
  const { rows } = await pool.query<SubjectRow>({
    name: 'find-oidc-subject',
    text,
    values: [orgId, userId],
  });
  return rows[0];
}

/** What claims say besides. */
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

/** Those who may act now, one by one: as `u`. What is asked of them comes behind it, after an `and`. */
export const selectOidcSubject = `
select ${userFields([...personSources, ...claimed])},
       coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name)
                   from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id
                  where m.org_id = u.org_id and m.user_id = u.id), '[]') as groups
  from users u
 where u.status = 'ACTIVE' and (u.expires_at is null or u.expires_at > now())`;

const text = `${selectOidcSubject} and u.org_id = $1 and u.id = $2`;
