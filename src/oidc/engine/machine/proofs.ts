import { hash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';
import { proofSeconds } from '../../../lib/dpop-proof.ts';
import { isFramed } from '../../../lib/jwt.ts';
import { keyOfProof, type Proof, useProof } from '../../used-proofs.ts';
import { clientAlgorithms } from '../clients.ts';
import type { EngineParts } from '../parts.ts';
import { deleteOidcArtifact } from '../../sql/oidc-artifacts.ts';

/** A proof of possession of a key (RFC 9449). */
export interface DpopProof {
  jti: string;
  /** The thumbprint of the key. */
  thumbprint: string;
}

/**
 * Verifies a proof by the rules of the engine, which has no nonces here.
 * @param now seconds since 1970
 * @returns undefined for a proof that the engine refuses
 */
export async function verifiedDpop(
  proof: string,
  { method, url, now, accessToken }: { method: string; url: string; now: number; accessToken?: string },
): Promise<DpopProof | undefined> {
  if (!isFramed(proof, 'DPoP proof')) return undefined;
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      algorithms: [...clientAlgorithms],
      typ: 'dpop+jwt',
    });
    const { iat, jti, nonce, htm, htu, ath } = payload;
    if (typeof iat !== 'number' || Math.abs(now - iat) > proofSeconds) return undefined;
    if (iat === 0 || typeof jti !== 'string' || jti === '') return undefined;
    if (nonce !== undefined || htm !== method || typeof htu !== 'string') return undefined;
    const at = new URL(htu);
    at.hash = '';
    at.search = '';
    if (at.href !== url || !protectedHeader.jwk) return undefined;
    if (accessToken !== undefined && ath !== hash('sha256', accessToken, 'base64url')) return undefined;
    return { jti, thumbprint: await calculateJwkThumbprint(protectedHeader.jwk) };
  } catch {
    return undefined;
  }
}

/**
 * Remembers that proofs were used, so that none is used twice. Either all of them are new and are remembered, or none is.
 * @param proofs in the opposite order of the checks of the engine: the engine must still find unused what it checks before the used one
 * @param now seconds since 1970
 * @returns whether all were new
 */
export async function useProofs(
  { pool }: Pick<EngineParts, 'pool'>,
  orgId: string,
  proofs: readonly Proof[],
  now: number,
): Promise<boolean> {
  const used: Proof[] = [];
  for (const proof of proofs) {
    if (!(await useProof(pool, orgId, proof, now))) {
      for (const mine of used) await deleteOidcArtifact(pool, keyOfProof(orgId, mine));
      return false;
    }
    used.push(proof);
  }
  return true;
}
