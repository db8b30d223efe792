import { sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** A factor that a user has set up beside the password. */
export type MfaMethod = 'PASSKEY' | 'TOTP';

/** Their names in the order of the alphabet, of `users u`. */
export const mfaMethodsColumn = `array(
  select 'PASSKEY' where exists (select from passkeys k where k.org_id = u.org_id and k.user_id = u.id)
  union all select 'TOTP' from totp_factors f where f.org_id = u.org_id and f.user_id = u.id) as "mfaMethods"`;

const mfaMethods = sql.raw(mfaMethodsColumn);

export async function mfaMethodsOf(tx: Tx, orgId: string, userId: string): Promise<MfaMethod[]> {
  const row = await tx.row<{ mfaMethods: MfaMethod[] }>(
    sql`select ${mfaMethods} from users u where u.org_id = ${orgId} and u.id = ${userId}`,
  );
  return row?.mfaMethods ?? [];
}
