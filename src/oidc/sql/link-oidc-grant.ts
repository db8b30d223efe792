import type { Pool } from 'pg';

/**
 * Makes a grant end with another one: that under which the first token of a chain of exchanges was issued, so that one
 * statement ends them all.
 * @returns false when that one has ended already
 */
export async function linkOidcGrant(
  pool: Pool,
  orgId: string,
  idHash: Buffer,
  parentHash: Buffer,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'link-oidc-grant',
    text,
    values: [orgId, idHash, parentHash],
  });
  return rowCount === 1;
}

// The row of the other one is locked: whoever ends it at the same time waits and finds this one too, or was first.
const text = `
with parent as (
  select grant_id from oidc_artifacts where org_id = $1 and model = 'Grant' and id_hash = $3 for update
)
update oidc_artifacts a set grant_id = parent.grant_id from parent
 where a.org_id = $1 and a.model = 'Grant' and a.id_hash = $2`;
