import { type AccessToken, Provider, type RefreshToken } from 'oidc-provider';
import {
  familyOfUserToken,
  newUserToken,
  userRefreshTokenPrefix,
  userTokenPrefix,
} from '../../lib/secret.ts';
import { isCommandLine } from '../../lib/command-line-id.ts';
import { narrowerScopes } from '../command-line.ts';
import { changeNarrowedScopes, changeTokenIds } from './token-patches.ts';

/**
 * Gives the tokens of the command line the form of our secrets, so that scanners find them, and lets its refreshes ask for less in other words
 * (docs/decisions/0128).
 */
export function formUserTokens(provider: Provider): void {
  changeTokenIds(provider, (token) => {
    if (!isCommandLine(token.clientId)) return undefined;
    const prefix = token.kind === 'AccessToken' ? userTokenPrefix : userRefreshTokenPrefix;
    return newUserToken(prefix, familyNow());
  });
  changeNarrowedScopes(provider, (token, scopes) =>
    isCommandLine(token.clientId) ? narrowerScopes(scopes) : scopes,
  );
}

/**
 * Returns the family of the tokens that the request is answered with. A refresh keeps the family of the token that it presents. At a
 * sign-in, the first token begins the family.
 */
function familyNow(): string | undefined {
  const { RefreshToken: refreshed, AccessToken: issued } = Provider.ctx?.oidc.entities ?? {};
  const { RotatedRefreshToken: rotated } = (Provider.ctx?.oidc.entities ?? {}) as {
    RotatedRefreshToken?: RefreshToken;
  };
  const tokens: (AccessToken | RefreshToken | undefined)[] = [rotated, refreshed, issued];
  return tokens.map((token) => familyOfUserToken(token?.jti ?? '')).find((family) => family !== undefined);
}
