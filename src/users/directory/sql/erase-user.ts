import type { EntityManager } from '@mikro-orm/postgresql';

/** Erases what the trail says of a person besides the id: names, changed values, reasons, addresses. */
export async function erasePersonalAudit(em: EntityManager, orgId: string, userId: string): Promise<void> {
  await em.execute(erase, { orgId, userId });
}

const erase = `
delete from audit_personal
 where (org_id, audit_id, created_at) in (
         select org_id, id, created_at from audit_logs
          where org_id = :orgId and target_type = 'user' and target_id = :userId)
   and org_id = :orgId`;

/**
 * Removes the sign-ins of a user who is erased. Call it before the user is locked: a sign-in locks its own row first and then
 * the user. In the other order, the two would wait for each other.
 */
export async function forgetSignIns(em: EntityManager, orgId: string, userId: string): Promise<void> {
  await em.execute('delete from sign_ins where org_id = ? and user_id = ?', [orgId, userId]);
}
