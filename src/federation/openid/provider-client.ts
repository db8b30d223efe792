import type { JWK } from 'jose';
import type { OAuthPreset } from '../social/presets.ts';

/** A provider as it is spoken to: a social provider, or a connection to an identity provider. */
export interface ProviderClient {
  orgId: string;
  id: string;
  version: number;
  server: OidcServer | OAuthServer;
  clientId: string;
  authentication: ClientAuthentication;
  scopes: readonly string[];
  callbackUrl: string;
  /** Whether the provider returns the nonce. A nonce belongs to OpenID Connect. */
  nonce: boolean;
  pkce: boolean;
  /** Whether it answers by a form of its own site. */
  formPost: boolean;
}

/** A server that publishes what it is (OpenID Connect Discovery). */
export interface OidcServer {
  flow: 'oidc';
  issuer: string;
  /** The address of the discovery document, if it does not follow from the issuer. */
  discoveryUrl: string | null;
  /** Whether the document must name the issuer character by character. A preset for many tenants names another one. */
  isExact: boolean;
}

/** A server that is known from a preset. */
export interface OAuthServer extends Pick<OAuthPreset, 'account'> {
  flow: 'oauth';
  endpoints: ReturnType<OAuthPreset['endpoints']>;
}

/** How we authenticate at the token endpoint. */
export type ClientAuthentication =
  | { method: 'none' }
  /** `any`: in the header if the server takes that, else in the body. */
  | { method: 'secret'; secret: string; place: 'header' | 'body' | 'any' }
  /** `origin`: ours. A client id below it would make the assertion look like a token of ours. */
  | { method: 'private_key_jwt'; keys: readonly ClientKey[]; origin: string };

/** A private key whose public half the tenant publishes. The first of an algorithm signs. */
export type ClientKey = JWK & { kid: string; alg: string };
