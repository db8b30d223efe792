import type { Tx } from '../../../platform/tx.ts';

/** A pass to store. A user has one at most. */
interface NewPass {
  id: string;
  userId: string;
  codeHash: Buffer;
  expiresAt: Date;
}

/** Stores a pass. The pass that the user had before is gone, and so are the sign-ins that it began. */
export async function savePass(
  tx: Tx,
  orgId: string,
  { id, userId, codeHash, expiresAt }: NewPass,
): Promise<void> {
  await tx.execute(save, { orgId, id, userId, codeHash, expiresAt: expiresAt.toISOString() });
}

const save = `
insert into access_passes (org_id, user_id, id, code_hash, expires_at)
values (:orgId, :userId, :id, :codeHash, :expiresAt::timestamptz)
on conflict (org_id, user_id) do update
   set id = excluded.id, code_hash = excluded.code_hash, expires_at = excluded.expires_at, used_at = null`;

/** @returns the id of the pass, if this was its code and it was not used before: of parallel calls only one gets it */
export async function usePass(
  tx: Tx,
  orgId: string,
  userId: string,
  codeHash: Buffer,
): Promise<string | undefined> {
  const [row] = await tx.execute<{ id: string }[]>(use, [orgId, userId, codeHash]);
  return row?.id;
}

// A user who has an authenticator app by now has nothing to set up.
const use = `
update access_passes p set used_at = now()
 where p.org_id = ? and p.user_id = ? and p.code_hash = ? and p.used_at is null and p.expires_at > now()
   and not exists (select from totp_factors f where f.org_id = p.org_id and f.user_id = p.user_id)
returning p.id`;

/** Removes the pass of a user, used or not. */
export async function forgetPass(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.execute('delete from access_passes where org_id = ? and user_id = ?', [orgId, userId]);
}
