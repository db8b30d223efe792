import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import { proofSeconds } from '../lib/dpop-proof.ts';
import { commandLineId } from '../lib/command-line-id.ts';
import { type ArtifactKey, keyOf, rememberOidcProof } from './sql/oidc-artifacts.ts';

/** Something signed that may be presented once. */
export interface Proof {
  /** The client that presents it. */
  issuer: string;
  jti: string;
  /** Seconds since 1970. */
  until: number;
}

/** Returns the key under which a used proof of a client is remembered, as the engine makes it. */
export const keyOfProof = (orgId: string, { issuer, jti }: Pick<Proof, 'issuer' | 'jti'>): ArtifactKey =>
  keyOf(orgId, 'ReplayDetection', hash('sha256', `${issuer}${jti}`, 'base64url'));

/**
 * So many seconds longer is a proof remembered than it can be valid. The engine judges times by the clock of the process, and a proof from the
 * future is valid for as long again.
 */
const margin = proofSeconds;

/**
 * Remembers that a proof was used, on all nodes.
 * @param now seconds since 1970
 * @returns whether the proof was new
 */
export async function useProof(pool: Pool, orgId: string, proof: Proof, now: number): Promise<boolean> {
  const { issuer, until } = proof;
  const payload = JSON.stringify({ iat: now, exp: until, iss: issuer, kind: 'ReplayDetection' });
  return rememberOidcProof(pool, keyOfProof(orgId, proof), payload, Math.max(1, until - now) + margin);
}

/**
 * Remembers that a request to the API was proved by this proof of the command line. A proof that was used at the token endpoint is not new
 * either.
 * @param now seconds since 1970
 * @returns whether the proof was new
 */
export const useApiProof = (pool: Pool, orgId: string, jti: string, now: number): Promise<boolean> =>
  useProof(pool, orgId, { issuer: commandLineId, jti, until: now + proofSeconds }, now);
