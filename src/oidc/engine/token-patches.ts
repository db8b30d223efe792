import { type AccessToken, type Client, Provider, type RefreshToken } from 'oidc-provider';

// Overwritten parts of the tokens of the engine, as in `patches.ts`, and for the version that is named there.

/**
 * Gives tokens that a client holds ids of ours. To be called after `formAccessTokens`.
 * @param idFor returns undefined for a token that keeps its id
 */
export function changeTokenIds(
  provider: Provider,
  idFor: (token: AccessToken | RefreshToken) => string | undefined,
): void {
  for (const one of [provider.AccessToken, provider.RefreshToken]) {
    const prototype = one.prototype as unknown as {
      generateTokenId: (this: AccessToken | RefreshToken) => string;
    };
    const { generateTokenId } = prototype;
    prototype.generateTokenId = function () {
      // The engine decides the format of the token here.
      const id = generateTokenId.call(this);
      return idFor(this) ?? id;
    };
  }
}

/**
 * Changes the scopes of a refresh token that a request names scopes for. The engine compares names, and does not know that one scope gives
 * another one. The token is stored with its own scopes.
 */
export function changeNarrowedScopes(
  provider: Provider,
  change: (token: RefreshToken, scopes: readonly string[]) => readonly string[],
): void {
  Object.defineProperty(provider.RefreshToken.prototype, 'scopes', {
    configurable: true,
    get(this: RefreshToken): Set<string> {
      const own = this.scope?.split(' ') ?? [];
      const isNarrowed = Provider.ctx?.oidc.params?.['scope'] !== undefined;
      return new Set(isNarrowed ? change(this, own) : own);
    },
  });
}

/** A client as the engine decides whether its ID tokens have a `sid`. */
interface SessionNamer {
  includeSid: (this: Client) => boolean;
}

/** Gives the ID tokens of more clients a `sid`. The engine gives one to clients that are told of logouts. */
export function nameSessions(provider: Provider, wants: (client: Client) => boolean): void {
  const prototype = provider.Client.prototype as unknown as SessionNamer;
  const { includeSid } = prototype;
  prototype.includeSid = function () {
    return includeSid.call(this) || wants(this);
  };
}
