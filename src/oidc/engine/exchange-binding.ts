import {
  type AccessToken,
  type ClientCredentials,
  errors,
  type TokenEndpointGrantContext,
} from 'oidc-provider';
import { proofSeconds } from '../../lib/dpop-proof.ts';
import { clientAlgorithms } from './clients.ts';
import { type DpopProof, verifiedDpop } from './machine/proofs.ts';

/** The tokens of an exchange that may be bound to a key. */
interface Exchanged {
  subject: AccessToken;
  /** Whether the client has got the subject token itself. If not, the client is the API that was called with the token. */
  isOwn: boolean;
  actor: AccessToken | ClientCredentials | undefined;
}

/**
 * Returns the thumbprint of the key that the new token is bound to (RFC 9449 section 5). A bound token becomes a bound token only, or an
 * exchange would make a stolen token work without its key:
 * - The client that got the token proves that it has the key of the token.
 * - An API that was called with the token does not have that key. It proves a key of its own, and the new token is bound to this key.
 * - An actor token is always a token of the client, which proves the key of that token.
 * @returns undefined for a token without a key, which no bound token is exchanged for
 * @throws {errors.InvalidDpopProof} a proof is missing or wrong; {errors.InvalidGrant} it is of another key
 */
export async function keyOfExchange(
  ctx: TokenEndpointGrantContext<object>,
  { subject, isOwn, actor }: Exchanged,
): Promise<string | undefined> {
  const named = [
    ['subject', subject],
    ['actor', actor],
  ] as const;
  for (const [name, token] of named)
    if (token?.['x5t#S256'] !== undefined)
      throw new errors.InvalidGrant(
        `the ${name} token is bound to a certificate; exchange a token without one`,
      );
  const proof = await presentedProof(ctx);
  for (const [name, token] of named) {
    if (token?.jkt === undefined) continue;
    if (!proof)
      throw new errors.InvalidDpopProof(
        `the ${name} token is bound to a key; send a DPoP proof in the header DPoP`,
      );
    if ((name === 'actor' || isOwn) && proof.thumbprint !== token.jkt)
      throw new errors.InvalidGrant(
        `the DPoP proof is of another key than the ${name} token; sign it with the key of the token`,
      );
  }
  return proof && useProof(ctx, proof);
}

/**
 * Returns the thumbprint of the key that a request proves, for a grant without a token.
 * @returns undefined for a request without a proof
 * @throws {errors.InvalidDpopProof} a proof is wrong, or was used before
 */
export async function provedKey(ctx: TokenEndpointGrantContext<object>): Promise<string | undefined> {
  const proof = await presentedProof(ctx);
  return proof && useProof(ctx, proof);
}

/** @throws {errors.InvalidDpopProof} for a proof that was used before (adapter.ts) */
async function useProof(ctx: TokenEndpointGrantContext<object>, proof: DpopProof): Promise<string> {
  const { provider, client } = ctx.oidc;
  await provider.ReplayDetection.unique(client.clientId, proof.jti, engineSeconds(ctx) + proofSeconds);
  return proof.thumbprint;
}

/** @throws {errors.InvalidDpopProof} */
async function presentedProof(ctx: TokenEndpointGrantContext<object>): Promise<DpopProof | undefined> {
  const presented = ctx.get('dpop');
  if (presented === '') return undefined;
  const url = new URL(ctx.oidc.urlFor('token')).href;
  const proof = await verifiedDpop(presented, { method: ctx.method, url, now: engineSeconds(ctx) });
  if (proof) return proof;
  throw new errors.InvalidDpopProof(
    `the DPoP proof is not valid; it needs typ dpop+jwt, an alg of ${clientAlgorithms.join(', ')}, jwk, htm, htu, iat and jti`,
  );
}

/** Returns the seconds since 1970 by the clock of the engine, with which it judges other proofs. */
const engineSeconds = ({ oidc: { provider } }: TokenEndpointGrantContext<object>): number =>
  1 - Object.assign(new provider.BaseToken(), { exp: 1 }).remainingTTL;
