import type { OidcScope as OidcScopeBody } from '../../../generated/types/types.gen.ts';
import type { OidcScope } from '../entities/oidc-scope.ts';

export const viewOidcScope = (scope: OidcScope): OidcScopeBody => ({
  id: scope.id,
  name: scope.name,
  displayName: scope.displayName,
  description: scope.description,
  claims: scope.claims,
  isDefault: scope.isDefault,
  createdAt: scope.createdAt.toISOString(),
  updatedAt: scope.updatedAt.toISOString(),
  createdBy: scope.createdBy,
});
