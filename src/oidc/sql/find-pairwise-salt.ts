import type { Pool } from 'pg';

/** The salt of the pairwise subjects of a tenant, made by whoever asks first. */
export async function findPairwiseSalt(pool: Pool, orgId: string, fresh: Buffer): Promise<Buffer> {
  const { rows } = await pool.query<{ salt: Buffer }>({
    name: 'find-pairwise-salt',
    text,
    values: [orgId, fresh],
  });
  const [row] = rows;
  if (!row) throw new Error('there is no pairwise salt');
  return row.salt;
}

const text = `
insert into oidc_pairwise_salts as s (org_id, salt) values ($1, $2)
on conflict (org_id) do update set salt = s.salt returning salt`;
