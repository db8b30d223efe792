import { createHmac, randomBytes } from 'node:crypto';
import type { Client } from 'oidc-provider';
import { findPairwiseSalt } from '../sql/oidc-subjects.ts';
import type { EngineParts } from './parts.ts';

/** Names a person for the clients of one sector, so that two sectors cannot tell that they know the same person. */
export function pairwiseNames(
  orgId: string,
  { pool }: Pick<EngineParts, 'pool'>,
): (accountId: string, client: Client) => Promise<string> {
  let salt: Promise<Buffer> | undefined;
  return async (accountId, client) => {
    salt ??= findPairwiseSalt(pool, orgId, randomBytes(32));
    const known = await salt.catch((error: unknown) => {
      salt = undefined;
      throw error;
    });
    const sector = client.sectorIdentifier ?? client.clientId;
    return createHmac('sha256', known)
      .update(JSON.stringify([sector, accountId]))
      .digest('base64url');
  };
}
