import { sql, type Sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** A pass to store. A user has one at most. */
interface NewPass {
  id: string;
  userId: string;
  codeHash: Buffer;
  expiresAt: Date;
}

/** Stores a pass. The pass that the user had before is gone, and so are the sign-ins that it began. */
export async function savePass(tx: Tx, orgId: string, pass: NewPass): Promise<void> {
  await tx.run(save(orgId, pass));
}

const save = (orgId: string, { id, userId, codeHash, expiresAt }: NewPass): Sql => sql`
insert into access_passes (org_id, user_id, id, code_hash, expires_at)
values (${orgId}, ${userId}, ${id}, ${codeHash}, ${expiresAt.toISOString()}::timestamptz)
on conflict (org_id, user_id) do update
   set id = excluded.id, code_hash = excluded.code_hash, expires_at = excluded.expires_at, used_at = null`;

/** @returns the id of the pass, if this was its code and it was not used before: of parallel calls only one gets it */
export async function usePass(
  tx: Tx,
  orgId: string,
  userId: string,
  codeHash: Buffer,
): Promise<string | undefined> {
  const row = await tx.row<{ id: string }>(use(orgId, userId, codeHash));
  return row?.id;
}

// A user who has an authenticator app by now has nothing to set up.
const use = (orgId: string, userId: string, codeHash: Buffer): Sql => sql`
update access_passes p set used_at = now()
 where p.org_id = ${orgId} and p.user_id = ${userId} and p.code_hash = ${codeHash} and p.used_at is null and p.expires_at > now()
   and not exists (select from totp_factors f where f.org_id = p.org_id and f.user_id = p.user_id)
returning p.id`;

/** Removes the pass of a user, used or not. */
export async function forgetPass(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.run(sql`delete from access_passes where org_id = ${orgId} and user_id = ${userId}`);
}
