import { AppWindow, Building2, Globe, type LucideIcon, Server, Smartphone, Tv } from 'lucide-react';
import type {
  NameIdFormat,
  AttributeMappingInput,
  OidcClientInput,
  ServiceProviderInput,
  OidcAuthMethod,
  OidcClientCore,
} from '../../generated/types.gen.ts';
import type { texts } from '../../texts/applications.ts';
import { texts as ui } from '../../texts/ui.ts';
import {
  originsOf,
  refusalOfAddress,
  refusalOfAddresses,
  refusalOfOrigins,
  refusalOfSource,
} from './address-rules.ts';

export const kinds = ['web', 'spa', 'native', 'device', 'machine', 'saml'] as const;
export type Kind = (typeof kinds)[number];

export const icons: Readonly<Record<Kind, LucideIcon>> = {
  web: Globe,
  spa: AppWindow,
  native: Smartphone,
  device: Tv,
  machine: Server,
  saml: Building2,
};

export const deviceCode = 'urn:ietf:params:oauth:grant-type:device_code';

/** The values that the wizard asks for. The names are those of the API. */
export interface Values extends Record<string, unknown> {
  name: string;
  description: string;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  allowedOrigins: string[];
  scopes: string[];
  hasRefresh: boolean;
  consentRequired: boolean;
  idTokenClaims: boolean;
  allowedGroups: string[];
  resources: string[];
  tokenEndpointAuthMethod: OidcAuthMethod;
  jwksUri: string;
  by: 'url' | 'xml' | 'fields';
  metadataUrl: string;
  metadataXml: string;
  entityId: string;
  acsUrl: string;
  nameIdFormat: NameIdFormat | null;
  attributeMappings: AttributeMappingInput[];
}

export const empty: Values = {
  name: '',
  description: '',
  redirectUris: [],
  postLogoutRedirectUris: [],
  allowedOrigins: [],
  scopes: [],
  hasRefresh: true,
  consentRequired: true,
  idTokenClaims: true,
  allowedGroups: [],
  resources: [],
  tokenEndpointAuthMethod: 'client_secret_basic',
  jwksUri: '',
  by: 'url',
  metadataUrl: '',
  metadataXml: '',
  entityId: '',
  acsUrl: '',
  nameIdFormat: null,
  attributeMappings: [],
};

export type FieldName = keyof typeof texts.wizard.fields;

export interface Step {
  name: keyof typeof texts.wizard.steps;
  fields: readonly FieldName[];
}

const about: Step = { name: 'about', fields: ['name', 'description'] };
const addresses: Step = { name: 'addresses', fields: ['redirectUris', 'postLogoutRedirectUris'] };
const people = ['scopes', 'resources', 'hasRefresh', 'consentRequired', 'allowedGroups'] as const;
/** Applications on servers and devices often read the user from the ID token alone. A page in a browser can call userinfo. */
const withClaims = [
  'scopes',
  'resources',
  'idTokenClaims',
  'hasRefresh',
  'consentRequired',
  'allowedGroups',
] as const;

/** The steps of each kind, with only the fields that it has. */
export const steps: Readonly<Record<Kind, readonly Step[]>> = {
  web: [about, addresses, { name: 'access', fields: withClaims }],
  spa: [
    about,
    { ...addresses, fields: [...addresses.fields, 'allowedOrigins'] },
    { name: 'access', fields: people },
  ],
  native: [about, addresses, { name: 'access', fields: withClaims }],
  device: [about, { name: 'access', fields: people }],
  machine: [about, { name: 'access', fields: ['scopes', 'resources', 'tokenEndpointAuthMethod', 'jwksUri'] }],
  saml: [
    { name: 'metadata', fields: ['by', 'metadataUrl', 'metadataXml', 'entityId', 'acsUrl', 'name'] },
    { name: 'users', fields: ['nameIdFormat', 'attributeMappings', 'allowedGroups'] },
  ],
};

/** Whether a field is asked for, by what was chosen before. */
export function isAsked(field: FieldName, { by, tokenEndpointAuthMethod }: Values): boolean {
  if (field === 'metadataUrl') return by === 'url';
  if (field === 'metadataXml') return by === 'xml';
  if (field === 'acsUrl') return by === 'fields';
  return field !== 'jwksUri' || tokenEndpointAuthMethod === 'private_key_jwt';
}

