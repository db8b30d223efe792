import type { QueryResult } from '@mikro-orm/postgresql';
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

/** What changing a password of one's own takes: it is hashed outside any transaction. */
export async function readOwnPassword(
  tx: Tx,
  orgId: string,
  userId: string,
): Promise<OwnPassword | undefined> {
  const [row] = await tx.execute<OwnPassword[]>(text, [orgId, userId]);
  return row;
}

/** Replaces the hash of a password that was hashed at another cost. The version of the user does not change. */
export async function replaceHash(
  tx: Tx,
  orgId: string,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const replace = 'update users set password_hash = ? where org_id = ? and id = ? and password_hash = ?';
  await tx.execute(replace, [to, orgId, userId, from], 'run');
}

const text = `
select id, password_hash as "passwordHash", previous_password_hashes as "previousPasswordHashes",
       password_changed_at as "passwordChangedAt", email, username, first_name as "firstName",
       last_name as "lastName", display_name as "displayName"
  from users where org_id = ? and id = ?`;

/** @returns false when it is not the one any more that was read */
export async function saveOwnPassword(
  tx: Tx,
  orgId: string,
  { id, passwordHash }: Pick<OwnPassword, 'id' | 'passwordHash'>,
  { hash, previous }: { hash: string; previous: readonly string[] },
): Promise<boolean> {
  const values = [hash, JSON.stringify(previous), orgId, id, passwordHash];
  const { affectedRows } = await tx.execute<QueryResult>(save, values, 'run');
  return affectedRows > 0;
}

const save = `
update users
   set password_hash = ?, previous_password_hashes = array(select jsonb_array_elements_text(?::jsonb)),
       password_changed_at = now(), version = version + 1, updated_at = now()
 where org_id = ? and id = ? and password_hash is not distinct from ? and status = 'ACTIVE'
returning id`;
