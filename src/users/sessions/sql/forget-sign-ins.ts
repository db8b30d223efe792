import type { EntityManager } from '@mikro-orm/postgresql';

/** Of whoever is erased. Take it before the person is locked, as a sign-in locks itself before the person. */
export async function forgetSignIns(em: EntityManager, orgId: string, userId: string): Promise<void> {
  await em.execute('delete from sign_ins where org_id = ? and user_id = ?', [orgId, userId]);
}
