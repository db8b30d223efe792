import type { ClientOrigin } from './client-origin.ts';
import type { OidcClientSettings } from './entities/oidc-client.ts';
import { isId } from '../lib/id.ts';

/** Whether no administrator has made a client. Users read on each page of consent that they alone vouch for it. */
export const isStranger = ({ origin }: { origin: ClientOrigin }): boolean => origin !== 'ADMINISTRATOR';

/** The most characters of the address of a client ID metadata document: as many as recorded decisions of conditional access keep of an application. */
export const mostDocumentUrl = 300;

/**
 * Whether a `client_id` has the form of the address of a client ID metadata document: https, a path, printable ASCII, and neither a fragment, user
 * information nor dot segments (draft-ietf-oauth-client-id-metadata-document, section 3). The address is compared byte for byte, so it must be
 * written as a browser would write it.
 */
export function isDocumentUrl(clientId: string): boolean {
  if (clientId.length > mostDocumentUrl || !/^https:\/\/[^/?#@\\]+\/[!-~]*$/.test(clientId)) return false;
  const url = URL.parse(clientId);
  return url !== null && url.hash === '' && !clientId.includes('#') && url.href === clientId;
}

/** Returns the host of the metadata document of a client, which no other client can have; undefined for a registered client. */
export const documentHostOf = (clientId: string): string | undefined =>
  isDocumentUrl(clientId) ? new URL(clientId).host : undefined;

/** Whether a `client_id` can be the id of a row. Everything else needs no look at the database. */
export const isRowId = (clientId: string): boolean => isId('cli', clientId) || isDocumentUrl(clientId);

/** How long what a stranger gets lives at most, in seconds. Nothing ends a signed token at a resource that does not ask, so it is short. */
export const strangerLifetimes = { accessTokenTtl: 300, refreshTokenTtl: 30 * 86_400 } as const;

/** Returns the settings of each client of a stranger, with lists of their own. Its document or registration changes none of them. A check of the table holds most of them, too. */
export const strangerSettings = () =>
  ({
    ...strangerLifetimes,
    postLogoutRedirectUris: [],
    backchannelLogoutUri: null,
    initiateLoginUri: null,
    requirePkce: true,
    consentRequired: true,
    subjectType: 'public' as const,
    accessTokenFormat: 'jwt' as const,
    accessTokenSigningAlg: 'ES256' as const,
    idTokenTtl: 300,
    idTokenClaims: false,
    refreshTokenRotation: true,
    resources: [],
    servedResources: [],
    assertionAudiences: [],
    allowedGroups: null,
    allowedOrigins: [],
    requirePushedAuthorizationRequests: false,
    requireSignedRequestObject: false,
    requireIssuerAudience: false,
    profile: null,
  }) satisfies Partial<OidcClientSettings>;

/** The scopes that each client of a stranger may ask for, beside those of resources that are open to agents. */
export const strangerScopes: readonly string[] = ['openid', 'profile', 'email', 'offline_access'];

/** The grant types that a client of a stranger may have. */
export const strangerGrants = ['authorization_code', 'refresh_token'] as const;
