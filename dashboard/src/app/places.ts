import { texts } from '../texts/app.ts';

/** Settings, or a list in a tab, that the command palette finds by other words, too. */
export interface Place {
  title: string;
  /** Words that users may type instead. */
  words: string;
  path: string;
  /** Its tab. */
  tab?: string;
  /** The permission without which it is not offered. */
  needs?: string;
}

const { places: titles } = texts.palette;
const needs = 'auth_config.read';

export const places: readonly Place[] = [
  {
    title: titles.passwords,
    words: 'password rules policy length complexity breached lockout expiry reset',
    path: 'sign-in',
    tab: 'passwords',
    needs,
  },
  {
    title: titles.apps,
    words: 'mfa 2fa totp otp authenticator app second factor two-step enforcement',
    path: 'sign-in',
    tab: 'apps',
    needs,
  },
  {
    title: titles.passkeys,
    words: 'webauthn fido security key passwordless',
    path: 'sign-in',
    tab: 'passkeys',
    needs,
  },
  {
    title: titles.links,
    words: 'magic link email passwordless access pass',
    path: 'sign-in',
    tab: 'links',
    needs,
  },
  {
    title: titles.registration,
    words: 'sign up self-service create account join',
    path: 'sign-in',
    tab: 'registration',
    needs,
  },
  {
    title: titles.social,
    words: 'google apple github microsoft facebook oauth sso login',
    path: 'sign-in',
    tab: 'social',
    needs,
  },
  {
    title: titles.branding,
    words: 'logo color colour theme design appearance language name favicon',
    path: 'sign-in',
    tab: 'branding',
    needs,
  },
  {
    title: titles.mails,
    words: 'email mail template text invitation greeting subject footer',
    path: 'sign-in',
    tab: 'mails',
    needs,
  },
  {
    title: titles.connections,
    words: 'sso single sign-on saml openid idp enterprise federation okta entra',
    path: 'connections',
    needs: 'federation.read',
  },
  {
    title: titles.domains,
    words: 'dns txt record verify company email domain',
    path: 'connections',
    tab: 'domains',
    needs: 'federation.read',
  },
  {
    title: titles.setupLinks,
    words: 'customer administrator self-service sso invite',
    path: 'connections',
    tab: 'links',
    needs: 'federation.read',
  },
  {
    title: titles.directory,
    words: 'scim provisioning sync okta entra directory',
    path: 'scim',
    needs: 'scim_tokens.read',
  },
  {
    title: titles.locations,
    words: 'ip address network country allowlist trusted office',
    path: 'access',
    tab: 'locations',
    needs: 'conditional_access.read',
  },
  {
    title: titles.devices,
    words: 'mdm managed compliant certificate laptop phone trust',
    path: 'access',
    tab: 'devices',
    needs: 'conditional_access.read',
  },
  {
    title: titles.decisions,
    words: 'blocked sign-in why denied conditional access log',
    path: 'access',
    tab: 'decisions',
    needs: 'conditional_access.read',
  },
  {
    title: titles.scopes,
    words: 'oauth scope claim permission custom',
    path: 'applications/scopes',
    needs: 'oidc.read',
  },
  {
    title: titles.resources,
    words: 'api audience mcp server agent resource indicator',
    path: 'applications/resources',
    needs: 'oidc.read',
  },
  {
    title: titles.attributes,
    words: 'custom fields profile schema user metadata',
    path: 'users/attribute-schema',
    needs: 'directory.read',
  },
  {
    title: titles.alertRules,
    words: 'notification email notify threshold alarm slack teams pagerduty channel',
    path: 'alerts/rules',
    needs: 'alerts.read',
  },
  {
    title: titles.integrity,
    words: 'tamper chain proof signature verify audit',
    path: 'audit/integrity',
    needs: 'audit.read',
  },
  {
    title: titles.organization,
    words: 'name tenant id company settings quota',
    path: 'settings',
    tab: 'organization',
  },
  {
    title: titles.members,
    words: 'roles administrators owners team rights permissions',
    path: 'settings',
    tab: 'members',
    needs: 'directory.read',
  },
  {
    title: titles.apiKeys,
    words: 'api key token management secret bearer',
    path: 'settings',
    tab: 'api-keys',
    needs: 'credentials.read',
  },
  {
    title: titles.keys,
    words: 'jwks certificate rotate signing key saml id token',
    path: 'settings',
    tab: 'keys',
    needs: 'keys.read',
  },
];
