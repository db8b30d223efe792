import type { EntityManager } from '@mikro-orm/postgresql';

/** Takes the owner from the identities of a person. @returns those that are not deleted, by id */
export async function disownIdentities(
  em: EntityManager,
  orgId: string,
  userId: string,
): Promise<{ id: string; name: string }[]> {
  const rows = await em.execute<{ id: string; name: string; present: boolean }[]>(disown, [
    orgId,
    userId,
    orgId,
  ]);
  return rows.filter(({ present }) => present);
}

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

// Locked in the order of their ids, as everything that locks more than one row does.
const disown = `
with owned as materialized (
  select id from identities where org_id = ? and owner_user_id = ? order by id for no key update
)
update identities i set owner_user_id = null, version = i.version + 1, updated_at = now()
  from owned where i.org_id = ? and i.id = owned.id
returning i.id, i.name, i.deleted_at is null as present`;

const erase = `
delete from audit_personal
 where (org_id, audit_id, created_at) in (
         select org_id, id, created_at from audit_logs
          where org_id = ? and target_type = 'user' and target_id = ?)
   and org_id = ?`;
