import type { EntityManager } from '@mikro-orm/postgresql';
import type { UserStatus } from '../entities/user.ts';
import { userColumns } from './user-columns.ts';

export interface PersonNamed {
  id: string;
  status: UserStatus;
  /** What they are called. */
  name: string;
  passwordHash: string | null;
  passwordChangedAt: string | null;
}

/**
 * Whom a name means that somebody typed: who has it as user name, and only if nobody has, whose e-mail address it is. So it
 * means one person, whatever the directory holds (ADR 0028).
 */
export async function personByName(
  em: EntityManager,
  orgId: string,
  name: string,
): Promise<PersonNamed | undefined> {
  const [row] = await em.execute<PersonNamed[]>(text, [orgId, name, orgId, name]);
  return row;
}

const columns = `${userColumns(['id', 'passwordHash', 'passwordChangedAt'])}, coalesce(u.display_name, u.username) as name`;

const text = `
select status, id, "passwordHash", "passwordChangedAt", name from (
  select 1 as place, ${columns} from users u
   where u.org_id = ? and lower(u.username) = lower(?) and u.released_at is null
  union all
  select 2 as place, ${columns} from users u
   where u.org_id = ? and lower(u.email) = lower(?) and u.released_at is null
) as named order by place limit 1`;
