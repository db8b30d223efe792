import type { AccessToken, Client, ClientCredentials, KoaContextWithOIDC, RefreshToken } from 'oidc-provider';
import { isCommandLine } from '../../lib/command-line-id.ts';
import { mayAct } from './accounts.ts';
import type { EngineParts } from './parts.ts';
import type { Resources } from './resource-scopes.ts';
import { isAudience } from './resources.ts';

type Token = AccessToken | ClientCredentials | RefreshToken;

/**
 * Decides which clients may introspect a token (decisions 6.7). The client must authenticate, and the token must be its
 * own or made for it. A token is invalid for all clients if its client is deleted, or if its user may no longer use it.
 */
export const introspectionPolicy =
  (orgId: string, resources: Resources, parts: Pick<EngineParts, 'pool'>) =>
  async (ctx: KoaContextWithOIDC, caller: Client, token: Token): Promise<boolean> => {
    if (caller.tokenEndpointAuthMethod === 'none' || isCommandLine(token.clientId)) return false;
    const own = token.clientId === caller.clientId;
    if (!own && (token.kind === 'RefreshToken' || !isAudience(caller, token.aud, resources))) return false;
    const client = own ? caller : await ctx.oidc.provider.Client.find(token.clientId ?? '');
    if (!client) return false;
    return !('accountId' in token) || mayAct(orgId, parts, { client, userId: token.accountId });
  };

/**
 * Returns whether a client may revoke a token: its own tokens, and no tokens of other clients (RFC 7009 section 2.1).
 */
export const mayRevoke = (_ctx: KoaContextWithOIDC, caller: Client, token: Token): boolean =>
  token.clientId === caller.clientId;
