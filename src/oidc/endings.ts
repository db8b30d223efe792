import type { EntityManager } from '@mikro-orm/postgresql';
import type { EndedUser, UserEnd } from '../users/endings.ts';
import { endOidcGrantsOf } from './sql/oidc-grants.ts';
import { forgetConsents } from './sql/oidc-consents.ts';

/** Ends what clients got for a user who has lost all access. Consents of a user who may come back are kept. */
export async function endOidcOf(em: EntityManager, { orgId, id }: EndedUser, end: UserEnd): Promise<void> {
  await endOidcGrantsOf(em, orgId, id);
  if (end === 'DEPROVISIONED' || end === 'RECLAIMED') await forgetConsents(em, orgId, id);
}
