import { sql, type Sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** The settings of the tenant for factors. */
export interface FactorUse {
  /** Whether authenticator apps are used. */
  totp: boolean;
  /** Whether passkeys are used. */
  enabled: boolean;
  /** Whether a passkey alone signs in. It then proves the user, too, and counts as two factors. */
  passwordless: boolean;
  /** The host that passkeys are for. */
  rpId: string;
}

/** Returns the owners who are ACTIVE, whose accounts do not expire, and who can sign in here with two factors. */
export async function readLocalOwners(tx: Tx, orgId: string, use: FactorUse): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(find(orgId, use));
  return rows.map(({ id }) => id);
}

// Counts, so that Postgres looks the few owners up by the keys. It would read all factors for an `exists` within an `or`.
const find = (orgId: string, { totp, enabled, passwordless, rpId }: FactorUse): Sql => sql`
select u.id from users u
 where u.org_id = ${orgId} and 'OWNER' = any (u.roles) and u.status = 'ACTIVE' and u.expires_at is null
   and u.released_at is null
   and (${totp} and u.password_hash is not null
          and (select count(*) from totp_factors f where f.org_id = u.org_id and f.user_id = u.id) > 0
        or ${enabled} and (${passwordless} or u.password_hash is not null)
          and (select count(*) from passkeys k
                where k.org_id = u.org_id and k.user_id = u.id and k.rp_id = ${rpId}) > 0)`;
