import { sql, type Sql } from '../../../lib/sql.ts';
import { nameHash } from '../../directory/sql/names.ts';
import type { Tx } from '../../../platform/tx.ts';

/** The factors that a user signs in with: counts and times. */
export interface UserFactorsRow {
  hasPassword: boolean;
  passwordChangedAt: string | null;
  totpCreatedAt: string | null;
  totpLastUsedAt: string | null;
  recoveryCodesLeft: number;
  passkeyCount: number;
  passkeyLastUsedAt: string | null;
  accessPassExpiresAt: string | null;
  lockedUntil: string | null;
}

/** Reads what a user signs in with. Each part is read by its key, and a user has few rows of each. */
export async function readUserFactors(
  tx: Tx,
  orgId: string,
  userId: string,
): Promise<UserFactorsRow | undefined> {
  return tx.row<UserFactorsRow>(read(orgId, userId));
}

// Browsers that the user has signed in by have counts of their own; the browser '' stands for all others.
const read = (orgId: string, userId: string): Sql => sql`
select u.password_hash is not null as "hasPassword", u.password_changed_at as "passwordChangedAt",
       t.created_at as "totpCreatedAt", t.last_used_at as "totpLastUsedAt",
       (select count(*)::int from recovery_codes r
         where r.org_id = u.org_id and r.user_id = u.id and r.used_at is null) as "recoveryCodesLeft",
       k.count as "passkeyCount", k.last_used_at as "passkeyLastUsedAt",
       (select p.expires_at from access_passes p
         where p.org_id = u.org_id and p.user_id = u.id and p.used_at is null and p.expires_at > now()) as "accessPassExpiresAt",
       (select max(f.locked_until) from sign_in_failures f
         where f.org_id = u.org_id and f.browser = '' and f.locked_until > now()
           and f.name_hash in (${nameHash(sql`btrim(u.username)`)}, ${nameHash(sql`btrim(u.email)`)})) as "lockedUntil"
  from users u
  left join totp_factors t on t.org_id = u.org_id and t.user_id = u.id
 cross join lateral (
   select count(*)::int as count, max(k.last_used_at) as last_used_at from passkeys k
    where k.org_id = u.org_id and k.user_id = u.id) k
 where u.org_id = ${orgId} and u.id = ${userId}`;
