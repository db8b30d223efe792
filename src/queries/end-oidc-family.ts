import type { EntityManager } from '@mikro-orm/postgresql';
import type { ArtifactKey } from './save-oidc-artifacts.ts';

/** What names a family: its grant, or any artifact of it. */
export type FamilyKey = { orgId: string; grantId: string } | ArtifactKey;

/**
 * Ends a grant, everything that was issued under it, and the artifact that names it.
 * @returns whose it was; undefined when nothing was there any more
 */
export async function endOidcFamily(
  em: EntityManager,
  key: FamilyKey,
): Promise<{ userId: string | null } | undefined> {
  const rows = await ('grantId' in key
    ? em.execute<{ userId: string | null }[]>(byGrant, [key.orgId, key.grantId])
    : em.execute<{ userId: string | null }[]>(byArtifact, [
        key.orgId,
        key.model,
        key.idHash.toString('hex'),
        key.orgId,
      ]));
  return rows.find(({ userId }) => userId !== null) ?? rows[0];
}

const byGrant = 'delete from oidc_artifacts where org_id = ? and grant_id = ? returning user_id as "userId"';

const byArtifact = `
with named as (
  select model, id_hash, grant_id from oidc_artifacts where org_id = ? and model = ? and id_hash = decode(?, 'hex')
)
delete from oidc_artifacts a using named
 where a.org_id = ? and (a.grant_id = named.grant_id or (a.model = named.model and a.id_hash = named.id_hash))
returning a.user_id as "userId"`;
