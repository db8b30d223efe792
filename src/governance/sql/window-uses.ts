import type { EntityManager } from '@mikro-orm/postgresql';

/** The uses of a credential in the running minute. */
export async function windowUsesOf(em: EntityManager, orgId: string, credentialId: string): Promise<number> {
  const [row] = await em.execute<{ uses: number }[]>(text, [orgId, credentialId]);
  return row?.uses ?? 0;
}

const text = `
select case when use_window_started_at > now() - interval '60 s' then use_window_count else 0 end as uses
  from credentials where org_id = ? and id = ?`;
