/** The part of @node-saml/node-saml that tests use. Its own declarations load the types of browsers for all of the project. */

export interface Profile {
  nameID: string;
  nameIDFormat: string;
  sessionIndex?: string;
  attributes?: Record<string, unknown>;
}

export interface Options {
  callbackUrl: string;
  entryPoint: string;
  logoutUrl?: string;
  issuer: string;
  audience: string;
  idpCert: string | string[] | ((done: (error: null, certificates: string[]) => void) => void);
  idpIssuer: string;
  privateKey?: string;
  publicCert?: string;
  decryptionPvk?: string;
  signatureAlgorithm?: 'sha256' | 'sha512';
  digestAlgorithm?: 'sha256' | 'sha512';
  wantAssertionsSigned: boolean;
  wantAuthnResponseSigned: boolean;
  validateInResponseTo: 'never' | 'ifPresent' | 'always';
  authnRequestBinding?: 'HTTP-POST' | 'HTTP-Redirect';
  skipRequestCompression?: boolean;
  identifierFormat?: string | null;
  passive?: boolean;
  forceAuthn?: boolean;
  authnContext?: string[];
  /** Where it notes the requests that wait for a response. */
  cacheProvider?: {
    saveAsync: (key: string, value: string) => Promise<{ value: string; createdAt: number }>;
    getAsync: (key: string) => Promise<string | null>;
    removeAsync: (key: string | null) => Promise<string | null>;
  };
}

type Query = Record<string, string>;

export class SAML {
  readonly options: Options;
  constructor(options: Options);
  getAuthorizeUrlAsync(relayState: string, host: string | undefined, options: object): Promise<string>;
  getAuthorizeMessageAsync(relayState: string, host: string | undefined): Promise<Query>;
  getLogoutResponseUrlAsync(
    request: Profile & { ID: string },
    relayState: string,
    options: object,
    success: boolean,
  ): Promise<string>;
  getLogoutUrlAsync(user: Profile, relayState: string, options: object): Promise<string>;
  validatePostResponseAsync(form: Query): Promise<{ profile: Profile | null; loggedOut: boolean }>;
  validatePostRequestAsync(form: Query): Promise<{ profile: Profile | null; loggedOut: boolean }>;
  validateRedirectAsync(
    query: Query,
    original: string,
  ): Promise<{ profile: Profile | null; loggedOut: boolean }>;
  generateServiceProviderMetadata(decryption: string | null, signing: string | null): string;
}
