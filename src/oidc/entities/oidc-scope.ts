import { defineEntity, p } from '@mikro-orm/core';
import { lasting, lastingFilters } from '../../platform/entities/owned.ts';
import type { ClaimMapping } from '../claim-source.ts';

const OidcScopeSchema = defineEntity({
  name: 'OidcScope',
  tableName: 'oidc_scopes',
  properties: {
    ...lasting,
    name: p.string(),
    displayName: p.string(),
    description: p.string().strictNullable(),
    claims: p.json<ClaimMapping[]>(),
    isDefault: p.boolean(),
  },
  filters: lastingFilters,
});

/** A scope of the organization's own, and the claims that clients get with it (decisions 6.7). A deleted one is gone. */
export class OidcScope extends OidcScopeSchema.class {}
OidcScopeSchema.setClass(OidcScope);
