// The steps at the identity providers that the pages of setup links show. The names of menus and fields are those of their
// public documentation, read on 2026-11-26. They are in English in every language of the pages.

/** A step: where to go, what to choose, which value of ours to enter where, or which value to bring back. */
export type SetupStep =
  | { go: string }
  | { choose: string }
  | { enter: SetupValue; as: string }
  | { bring: 'issuer' | 'clientId' | 'clientSecret' | 'clientIdAndSecret'; from: string }
  | { assign: string };

/** A value of ours that the identity provider asks for. */
export type SetupValue = 'callbackUrl' | 'backchannelLogoutUrl';

export interface SetupProvider {
  id: string;
  name: string;
  /** What issuers look like. */
  issuer: string;
  /** The issuer, if all customers of the provider have the same. */
  fixedIssuer?: string;
  oidc: readonly SetupStep[];
}

export const setupProviders: readonly SetupProvider[] = [
  {
    id: 'okta',
    name: 'Okta',
    issuer: 'https://acme.okta.com',
    // developer.okta.com: "Create OpenID Connect app integrations"
    oidc: [
      { go: 'Okta Admin Console › Applications › Applications › Create App Integration' },
      { choose: 'OIDC - OpenID Connect › Web Application' },
      { enter: 'callbackUrl', as: 'Sign-in redirect URIs' },
      { assign: 'Assignments' },
      { bring: 'clientIdAndSecret', from: 'General › Client Credentials' },
    ],
  },
  {
    id: 'entra',
    name: 'Microsoft Entra ID',
    issuer: 'https://login.microsoftonline.com/00000000-0000-0000-0000-000000000000/v2.0',
    // learn.microsoft.com: "Register an application in Microsoft Entra ID", "Add and manage application credentials"
    oidc: [
      { go: 'Microsoft Entra admin center › Entra ID › App registrations › New registration' },
      { choose: 'Accounts in this organizational directory only' },
      { enter: 'callbackUrl', as: 'Redirect URI › Web' },
      { bring: 'clientId', from: 'Overview › Application (client) ID' },
      { bring: 'issuer', from: 'https://login.microsoftonline.com/[Overview › Directory (tenant) ID]/v2.0' },
      { bring: 'clientSecret', from: 'Certificates & secrets › New client secret › Value' },
      { choose: 'Token configuration › Add optional claim › ID › email' },
      { assign: 'Enterprise applications › Users and groups' },
    ],
  },
  {
    id: 'google',
    name: 'Google Workspace',
    issuer: 'https://accounts.google.com',
    fixedIssuer: 'https://accounts.google.com',
    // developers.google.com: "OpenID Connect", "Setting up OAuth 2.0"
    oidc: [
      { go: 'Google Cloud console › Google Auth Platform › Audience' },
      { choose: 'Internal' },
      { go: 'Clients › Create client' },
      { choose: 'Web application' },
      { enter: 'callbackUrl', as: 'Authorized redirect URIs' },
      { bring: 'clientIdAndSecret', from: 'OAuth client created' },
    ],
  },
  {
    id: 'ping',
    name: 'PingOne',
    issuer: 'https://auth.pingone.eu/00000000-0000-0000-0000-000000000000/as',
    // docs.pingidentity.com: "Adding an application - OIDC Web App"
    oidc: [
      { go: 'PingOne admin console › Applications › Applications › Add Application' },
      { choose: 'OIDC Web App' },
      { enter: 'callbackUrl', as: 'Configuration › Redirect URIs' },
      { choose: 'Resources › openid, profile, email' },
      { assign: 'Access' },
      { bring: 'issuer', from: 'Overview › Issuer' },
      { bring: 'clientIdAndSecret', from: 'Overview › Client ID, Client Secret' },
    ],
  },
  {
    id: 'onelogin',
    name: 'OneLogin',
    issuer: 'https://acme.onelogin.com/oidc/2',
    // developers.onelogin.com: "Connect an OIDC enabled app"
    oidc: [
      { go: 'OneLogin Administration › Applications › Add App › OpenId Connect (OIDC)' },
      { enter: 'callbackUrl', as: 'Configuration › Redirect URIs' },
      { choose: 'SSO › Application Type: Web › Authentication Method: Basic' },
      { bring: 'clientIdAndSecret', from: 'SSO' },
      { bring: 'issuer', from: 'SSO › Issuer URL' },
      { assign: 'Access' },
    ],
  },
  {
    id: 'jumpcloud',
    name: 'JumpCloud',
    issuer: 'https://oauth.id.jumpcloud.com/',
    fixedIssuer: 'https://oauth.id.jumpcloud.com/',
    // jumpcloud.com/support: "SSO with OIDC"
    oidc: [
      { go: 'JumpCloud Admin Portal › SSO Applications › Add New Application › Custom Application' },
      { choose: 'Manage Single Sign-On (SSO) › Configure SSO with OIDC' },
      { enter: 'callbackUrl', as: 'SSO › Redirect URIs' },
      { choose: 'Client Authentication Type: Client Secret Basic' },
      { choose: 'Standard Scopes: Email, Profile' },
      { bring: 'clientIdAndSecret', from: 'Activate' },
      { assign: 'User Groups' },
    ],
  },
  {
    id: 'adfs',
    name: 'AD FS',
    issuer: 'https://adfs.acme.example/adfs',
    // learn.microsoft.com: "Build a web application using OpenID Connect with AD FS 2016 and later"
    oidc: [
      { go: 'AD FS Management › Application Groups › Add Application Group' },
      { choose: 'Server application accessing a web API' },
      { enter: 'callbackUrl', as: 'Redirect URI' },
      { bring: 'clientId', from: 'Client Identifier' },
      { bring: 'clientSecret', from: 'Generate a shared secret' },
      { choose: 'Web API › Identifier = Client Identifier' },
      { choose: 'Permitted scopes: openid, profile, email, allatclaims' },
    ],
  },
  {
    id: 'keycloak',
    name: 'Keycloak',
    issuer: 'https://keycloak.acme.example/realms/acme',
    // keycloak.org, Server Administration Guide: "Creating an OpenID Connect client"
    oidc: [
      { go: 'Keycloak Admin Console › Clients › Create client' },
      { bring: 'clientId', from: 'General settings › Client ID' },
      { choose: 'Client type: OpenID Connect › Client authentication: On › Standard flow' },
      { enter: 'callbackUrl', as: 'Login settings › Valid redirect URIs' },
      { enter: 'backchannelLogoutUrl', as: 'Logout settings › Backchannel logout URL' },
      { bring: 'clientSecret', from: 'Credentials › Client Secret' },
      { bring: 'issuer', from: 'Realm settings › OpenID Endpoint Configuration › issuer' },
    ],
  },
  {
    id: 'generic',
    name: 'OpenID Connect',
    issuer: 'https://login.acme.example',
    oidc: [
      { choose: 'Web application › Authorization Code, PKCE (S256) › client_secret_basic' },
      { enter: 'callbackUrl', as: 'Redirect URI' },
      { enter: 'backchannelLogoutUrl', as: 'Back-channel logout URI' },
      { choose: 'openid, profile, email' },
      { bring: 'clientIdAndSecret', from: 'Client ID, Client secret' },
      { bring: 'issuer', from: '/.well-known/openid-configuration › issuer' },
    ],
  },
];
