import type { EntityManager } from '@mikro-orm/postgresql';

/** Whose key this is. */
export async function holderOfPasskey(
  em: EntityManager,
  orgId: string,
  credentialId: Buffer,
): Promise<string | undefined> {
  const [row] = await em.execute<{ userId: string }[]>(
    'select user_id as "userId" from passkeys where org_id = ? and credential_id = ?',
    [orgId, credentialId],
  );
  return row?.userId;
}

/** The person has left for good. */
export async function forgetPasskeys(em: EntityManager, orgId: string, userId: string): Promise<void> {
  await em.execute('delete from passkeys where org_id = ? and user_id = ?', [orgId, userId]);
}
