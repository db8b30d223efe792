import type { AccessToken, Client, ClientCredentials, KoaContextWithOIDC, RefreshToken } from 'oidc-provider';
import { mayAct } from './accounts.ts';
import type { EngineParts } from './parts.ts';
import { isAudience } from './resources.ts';

type Token = AccessToken | ClientCredentials | RefreshToken;

/**
 * Who may learn what a token is (decisions 6.7): a client that can prove who it is, of its own tokens and of those made for
 * it. A token whose client is gone, or whose person may not use it any more, is nobody's.
 */
export const introspectionPolicy =
  (orgId: string, parts: Pick<EngineParts, 'pool'>) =>
  async (ctx: KoaContextWithOIDC, caller: Client, token: Token): Promise<boolean> => {
    if (caller.tokenEndpointAuthMethod === 'none') return false;
    const own = token.clientId === caller.clientId;
    if (!own && (token.kind === 'RefreshToken' || !isAudience(caller, token.aud))) return false;
    const client = own ? caller : await ctx.oidc.provider.Client.find(token.clientId ?? '');
    if (!client) return false;
    return !('accountId' in token) || mayAct(orgId, parts, { client, userId: token.accountId });
  };

/** A client ends its own tokens and nobody else's (RFC 7009 section 2.1). */
export const mayRevoke = (_ctx: KoaContextWithOIDC, caller: Client, token: Token): boolean =>
  token.clientId === caller.clientId;
