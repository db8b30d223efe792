import type { OidcAuthMethod, OidcClient, OidcGrantType } from '../../generated/types.gen.ts';
import { texts } from '../../texts/applications.ts';
import { choicesOf } from '../../ui/settings-form.tsx';
import type { SettingsField } from '../../ui/settings-input.tsx';
import { JwksField } from './jwks-field.tsx';
import { deviceCode } from './kinds.ts';

type Name = Extract<keyof OidcClient, string>;
type Field = SettingsField<Name>;
type Type = OidcClient['applicationType'];

const { fields: labels, groups } = texts;

/** The grants that each type may have (docs/oidc-clients.md). */
const grants: Readonly<Record<Type, readonly OidcGrantType[]>> = {
  web: [
    'authorization_code',
    'refresh_token',
    'client_credentials',
    deviceCode,
    'urn:ietf:params:oauth:grant-type:token-exchange',
    'urn:ietf:params:oauth:grant-type:jwt-bearer',
  ],
  spa: ['authorization_code', 'refresh_token'],
  native: ['authorization_code', 'refresh_token', deviceCode],
  machine: ['client_credentials'],
};

const withSecret: readonly OidcAuthMethod[] = ['client_secret_basic', 'client_secret_post'];
const methods: Readonly<Record<Type, readonly OidcAuthMethod[]>> = {
  web: [...withSecret, 'private_key_jwt', 'none'],
  spa: ['none'],
  native: ['none'],
  machine: [...withSecret, 'private_key_jwt'],
};

const chosen = (words: Readonly<Record<string, string>>, values: readonly string[]) =>
  choicesOf(words).filter(({ value }) => values.includes(value));

const warnOfSecret = (from: unknown, to: unknown): string | undefined =>
  withSecret.includes(from as OidcAuthMethod) && !withSecret.includes(to as OidcAuthMethod)
    ? texts.losesSecret
    : undefined;

const field = (name: keyof typeof labels & Name, kind: Field['kind'], more: Partial<Field> = {}): Field => ({
  name,
  label: labels[name],
  kind,
  ...more,
});

/** The settings of a client. A machine has no users, so it has fewer. */
export function clientFields(type: Type): Field[] {
  const people = (...fields: Field[]): Field[] => (type === 'machine' ? [] : fields);
  const ofGroup = (group: string, fields: Field[]): Field[] => fields.map((one) => ({ ...one, group }));
  return [
    ...ofGroup(groups.about, [
      field('name', 'text'),
      field('description', 'text?'),
      ...people(
        field('logoUri', 'text?'),
        field('clientUri', 'text?'),
        field('initiateLoginUri', 'text?', { text: texts.hints.initiateLoginUri }),
      ),
    ]),
    ...people(
      ...ofGroup(groups.addresses, [
        field('redirectUris', 'list'),
        field('postLogoutRedirectUris', 'list'),
        field('allowedOrigins', 'list'),
        field('backchannelLogoutUri', 'text?', { text: texts.hints.backchannelLogoutUri }),
      ]),
    ),
    ...ofGroup(groups.access, [
      field('grantTypes', 'choices', { choices: chosen(texts.grants, grants[type]) }),
      field('scopes', 'list'),
      field('resources', 'list', { text: texts.hints.resources }),
      field('servedResources', 'list', { text: texts.hints.servedResources }),
      ...people(
        field('subjectType', 'choice', { choices: choicesOf(texts.subjects), text: texts.hints.subjectType }),
        field('consentRequired', 'switch'),
        field('allowedGroups', 'groups?', { text: texts.hints.allowedGroups }),
      ),
    ]),
    ...ofGroup(groups.tokens, [
      field('accessTokenFormat', 'choice', { choices: choicesOf(texts.tokenFormats) }),
      field('accessTokenSigningAlg', 'choice', { choices: choicesOf(texts.algorithms) }),
      field('accessTokenTtl', 'seconds'),
      ...people(
        field('idTokenSignedResponseAlg', 'choice', { choices: choicesOf(texts.algorithms) }),
        field('idTokenTtl', 'seconds'),
        field('idTokenClaims', 'switch', { text: texts.hints.idTokenClaims }),
        field('refreshTokenTtl', 'seconds'),
        field('refreshReuseWindow', 'seconds', { text: texts.hints.refreshReuseWindow }),
        field('refreshTokenRotation', 'switch'),
      ),
      field('dpopBoundAccessTokens', 'switch'),
    ]),
    ...ofGroup(groups.authentication, [
      field('tokenEndpointAuthMethod', 'choice', {
        choices: chosen(texts.methods, methods[type]),
        warns: warnOfSecret,
      }),
      field('profile', 'choice?', {
        choices: [{ value: 'FAPI2', label: 'FAPI 2.0' }],
        text: texts.hints.profile,
      }),
      field('jwksUri', 'text?'),
      ...people(
        field('requirePkce', 'switch'),
        field('requirePushedAuthorizationRequests', 'switch'),
        field('requireSignedRequestObject', 'switch'),
      ),
      field('requireIssuerAudience', 'switch'),
      field('jwks', 'text?', {
        text: texts.hints.jwks,
        input: (props) => <JwksField {...props} />,
      }),
    ]),
  ];
}
