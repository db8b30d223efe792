import type { EntityManager } from '@mikro-orm/postgresql';
import { deleteOidcArtifacts } from './delete-oidc-artifacts.ts';
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
      ]));
  return rows.find(({ userId }) => userId !== null) ?? rows[0];
}

const byGrant = deleteOidcArtifacts('a.org_id = ? and a.grant_id = ?');

const byArtifact = deleteOidcArtifacts(`(a.org_id, a.model, a.id_hash) in (
  with named as materialized (
    select org_id, model, id_hash, grant_id from oidc_artifacts where org_id = ? and model = ? and id_hash = decode(?, 'hex')
  )
  select org_id, model, id_hash from named
  union all
  select o.org_id, o.model, o.id_hash from named join oidc_artifacts o on o.org_id = named.org_id and o.grant_id = named.grant_id
)`);
