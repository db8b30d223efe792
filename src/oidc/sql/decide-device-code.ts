import type { EntityManager } from '@mikro-orm/postgresql';
import type { ArtifactKey } from './save-oidc-artifacts.ts';

/** Keeps what somebody answered a device. */
export async function decideDeviceCode(
  em: EntityManager,
  { orgId, model, idHash }: ArtifactKey,
  { sealed, userId, grantId }: { sealed: Buffer; userId: string | null; grantId: string | null },
): Promise<void> {
  const code = [sealed.toString('hex'), userId, grantId];
  await em.execute(text, [...code, orgId, model, idHash.toString('hex')]);
}

const text = `
update oidc_artifacts set sealed = decode(?, 'hex'), user_id = ?, grant_id = ?
 where org_id = ? and model = ? and id_hash = decode(?, 'hex')`;
