import type { Client, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { settingsOf } from './clients.ts';

type Claims = Record<string, unknown>;

/** An ID token while it is made. `scope` names the scopes whose claims it gets. */
interface UnsignedIdToken {
  scope?: string;
  client: Client;
  ctx?: KoaContextWithOIDC;
}

interface IdTokenClass {
  prototype: { payload: (this: UnsignedIdToken) => Promise<Claims> };
}

/** Bytes of claims that fit into an ID token of 8,000 characters. An `id_token_hint` has at most 8,192. */
const mostBytes = 5_000;

/**
 * Gives ID tokens of clients with `idTokenClaims` the claims of the granted scopes. The engine has one setting for all clients
 * (`conformIdTokenClaims`), and gives a token for userinfo the claims of `openid` only (OpenID Connect Core section 5.4). As the patches
 * in `patches.ts`, this one was written for the version of the engine that is named there.
 */
export function addScopedClaims(provider: Provider): void {
  const { prototype } = provider.IdToken as unknown as IdTokenClass;
  const { payload } = prototype;
  prototype.payload = async function () {
    const few = await payload.call(this);
    const granted = this.ctx && grantedScope(this.ctx);
    if (this.scope !== 'openid' || granted === undefined || !settingsOf(this.client).idTokenClaims)
      return few;
    this.scope = granted;
    return fitting(few, await payload.call(this));
  };
}

/**
 * Returns the granted scopes of OpenID Connect. A token for a resource has the scopes of the resource, which may have the names of scopes of the tenant,
 * so the grant says what was granted beside them.
 */
function grantedScope({ oidc }: KoaContextWithOIDC): string | undefined {
  const { AccessToken, Grant, RefreshToken, AuthorizationCode, DeviceCode } = oidc.entities;
  if (!AccessToken?.resourceServer || !Grant) return AccessToken?.scope;
  const isNarrowed = RefreshToken !== undefined && oidc.params?.['scope'] !== undefined;
  const source = AuthorizationCode ?? DeviceCode ?? RefreshToken;
  return Grant.getOIDCScopeFiltered(isNarrowed ? oidc.requestParamScopes : (source?.scopes ?? new Set()));
}

/** Leaves out the longest of the added claims until all fit. */
function fitting(few: Claims, all: Claims): Claims {
  const length = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
  const longest = Object.keys(all)
    .filter((name) => !(name in few))
    .toSorted((one, other) => length(all[one]) - length(all[other]));
  while (length(all) > mostBytes && longest.length > 0) delete all[longest.pop() ?? ''];
  return all;
}
