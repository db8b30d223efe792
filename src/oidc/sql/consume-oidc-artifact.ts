import type { Pool } from 'pg';
import type { ArtifactKey } from './save-oidc-artifacts.ts';

/**
 * Uses what can be used once. Of those who try at the same time one succeeds, and inside the window everybody.
 * @param windowSeconds for how long after its first use it may be used again
 * @returns whether it could be used
 */
export async function consumeOidcArtifact(
  pool: Pool,
  key: ArtifactKey,
  windowSeconds: number,
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'consume-oidc-artifact',
    text,
    values: [key.orgId, key.model, key.idHash, windowSeconds],
  });
  return rowCount === 1;
}

// Without a window it is not compared: another one's transaction may have begun, and its now() stand, after ours.
const text = `
update oidc_artifacts set consumed_at = coalesce(consumed_at, now())
 where org_id = $1 and model = $2 and id_hash = $3 and expires_at > now()
   and (consumed_at is null or ($4::int > 0 and consumed_at > now() - $4 * interval '1 second'))`;
