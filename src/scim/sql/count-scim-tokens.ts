import type { EntityManager } from '@mikro-orm/postgresql';

/** How many SCIM tokens of a tenant work. Exact when the tenant is locked. */
export async function countScimTokens(em: EntityManager, orgId: string): Promise<number> {
  const rows = await em.execute<{ live: number }[]>(text, [orgId]);
  return rows[0]?.live ?? 0;
}

const text = `
select count(*)::int as live from scim_tokens where org_id = ? and revoked_at is null and expires_at > now()`;