/** Whether a field must not be empty. */
export const isRequired = (field: FieldName, kind: Kind, { by }: Values): boolean =>
  field === 'name'
    ? kind !== 'saml' || by === 'fields'
    : field === 'entityId'
      ? by === 'fields'
      : ['redirectUris', 'jwksUri', 'metadataUrl', 'metadataXml', 'acsUrl'].includes(field);

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : value === '' || value === null;

const ofAddress = (field: FieldName, kind: Kind, values: Values): string | undefined => {
  if (field === 'redirectUris' || field === 'postLogoutRedirectUris')
    return refusalOfAddresses(values[field], kind === 'native');
  if (field === 'allowedOrigins') return refusalOfOrigins(values.allowedOrigins);
  if (field === 'acsUrl') return refusalOfAddress(values.acsUrl);
  return field === 'metadataUrl' || field === 'jwksUri' ? refusalOfSource(values[field]) : undefined;
};

/**
 * The refused fields of a step, with the rule of each.
 * @param rule the rules of the contract
 */
export function errorsOf(
  { fields }: Step,
  kind: Kind,
  values: Values,
  rule: (field: string, value: unknown) => string | undefined,
): Partial<Record<FieldName, string>> {
  const refused = fields
    .filter((field) => isAsked(field, values))
    .map((field) => {
      const value = values[field];
      if (isEmpty(value)) return [field, isRequired(field, kind, values) ? ui.rules.required : undefined];
      return [field, rule(field, value) ?? ofAddress(field, kind, values)];
    });
  return Object.fromEntries(refused.filter(([, text]) => text !== undefined)) as Partial<
    Record<FieldName, string>
  >;
}

/** Only what is not empty: the service knows the defaults. */
const filled = <Body extends object>(body: Body): Body =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => !isEmpty(value))) as Body;

export function clientOf(kind: Exclude<Kind, 'saml'>, values: Values): OidcClientInput {
  const { name, description, scopes, resources, redirectUris, postLogoutRedirectUris, allowedGroups } =
    values;
  const common = {
    name,
    description,
    applicationType: kind === 'device' ? ('native' as const) : kind,
    scopes,
    resources,
  };
  if (kind === 'machine') {
    const { tokenEndpointAuthMethod, jwksUri } = values;
    return filled({
      ...common,
      ...(tokenEndpointAuthMethod === 'client_secret_basic' ? {} : { tokenEndpointAuthMethod }),
      ...(tokenEndpointAuthMethod === 'private_key_jwt' ? { jwksUri } : {}),
    });
  }
  const people = {
    ...common,
    allowedGroups,
    ...(values.consentRequired ? {} : { consentRequired: false }),
    ...(values.idTokenClaims && (kind === 'web' || kind === 'native') ? { idTokenClaims: true } : {}),
  };
  const grant = kind === 'device' ? deviceCode : 'authorization_code';
  const isUsual = kind !== 'device' && values.hasRefresh;
  const grants = isUsual
    ? {}
    : { grantTypes: [grant, ...(values.hasRefresh ? ['refresh_token' as const] : [])] as const };
  if (kind === 'device') return filled({ ...people, ...grants }) as OidcClientInput;
  const origins = values.allowedOrigins.length > 0 ? values.allowedOrigins : originsOf(redirectUris);
  return filled({
    ...people,
    ...grants,
    redirectUris,
    postLogoutRedirectUris,
    ...(kind === 'spa' ? { allowedOrigins: origins } : {}),
  }) as OidcClientInput;
}

export function providerOf(values: Values): ServiceProviderInput {
  const { name, by, metadataUrl, metadataXml, entityId, acsUrl } = values;
  const { nameIdFormat, attributeMappings, allowedGroups } = values;
  const source = by === 'url' ? { metadataUrl } : by === 'xml' ? { metadataXml } : { acsUrl };
  // Beside metadata, it selects one of several entities.
  return filled({
    name,
    ...source,
    entityId,
    nameIdFormat,
    attributeMappings,
    allowedGroups,
  }) as ServiceProviderInput;
}

/** The kind of a client that exists. */
export const kindOf = ({
  applicationType,
  grantTypes,
}: Pick<OidcClientCore, 'applicationType' | 'grantTypes'>): Exclude<Kind, 'saml'> =>
  applicationType === 'native' &&
  !grantTypes.includes('authorization_code') &&
  grantTypes.includes(deviceCode)
    ? 'device'
    : applicationType;
