import type { OidcResource as OidcResourceBody } from '../../../generated/types/types.gen.ts';
import type { OidcResource } from '../entities/oidc-resource.ts';

export const viewOidcResource = (resource: OidcResource): OidcResourceBody => ({
  id: resource.id,
  identifier: resource.identifier,
  name: resource.name,
  description: resource.description,
  scopes: resource.scopes,
  accessTokenTtl: resource.accessTokenTtl,
  accessTokenFormat: resource.accessTokenFormat,
  clients: resource.clients,
  agents: resource.agents,
  servedBy: resource.servedBy,
  createdAt: resource.createdAt.toISOString(),
  updatedAt: resource.updatedAt.toISOString(),
  createdBy: resource.createdBy,
});
