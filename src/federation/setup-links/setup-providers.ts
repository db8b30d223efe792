// The steps at the identity providers that the pages of setup links show. The names of menus and fields are those of public
// documentation, read in copies on 2026-11-26 (docs/federation.md has the addresses). None of the products was tried. The names are in
// English in every language of the pages. A step names no menu that no documentation confirms.
//
// By default, a connection requires signed assertions and SHA-256. So the steps say it where a product has another default.

/** A step: where to go, what to choose, which value of ours to enter where, or which value to bring back. */
export type SetupStep =
  | { go: string }
  | { choose: string }
  /** Opens our metadata, and saves it as a file. */
  | { save: 'entityId' }
  /** A command of PowerShell, at AD FS. */
  | { run: string }
  | { enter: SetupValue; as: string }
  | { bring: 'issuer' | 'clientId' | 'clientSecret' | 'clientIdAndSecret' | 'metadata'; from: string }
  | { assign: string };

/** A value of ours that the identity provider asks for. */
export type SetupValue = 'callbackUrl' | 'backchannelLogoutUrl' | 'acsUrl' | 'entityId';

export interface SetupProvider {
  id: string;
  name: string;
  /** An example of an issuer, for the hint of the form. */
  issuer: string;
  /** The issuer, if all customers of the provider have the same. */
  fixedIssuer?: string;
  oidc: readonly SetupStep[];
  saml: readonly SetupStep[];
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
    saml: [
      { go: 'Okta Admin Console › Applications › Applications › Create App Integration › SAML 2.0' },
      { enter: 'acsUrl', as: 'Single sign-on URL' },
      { enter: 'entityId', as: 'Audience URI (SP Entity ID)' },
      { choose: 'Name ID format: EmailAddress › Application username: Email' },
      { assign: 'Assignments' },
      { bring: 'metadata', from: 'Sign On › Metadata URL' },
    ],
  },
  {
    id: 'entra',
    name: 'Microsoft Entra ID',
    issuer: 'https://login.microsoftonline.com/00000000-0000-0000-0000-000000000000/v2.0',
    // learn.microsoft.com: "Register an application in Microsoft Entra ID", "Add and manage application credentials"
    oidc: [
      { go: 'Microsoft Entra admin center › Entra ID › App registrations › New registration' },
      {
        choose:
          'Supported account types: Single tenant only (Accounts in this organizational directory only)',
      },
      { enter: 'callbackUrl', as: 'Redirect URI › Web' },
      { bring: 'clientId', from: 'Overview › Application (client) ID' },
      { bring: 'issuer', from: 'https://login.microsoftonline.com/[Overview › Directory (tenant) ID]/v2.0' },
      { bring: 'clientSecret', from: 'Certificates & secrets › New client secret › Value' },
      { choose: 'Token configuration › Add optional claim › ID › email' },
      { assign: 'Enterprise apps › Users and groups' },
    ],
    saml: [
      {
        go: 'Microsoft Entra admin center › Entra ID › Enterprise apps › New application › Create your own application',
      },
      { choose: 'Single sign-on › SAML' },
      { enter: 'entityId', as: 'Basic SAML Configuration › Identifier (Entity ID)' },
      { enter: 'acsUrl', as: 'Basic SAML Configuration › Reply URL (Assertion Consumer Service URL)' },
      { assign: 'Users and groups' },
      { bring: 'metadata', from: 'SAML Certificates › App Federation Metadata Url' },
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
    saml: [
      { go: 'Google Admin console › Apps › Web and mobile apps › Add app › Add custom SAML app' },
      { bring: 'metadata', from: 'Download metadata' },
      { enter: 'acsUrl', as: 'Service provider details › ACS URL' },
      { enter: 'entityId', as: 'Service provider details › Entity ID' },
      { choose: 'Name ID format: EMAIL › Basic Information > Primary email' },
      { assign: 'User access' },
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
    saml: [
      { go: 'PingOne admin console › Applications › Applications › Add Application › SAML Application' },
      { choose: 'Manually Enter' },
      { enter: 'acsUrl', as: 'ACS URLs' },
      { enter: 'entityId', as: 'Entity ID' },
      // The NameID is the ID of the user.
      { choose: 'Attribute Mappings › email = Email Address' },
      { assign: 'Access' },
      { bring: 'metadata', from: 'IDP Metadata URL, Download Metadata' },
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
    saml: [
      { go: 'OneLogin Administration › Applications › Add App › SAML Custom Connector (Advanced)' },
      { enter: 'entityId', as: 'Configuration › Audience (EntityID)' },
      {
        enter: 'acsUrl',
        as: 'Configuration › Recipient, ACS (Consumer) URL Validator, ACS (Consumer) URL',
      },
      { choose: 'Configuration › SAML nameID format: Email › SAML signature element: Assertion' },
      { choose: 'SSO › SAML Signature Algorithm: SHA-256' },
      { assign: 'Access' },
      { bring: 'metadata', from: 'SSO › Issuer URL, More Actions › SAML Metadata' },
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
    saml: [
      { go: 'JumpCloud Admin Portal › SSO Applications › Add New Application › Custom Application' },
      { choose: 'Manage Single Sign-On (SSO) › Configure SSO with SAML' },
      { enter: 'entityId', as: 'SSO › SP Entity ID' },
      { enter: 'acsUrl', as: 'SSO › ACS URLs' },
      { choose: 'SSO › SAMLSubject NameID: email › SAMLSubject NameID Format: emailAddress' },
      { choose: 'SSO › Signature Algorithm: RSA-SHA256 › Sign: Assertion › Declare Redirect Endpoint' },
      { assign: 'User Groups' },
      { bring: 'metadata', from: 'SSO › JumpCloud Metadata › Copy Metadata URL, Export Metadata' },
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
    saml: [
      { go: 'AD FS Management › Relying Party Trusts › Add Relying Party Trust › Claims aware' },
      { enter: 'entityId', as: 'Import data about the relying party published online or on a local network' },
      {
        choose:
          'Edit Claim Issuance Policy › Add Rule › Send LDAP Attributes as Claims › E-Mail-Addresses: E-Mail Address',
      },
      { choose: 'Add Rule › Transform an Incoming Claim › E-Mail Address: Name ID, Email' },
      // AD FS encrypts with AES-CBC for a certificate of the metadata. We decrypt CBC only in a response that is signed itself.
      {
        run: 'Set-AdfsRelyingPartyTrust -TargetName "[Display name]" -SamlResponseSignature MessageAndAssertion',
      },
      { bring: 'metadata', from: 'https://[AD FS]/FederationMetadata/2007-06/FederationMetadata.xml' },
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
      { enter: 'callbackUrl', as: 'Valid redirect URIs' },
      { choose: 'Logout settings › Front channel logout: Off' },
      { enter: 'backchannelLogoutUrl', as: 'Logout settings › Backchannel logout URL' },
      { bring: 'clientSecret', from: 'Credentials › Client Secret' },
      { bring: 'issuer', from: 'Realm settings › OpenID Endpoint Configuration › issuer' },
    ],
    saml: [
      // A client that is made by hand requires the certificate of our requests, and does not sign assertions. The import sets both.
      { save: 'entityId' },
      { go: 'Keycloak Admin Console › Clients › Import client › Browse' },
      {
        choose:
          'Client scopes › …-dedicated › Add predefined mapper › X500 email, X500 givenName, X500 surname',
      },
      { bring: 'metadata', from: 'Realm settings › Endpoints › SAML 2.0 Identity Provider Metadata' },
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
    saml: [
      { enter: 'acsUrl', as: 'Assertion Consumer Service (ACS) URL' },
      { enter: 'entityId', as: 'Entity ID, Audience' },
      { choose: 'Signed assertions (RSA-SHA256), NameID: emailAddress' },
      { bring: 'metadata', from: 'SAML metadata' },
    ],
  },
];
