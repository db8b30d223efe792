import type { EndedUser, UserEnd } from '../users/endings.ts';
import { endOidcGrantsOf } from './sql/oidc-grants.ts';
import { forgetConsents } from './sql/oidc-consents.ts';
import type { Tx } from '../platform/tx.ts';

/** Ends what clients got for a user who has lost all access. Consents of a user who may come back are kept. */
export async function endOidcOf(tx: Tx, { orgId, id }: EndedUser, end: UserEnd): Promise<void> {
  await endOidcGrantsOf(tx, orgId, id);
  if (end === 'DEPROVISIONED' || end === 'RECLAIMED') await forgetConsents(tx, orgId, id);
}
