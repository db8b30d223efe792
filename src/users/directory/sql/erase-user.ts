import type { EntityManager } from '@mikro-orm/postgresql';

/** Erases what the trail says of a person besides the id: names, changed values, reasons, addresses. */
export async function erasePersonalAudit(em: EntityManager, orgId: string, userId: string): Promise<void> {
  await em.execute(erase, [orgId, userId, orgId]);
}

/** The link to choose a password works no longer. */
export async function forgetInvitation(em: EntityManager, orgId: string, userId: string): Promise<void> {
  await em.execute('delete from invitations where org_id = ? and user_id = ?', [orgId, userId]);
}

/** The person's authenticator app is none any longer, and the recovery codes open nothing. */
export async function forgetTotp(em: EntityManager, orgId: string, userId: string): Promise<void> {
  for (const table of ['totp_factors', 'totp_enrolments', 'recovery_codes'])
    await em.execute(`delete from ${table} where org_id = ? and user_id = ?`, [orgId, userId]);
}

const erase = `
delete from audit_personal
 where (org_id, audit_id, created_at) in (
         select org_id, id, created_at from audit_logs
          where org_id = ? and target_type = 'user' and target_id = ?)
   and org_id = ?`;
