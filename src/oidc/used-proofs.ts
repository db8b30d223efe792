import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { proofSeconds } from '../lib/dpop-proof.ts';
import { commandLineId } from '../lib/command-line-id.ts';
import { type ArtifactKey, rememberOidcProof } from './sql/oidc-artifacts.ts';

/** Returns the key under which a used proof of a client is remembered, as the engine makes it. */
export const keyOfProof = (orgId: string, issuer: string, jti: string): ArtifactKey => ({
  orgId,
  model: 'ReplayDetection',
  idHash: hash('sha256', hash('sha256', `${issuer}${jti}`, 'base64url'), 'buffer'),
});

/** So many seconds longer is a proof remembered than it can be valid: one from the future is valid for as long again. */
const margin = proofSeconds;

/**
 * Remembers that a request to the API was proved by this proof of the command line, on all nodes. A proof that was used at the token endpoint
 * is not new either.
 * @param now seconds since 1970
 * @returns whether the proof was new
 */
export async function useApiProof(pool: Pool, orgId: string, jti: string, now: number): Promise<boolean> {
  const content = { iat: now, exp: now + proofSeconds, iss: commandLineId, kind: 'ReplayDetection' };
  const key = keyOfProof(orgId, commandLineId, jti);
  return rememberOidcProof(pool, key, JSON.stringify(content), proofSeconds + margin);
}
