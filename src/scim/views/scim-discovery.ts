import type {
  ScimResourceType,
  ScimSchema,
  ScimServiceProviderConfig,
} from '../../../generated/types/types.gen.ts';

/** A schema of scim-schemas/ as it is served, without its address. */
type SchemaDocument = Readonly<Record<string, unknown>> & { id: string };

/** The address of a discovery document is the only part that differs between tenants. */
export const viewScimSchema = (document: SchemaDocument, base: string): ScimSchema =>
  ({
    ...document,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${document.id}` },
  }) as ScimSchema;

export interface DescribedType {
  name: string;
  description: string;
  endpoint: string;
  schema: string;
  extensions: readonly string[];
}

/** RFC 7643 section 6. */
export const viewScimResourceType = (
  { name, description, endpoint, schema, extensions }: DescribedType,
  base: string,
): ScimResourceType => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  description,
  endpoint,
  schema,
  ...(extensions.length > 0
    ? { schemaExtensions: extensions.map((urn) => ({ schema: urn, required: false })) }
    : {}),
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
});

export interface Limits {
  bulkOperations: number;
  bulkBytes: number;
  usualCount: number;
  mostCount: number;
}

/** RFC 7643 section 5, and `pagination` of RFC 9865 section 4. */
export const viewScimConfig = (limits: Limits, base: string): ScimServiceProviderConfig => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: true, maxOperations: limits.bulkOperations, maxPayloadSize: limits.bulkBytes },
  filter: { supported: true, maxResults: limits.mostCount },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  pagination: {
    cursor: true,
    index: true,
    defaultPaginationMethod: 'index',
    defaultPageSize: limits.usualCount,
    maxPageSize: limits.mostCount,
  },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'SCIM token',
      description: 'A bearer token that an administrator of the organization creates for one directory',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});
