import { invalid } from '../../../failure.ts';
import { covers, exceeding } from '../../../lib/scope.ts';
import type { PolicyKind } from '../types.ts';

/** `*` is denied by name alone: a denied `*` that stood for everything would leave nothing to carry. */
const isDenied = (scope: string, denied: string): boolean =>
  scope === denied || (denied !== '*' && covers(denied, scope));

/** Also what gives a denied scope, as `*` gives them all. */
const isRefused = (scope: string, denied: string): boolean =>
  isDenied(scope, denied) || covers(scope, denied);

const mostShown = 20;

export interface ScopeRestrictionParameters {
  allowedScopes?: string[];
  deniedScopes?: string[];
}

export const scopeRestriction: PolicyKind<ScopeRestrictionParameters> = {
  schema: 'ScopeRestrictionParameters',
  operations: [
    'createCredential',
    'createJitCredential',
    'exchangeToken',
    'updateCredential',
    'verifyCredential',
    'authenticate',
  ],
  normalize(parameters) {
    const { allowedScopes, deniedScopes = [] } = parameters;
    const useless = (allowedScopes ?? []).findIndex((scope) =>
      deniedScopes.some((one) => isDenied(scope, one)),
    );
    if (useless !== -1)
      throw invalid(`parameters.allowedScopes.${useless}`, 'must not also be in deniedScopes');
    return parameters;
  },
  compile: ({ allowedScopes, deniedScopes = [] }) => {
    const ceiling = allowedScopes ?? null;
    return ({ scopes }) => {
      if (scopes === undefined) return undefined;
      const refused = new Set(exceeding(ceiling, scopes));
      for (const scope of scopes)
        for (const denied of deniedScopes) if (isRefused(scope, denied)) refused.add(scope);
      if (refused.size === 0) return undefined;
      return {
        reason: 'it has scopes that the policy does not allow',
        details: { scopes: [...refused].slice(0, mostShown) },
      };
    };
  },
};
