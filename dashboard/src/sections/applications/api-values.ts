import type { OidcAccessTokenFormat, OidcResource } from '../../generated/types.gen.ts';

/** A scope of a resource, as the form has it. */
interface ScopeValues {
  name: string;
  displayName: string;
  description: string;
}

/** The fields of the form of a resource. A text that is empty is null. */
export interface ApiValues extends Record<string, unknown> {
  identifier: string;
  name: string;
  description: string;
  scopes: ScopeValues[];
  accessTokenTtl: number;
  accessTokenFormat: OidcAccessTokenFormat;
  /** Null admits every registered client. */
  clients: string[] | null;
  agents: boolean;
  servedBy: string[];
}

export const empty: ApiValues = {
  identifier: '',
  name: '',
  description: '',
  scopes: [],
  accessTokenTtl: 600,
  accessTokenFormat: 'jwt',
  clients: [],
  agents: false,
  servedBy: [],
};

export const valuesOf = ({ description, scopes, clients, ...resource }: OidcResource): ApiValues => ({
  identifier: resource.identifier,
  name: resource.name,
  description: description ?? '',
  scopes: scopes.map((scope) => ({
    name: scope.name,
    displayName: scope.displayName ?? '',
    description: scope.description ?? '',
  })),
  accessTokenTtl: resource.accessTokenTtl,
  accessTokenFormat: resource.accessTokenFormat,
  clients,
  agents: resource.agents,
  servedBy: resource.servedBy,
});

const orNull = (text: string): string | null => (text === '' ? null : text);

/** Returns what the form sends. The identifier is sent at the creation only. */
export const bodyOf = ({ name, description, scopes, ...values }: ApiValues) => ({
  name,
  description: orNull(description),
  scopes: scopes.map((scope) => ({
    name: scope.name,
    displayName: orNull(scope.displayName),
    description: orNull(scope.description),
  })),
  accessTokenTtl: values.accessTokenTtl,
  accessTokenFormat: values.accessTokenFormat,
  clients: values.clients,
  agents: values.agents,
  servedBy: values.servedBy,
});
