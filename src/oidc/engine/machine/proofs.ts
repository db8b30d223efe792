import { hash } from 'node:crypto';
import { calculateJwkThumbprint, EmbeddedJWK, jwtVerify } from 'jose';
import { isFramed } from '../../../lib/jwt.ts';
import { keyOfProof } from '../../used-proofs.ts';
import { clientAlgorithms } from '../clients.ts';
import type { EngineParts } from '../parts.ts';
import { deleteOidcArtifact, rememberOidcProof } from '../../sql/oidc-artifacts.ts';

/** Something signed that may be presented once. */
export interface Proof {
  /** The client that presents it. */
  issuer: string;
  jti: string;
  /** Seconds since 1970. */
  until: number;
}

/** A proof of possession of a key (RFC 9449). */
export interface DpopProof {
  jti: string;
  /** The thumbprint of the key. */
  thumbprint: string;
}

/** How far the clock of a client may be off. The engine's own number, in seconds. */
export const dpopSeconds = 300;

/**
 * So many seconds longer is a proof remembered than it can be valid. What we do not answer goes to the engine, which judges times by the clock
 * of the process, and a proof from the future is valid for as long again.
 */
const margin = 300;

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
    if (typeof iat !== 'number' || Math.abs(now - iat) > dpopSeconds) return undefined;
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
  const used: ReturnType<typeof keyOfProof>[] = [];
  for (const { issuer, jti, until } of proofs) {
    const key = keyOfProof(orgId, issuer, jti);
    const payload = JSON.stringify({ iat: now, exp: until, iss: issuer, kind: 'ReplayDetection' });
    if (!(await rememberOidcProof(pool, key, payload, Math.max(1, until - now) + margin))) {
      for (const mine of used) await deleteOidcArtifact(pool, mine);
      return false;
    }
    used.push(key);
  }
  return true;
}
