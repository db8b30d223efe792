import type { AccessToken, Client, ClientCredentials, KoaContextWithOIDC, RefreshToken } from 'oidc-provider';
import { isAudience } from './resources.ts';

type Token = AccessToken | ClientCredentials | RefreshToken;

/**
 * Who may learn what a token is (decisions 6.7): a client that can prove who it is, of its own tokens and of those made for
 * it. A token whose client or person is gone is nobody's.
 */
export async function mayIntrospect(ctx: KoaContextWithOIDC, caller: Client, token: Token): Promise<boolean> {
  if (caller.tokenEndpointAuthMethod === 'none') return false;
  const own = token.clientId === caller.clientId;
  if (!own && (token.kind === 'RefreshToken' || !isAudience(caller, token.aud))) return false;
  return own || (await ctx.oidc.provider.Client.find(token.clientId ?? '')) !== undefined;
}

/** A client ends its own tokens and nobody else's (RFC 7009 section 2.1). */
export const mayRevoke = (_ctx: KoaContextWithOIDC, caller: Client, token: Token): boolean =>
  token.clientId === caller.clientId;
