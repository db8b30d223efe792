import { type Sql, sql, withSecret } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

export interface OwnPassword {
  id: string;
  passwordHash: string | null;
  previousPasswordHashes: string[];
  passwordChangedAt: string | null;
  email: string | null;
  username: string;
  firstName: string | null;
  lastName: string | null;
  displayName: string | null;
}

/** Reads the fields for a change of a user's own password: it is hashed outside any transaction. */
export async function readOwnPassword(
  tx: Tx,
  orgId: string,
  userId: string,
): Promise<OwnPassword | undefined> {
  return tx.row<OwnPassword>(read(orgId, userId));
}

/** Replaces the hash of a password that was hashed at another cost. The version of the user does not change. */
export async function replaceHash(
  tx: Tx,
  orgId: string,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const replace = sql`update users set password_hash = ${to} where org_id = ${orgId} and id = ${userId} and password_hash = ${from}`;
  await tx.run(withSecret(replace));
}

const read = (orgId: string, userId: string): Sql => sql`
select id, password_hash as "passwordHash", previous_password_hashes as "previousPasswordHashes",
       password_changed_at as "passwordChangedAt", email, username, first_name as "firstName",
       last_name as "lastName", display_name as "displayName"
  from users where org_id = ${orgId} and id = ${userId}`;

/** @returns false when it is not the one any more that was read */
export async function saveOwnPassword(
  tx: Tx,
  orgId: string,
  own: Pick<OwnPassword, 'id' | 'passwordHash'>,
  next: NewPassword,
): Promise<boolean> {
  const changed = await tx.run(withSecret(save(orgId, { ...own, ...next })));
  return changed > 0;
}

interface NewPassword {
  hash: string;
  previous: readonly string[];
}

type Saved = Pick<OwnPassword, 'id' | 'passwordHash'> & NewPassword;

const save = (orgId: string, { id, passwordHash, hash, previous }: Saved): Sql => sql`
update users
   set password_hash = ${hash}, previous_password_hashes = array(select jsonb_array_elements_text(${JSON.stringify(previous)}::jsonb)),
       password_changed_at = now(), version = version + 1, updated_at = now()
 where org_id = ${orgId} and id = ${id} and password_hash is not distinct from ${passwordHash} and status = 'ACTIVE'
returning id`;
