import type { Pool } from 'pg';
import { named, numbered, sql, type Sql } from '../../lib/sql.ts';
import type { ApplicationQuery } from '../../sign-in/listed-application.ts';
import type { AssertionAudience } from '../entities/oidc-client.ts';
import { isOpenTo } from '../../users/groups/sql/groups.ts';
import type { Tx } from '../../platform/tx.ts';
import type { ClientOrigin } from '../client-origin.ts';

/** A client as its requests need it, with what its secret may be now. */
export interface OidcClientRow {
  clientId: string;
  name: string;
  logoUri: string | null;
  clientUri: string | null;
  status: 'ACTIVE' | 'DISABLED';
  applicationType: 'web' | 'spa' | 'native' | 'machine';
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  grantTypes: string[];
  scopes: string[];
  tokenEndpointAuthMethod: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none';
  idTokenSignedResponseAlg: 'RS256' | 'ES256';
  jwks: { keys: Record<string, unknown>[] } | null;
  jwksUri: string | null;
  requirePkce: boolean;
  accessTokenFormat: 'jwt' | 'opaque';
  accessTokenSigningAlg: 'RS256' | 'ES256';
  /** This and the others in seconds. */
  accessTokenTtl: number;
  idTokenTtl: number;
  refreshTokenTtl: number;
  idTokenClaims: boolean;
  refreshTokenRotation: boolean;
  refreshReuseWindow: number;
  consentRequired: boolean;
  allowedOrigins: string[];
  backchannelLogoutUri: string | null;
  subjectType: 'public' | 'pairwise';
  dpopBoundAccessTokens: boolean;
  resources: string[];
  servedResources: string[];
  /** Whether an upgrade copied them, and no change has named them since. */
  servedResourcesCopied: boolean;
  /** The other authorization servers that it may get identity assertions for. */
  assertionAudiences: readonly AssertionAudience[];
  /** The groups whose members may sign in; null if all users may. */
  allowedGroups: string[] | null;
  requirePushedAuthorizationRequests: boolean;
  requireSignedRequestObject: boolean;
  /** Whether its assertions name the issuer alone. */
  requireIssuerAudience: boolean;
  profile: 'FAPI2' | null;
  origin: ClientOrigin;
  /** Whether the document of the client was read in time: always true for clients without one. */
  isDocumentLive: boolean;
  /** Whether the document still counts for a new consent. */
  isDocumentFresh: boolean;
  /** SHA-256; of the secret, and of the one before while its time of grace lasts. Empty when it has none. */
  secretHashes: Buffer[];
  updatedAt: Date;
  /** The version of the provider of the tenant. */
  oidcVersion: number;
}

/** The client of a tenant, disabled or not, as the database has it now. */
export async function findOidcClient(
  pool: Pool,
  orgId: string,
  clientId: string,
): Promise<OidcClientRow | undefined> {
  const { rows } = await pool.query<OidcClientRow>(
    numbered(named('find-oidc-client', find(orgId, clientId))),
  );
  return rows[0];
}

// An approved agent acts only while its identity does.
const statusNow = sql`case when c.identity_id is null or exists (
         select from identities i where i.org_id = c.org_id and i.id = c.identity_id and i.status = 'ACTIVE' and i.deleted_at is null
            and (i.expires_at is null or i.expires_at > now())) then c.status else 'DISABLED' end`;

/** Client by client, without its conditions: clients as `c`, their tenants as `t`. */
export const selectOidcClient = sql`
select c.id as "clientId", c.name, c.logo_uri as "logoUri", c.client_uri as "clientUri", ${statusNow} as status,
       c.application_type as "applicationType", c.redirect_uris as "redirectUris",
       c.post_logout_redirect_uris as "postLogoutRedirectUris", c.grant_types as "grantTypes", c.scopes,
       c.token_endpoint_auth_method as "tokenEndpointAuthMethod",
       c.id_token_signed_response_alg as "idTokenSignedResponseAlg", c.jwks, c.jwks_uri as "jwksUri",
       c.require_pkce as "requirePkce", c.access_token_format as "accessTokenFormat",
       c.access_token_signing_alg as "accessTokenSigningAlg", c.access_token_ttl as "accessTokenTtl", c.id_token_ttl as "idTokenTtl",
       c.id_token_claims as "idTokenClaims",
       c.refresh_token_ttl as "refreshTokenTtl", c.refresh_token_rotation as "refreshTokenRotation",
       c.refresh_reuse_window as "refreshReuseWindow", c.consent_required as "consentRequired",
       c.allowed_origins as "allowedOrigins", c.backchannel_logout_uri as "backchannelLogoutUri",
       c.subject_type as "subjectType", c.dpop_bound_access_tokens as "dpopBoundAccessTokens", c.resources,
       c.served_resources as "servedResources", c.served_resources_copied as "servedResourcesCopied",
       c.assertion_audiences as "assertionAudiences", c.allowed_groups as "allowedGroups",
       c.require_pushed_authorization_requests as "requirePushedAuthorizationRequests",
       c.require_signed_request_object as "requireSignedRequestObject",
       c.require_issuer_audience as "requireIssuerAudience", c.profile, c.origin,
       coalesce(c.document_stale_until > now(), true) as "isDocumentLive", coalesce(c.document_fresh_until > now(), true) as "isDocumentFresh",
       array_remove(array[c.secret_hash, case when c.previous_secret_expires_at > now() then c.previous_secret_hash end],
                    null) as "secretHashes",
       c.updated_at as "updatedAt", t.oidc_version::float8 as "oidcVersion"
  from oidc_clients c
  join tenants t on t.id = c.org_id`;

const find = (orgId: string, clientId: string): Sql =>
  sql`${selectOidcClient} where c.org_id = ${orgId} and c.id = ${clientId}`;

/** The ids of clients that may ask for a scope, five at most. */
export async function clientsWithScope(tx: Tx, orgId: string, scope: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`
select id from oidc_clients where org_id = ${orgId} and scopes @> array[${scope}::text] order by created_at, id limit 5`);
  return rows.map(({ id }) => id);
}

/** A client that users may begin at. */
export interface StartableClient {
  name: string;
  logoUri: string | null;
  initiateLoginUri: string;
}

/** Lists the clients that a user may begin at, by name. */
export const listStartableClients = (
  tx: Tx,
  query: Omit<ApplicationQuery, 'baseUrl'>,
): Promise<StartableClient[]> => tx.rows<StartableClient>(startable(query));

const startable = ({ orgId, userId, pattern, most }: Omit<ApplicationQuery, 'baseUrl'>): Sql => sql`
select c.name, c.logo_uri as "logoUri", c.initiate_login_uri as "initiateLoginUri"
  from oidc_clients c
 where c.org_id = ${orgId} and c.status = 'ACTIVE' and c.initiate_login_uri is not null
   and ${isOpenTo('c', orgId, userId)}
   and (${pattern}::text is null or folded(c.name) like ${pattern})
 order by lower(c.name), c.id limit ${most}`;
