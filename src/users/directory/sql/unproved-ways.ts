import { sql, type Sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/**
 * Tells whether a user has a password, a factor, a link or a login that was made before the address was proved. The triggers
 * `users_prove_address_new` and `users_prove_address` note the time. Without it, `created_at` stands for it.
 */
export async function hasUnprovedWays(tx: Tx, orgId: string, userId: string): Promise<boolean> {
  return tx.has(unproved(orgId, userId));
}

// The two milliseconds are for times that the service rounds down, and the database up.
const unproved = (orgId: string, userId: string): Sql => sql`
with one as materialized (
  select org_id, id, password_hash, password_changed_at,
         coalesce(email_verified_at, created_at) - interval '2 milliseconds' as proved_at
    from users where org_id = ${orgId} and id = ${userId}
)
select from one
 where (password_hash is not null and password_changed_at < proved_at)
    or exists (select from passkeys f where f.org_id = one.org_id and f.user_id = one.id and f.created_at < proved_at)
    or exists (select from totp_factors f where f.org_id = one.org_id and f.user_id = one.id and f.created_at < proved_at)
    or exists (select from social_links f where f.org_id = one.org_id and f.user_id = one.id and f.created_at < proved_at)
    or exists (select from login_sessions f where f.org_id = one.org_id and f.user_id = one.id and f.created_at < proved_at)
    or exists (select from oidc_artifacts f where f.org_id = one.org_id and f.user_id = one.id and f.created_at < proved_at)`;
