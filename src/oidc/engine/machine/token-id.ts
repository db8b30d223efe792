import type { SignedTokens } from '../access-tokens.ts';
import { looksSigned, signedPrefix } from '../signed-token-id.ts';

/** How a presented token is stored. */
interface TokenId {
  id: string;
  /** As its holders know it; undefined for a token that is not signed. */
  jti: string | undefined;
}

/**
 * Returns the id that a presented token is stored by, after its signature was verified.
 * @param now seconds since 1970
 * @returns undefined for a token that the tenant did not sign, and for the id of a signed one
 */
export async function tokenIdOf(
  presented: string,
  { verifiedJti }: Pick<SignedTokens, 'verifiedJti'>,
  now: number,
): Promise<TokenId | undefined> {
  if (!looksSigned(presented))
    return presented.startsWith(signedPrefix) ? undefined : { id: presented, jti: undefined };
  const jti = await verifiedJti(presented, now);
  return jti === undefined ? undefined : { id: signedPrefix + jti, jti };
}
