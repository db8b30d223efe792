import type { EntityManager } from '@mikro-orm/postgresql';

/** Whether somebody has a link of an invitation that still works. */
export async function hasLink(em: EntityManager, orgId: string, userId: string): Promise<boolean> {
  const rows = await em.execute<object[]>(text, [orgId, userId]);
  return rows.length > 0;
}

const text = `
select from invitations where org_id = ? and user_id = ? and token_hash is not null and expires_at > now()`;
