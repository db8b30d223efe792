import type { Pool } from 'pg';

/** Somebody who may act now: active, and not past their end. */
export interface SubjectRow {
  id: string;
  email: string | null;
  emailVerified: boolean;
  username: string;
  firstName: string | null;
  lastName: string | null;
  displayName: string | null;
  nickname: string | null;
  title: string | null;
  department: string | null;
  division: string | null;
  organization: string | null;
  costCenter: string | null;
  employeeNumber: string | null;
  managerId: string | null;
  phoneNumber: string | null;
  locale: string | null;
  timezone: string | null;
  picture: string | null;
  externalId: string | null;
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

const text = `
select u.id, u.email, u.email_verified as "emailVerified", u.username, u.first_name as "firstName",
       u.last_name as "lastName", u.display_name as "displayName", u.nickname, u.title, u.department, u.division,
       u.organization, u.cost_center as "costCenter", u.employee_number as "employeeNumber", u.manager_id as "managerId",
       u.phone_number as "phoneNumber", u.locale, u.timezone, u.picture, u.external_id as "externalId", u.attributes, u.roles,
       u.updated_at as "updatedAt",
       coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.name)
                   from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id
                  where m.org_id = u.org_id and m.user_id = u.id), '[]') as groups
  from users u
 where u.org_id = $1 and u.id = $2 and u.status = 'ACTIVE' and (u.expires_at is null or u.expires_at > now())`;
