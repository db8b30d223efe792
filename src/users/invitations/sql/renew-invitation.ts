import type { EntityManager } from '@mikro-orm/postgresql';

/** Writes an invitation that has no token yet; an earlier one of the same person, and its link, end with it. */
export async function renewInvitation(
  em: EntityManager,
  { orgId, userId, now }: { orgId: string; userId: string; now: Date },
): Promise<void> {
  await em.execute(text, [orgId, userId, now.toISOString()]);
}

const text = `
insert into invitations (org_id, user_id, created_at) values (?, ?, ?::timestamptz)
on conflict (org_id, user_id)
  do update set token_hash = null, expires_at = null, created_at = excluded.created_at`;
