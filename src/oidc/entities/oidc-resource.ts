import { defineEntity, p } from '@mikro-orm/core';
import { lasting, lastingFilters } from '../../platform/entities/owned.ts';

/** A scope of one resource. Null texts are not shown. */
export interface ResourceScope {
  name: string;
  displayName: string | null;
  description: string | null;
}

const OidcResourceSchema = defineEntity({
  name: 'OidcResource',
  tableName: 'oidc_resources',
  properties: {
    ...lasting,
    identifier: p.string(),
    name: p.string(),
    description: p.string().strictNullable(),
    scopes: p.json<ResourceScope[]>(),
    accessTokenTtl: p.integer(),
    accessTokenFormat: p.enum(['jwt', 'opaque'] as const),
    clients: p.array().strictNullable(),
    agents: p.boolean(),
    servedBy: p.array(),
  },
  filters: lastingFilters,
});

/** An API that clients ask tokens for (RFC 8707). A deleted one is gone. */
export class OidcResource extends OidcResourceSchema.class {}
OidcResourceSchema.setClass(OidcResource);
