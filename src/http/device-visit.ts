import type { Pool } from 'pg';
import { onBehalfOf } from '../platform/on-behalf.ts';
import { findServingTenant } from '../platform/sql/tenants.ts';
import { inTransaction } from '../platform/tenancy.ts';
import { turns } from '../platform/turns.ts';
import type { Vault } from '../platform/vault.ts';
import type { Orm } from '../platform/tx.ts';
import { answerChallenge, openChallenge } from '../sign-in/device-visits.ts';
import { signInPath } from '../sign-in/hosted.ts';
import type { DeviceVisit } from './device-server.ts';

interface VisitParts {
  orm: Orm;
  /** For the statements of every request. */
  hot: Pool;
  vault: Pick<Vault, 'open'>;
  baseUrl: () => string;
}

/**
 * Makes the function that gives a ticket for a challenge. The sign-in goes on without a ticket if its challenge is too old or was
 * taken before.
 */
export const deviceVisit = ({ orm, hot, vault, baseUrl }: VisitParts): DeviceVisit => {
  // A ticket takes a few statements of the database. A tenant that is slow keeps no other one from tickets.
  const turn = turns({ places: 8, ofOne: 2, mostWaiting: 50, waitMs: 2_000 });
  return async (challenge, certificate) => {
    const found = openChallenge(vault, challenge);
    if (!found) return undefined;
    const { orgId, signInId } = found;
    const back = baseUrl() + signInPath(orgId, signInId);
    const giveBack = await turn(orgId);
    const ticket = await onBehalfOf({ orgId, operation: 'device origin' }, async () => {
      const tenant = await findServingTenant(hot, orgId);
      return tenant && inTransaction(orm, tenant, (tx) => answerChallenge(tx, found, certificate));
    }).finally(giveBack);
    return ticket === undefined
      ? back
      : `${baseUrl()}/login/${orgId}/device?sign_in=${signInId}&ticket=${ticket}`;
  };
};
