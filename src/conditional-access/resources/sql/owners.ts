import { sql, type Sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** An owner who may sign in, with what decides whether conditional access lets the owner in. */
export interface JudgedOwner {
  id: string;
  name: string;
  groups: string[];
  hasApp: boolean;
  hasPasskey: boolean;
}

const most = 100;

/** Returns some owners who may sign in now. */
export const signingOwners = (tx: Tx, orgId: string): Promise<JudgedOwner[]> =>
  tx.rows<JudgedOwner>(owners(orgId));

const owners = (orgId: string): Sql => sql`
select u.id, coalesce(u.display_name, u.username) as name,
       array(select m.group_id from group_members m where m.org_id = u.org_id and m.user_id = u.id) as groups,
       exists (select from totp_factors f where f.org_id = u.org_id and f.user_id = u.id) as "hasApp",
       exists (select from passkeys p where p.org_id = u.org_id and p.user_id = u.id) as "hasPasskey"
  from users u
 where u.org_id = ${orgId} and 'OWNER' = any (u.roles) and u.status = 'ACTIVE' and (u.expires_at is null or u.expires_at > now())
 order by u.id limit ${most}`;
