import type { AccessToken, Client, ClientCredentials, KoaContextWithOIDC, RefreshToken } from 'oidc-provider';
import { isCommandLine } from '../../lib/command-line-id.ts';
import { isStranger } from '../strangers.ts';
import { mayAct } from './accounts.ts';
import { settingsOf } from './clients.ts';
import type { EngineParts } from './parts.ts';
import type { Resources } from './resource-scopes.ts';
import { isAudience, type ResourceParts, scopesOfResource } from './resources.ts';

type Token = AccessToken | ClientCredentials | RefreshToken;

/**
 * Decides which clients may introspect a token (decisions 6.7). The client must authenticate, and the token must be its
 * own or made for it. A token is invalid for all clients if its client is deleted, or if its user may no longer use it.
 */
export const introspectionPolicy =
  (orgId: string, resources: Resources, parts: Pick<EngineParts, 'pool' | 'baseUrl'>) =>
  async (ctx: KoaContextWithOIDC, caller: Client, token: Token): Promise<boolean> => {
    if (caller.tokenEndpointAuthMethod === 'none' || isCommandLine(token.clientId)) return false;
    const own = token.clientId === caller.clientId;
    const audience = token.kind === 'RefreshToken' ? undefined : token.aud;
    if (!own && !isAudience(caller, audience, resources)) return false;
    const client = own ? caller : await ctx.oidc.provider.Client.find(token.clientId ?? '');
    if (!client) return false;
    const baseUrl = parts.baseUrl();
    if (!own && isStranger(settingsOf(client)) && !mayAskStill(client, audience, { resources, baseUrl }))
      return false;
    return !('accountId' in token) || mayAct(orgId, parts, { client, userId: token.accountId });
  };

/** Whether a client may still ask for the resource of a token. Nothing else ends an opaque token when a resource is closed to agents. */
function mayAskStill(client: Client, audience: string | string[] | undefined, parts: ResourceParts): boolean {
  const [identifier] = [audience].flat();
  return identifier !== undefined && scopesOfResource(client, identifier, parts) !== undefined;
}

/**
 * Returns whether a client may revoke a token: its own tokens, and no tokens of other clients (RFC 7009 section 2.1).
 */
export const mayRevoke = (_ctx: KoaContextWithOIDC, caller: Client, token: Token): boolean =>
  token.clientId === caller.clientId;
