import { randomUUID } from 'node:crypto';
import { agentIdOf } from '../../src/oidc/agent-id.ts';
import {
  aPerson,
  aRelyingParty,
  authorized,
  type Browser,
  type RelyingParty,
  signedIn,
  type Tokens,
} from './relying-party.ts';
import type { Client } from './client.ts';
import type { TestService } from './service.ts';

type Database = TestService['sql'];

/** Makes a client of a stranger out of a client of an administrator, as a registration would have made it. */
async function estrange(sql: Database, clientId: string): Promise<void> {
  await sql(
    `update oidc_clients set origin = 'REGISTRATION', consent_required = true, require_pkce = true, access_token_ttl = 300,
            grant_types = '{authorization_code,refresh_token}', post_logout_redirect_uris = '{}', refresh_token_rotation = true
      where id = $1`,
    [clientId],
  );
}

/** An agent that registered itself, and its id in our API. */
export interface TestAgent extends RelyingParty {
  agentId: string;
}

/** Returns an agent that registered itself. It can sign users in. */
export async function anAgent(
  { sql }: Pick<TestService, 'sql'>,
  api: Client,
  fields: Record<string, unknown> = {},
): Promise<TestAgent> {
  const party = await aRelyingParty(api, {
    consentRequired: true,
    scopes: ['openid', 'email', 'offline_access'],
    grantTypes: ['authorization_code', 'refresh_token'],
    ...fields,
  });
  await estrange(sql, party.clientId);
  return { ...party, agentId: agentIdOf(api.orgId ?? '', party.clientId) };
}

/** Stores a client with a metadata document, as if its host had been read. @returns its id in our API */
export async function anAgentOfHost(
  sql: Database,
  orgId: string | undefined,
  { host, redirectUris = ['http://127.0.0.1/callback'] }: { host: string; redirectUris?: string[] },
): Promise<{ agentId: string; clientId: string }> {
  const clientId = `https://${host}/${randomUUID()}.json`;
  await sql(
    `insert into oidc_clients (org_id, id, version, origin, name, status, application_type, redirect_uris, post_logout_redirect_uris,
                               grant_types, scopes, token_endpoint_auth_method, id_token_signed_response_alg, require_pkce,
                               access_token_format, access_token_signing_alg, access_token_ttl, id_token_ttl, id_token_claims,
                               refresh_token_ttl, refresh_token_rotation, refresh_reuse_window, consent_required, allowed_origins,
                               subject_type, dpop_bound_access_tokens, resources, served_resources, require_pushed_authorization_requests,
                               require_signed_request_object, require_issuer_audience, created_at, updated_at,
                               document_fresh_until, document_stale_until, document_tried_at)
     values ($1, $2, 1, 'METADATA_DOCUMENT', 'Example agent', 'ACTIVE', 'native', $3, '{}', '{authorization_code,refresh_token}', '{openid}',
             'none', 'RS256', true, 'jwt', 'ES256', 300, 300, false, 2592000, true, 0, true, '{}', 'public', false, '{}', '{}', false, false,
             false, now(), now(), now() + interval '1 hour', now() + interval '25 hours', now())`,
    [orgId, clientId, redirectUris],
  );
  return { clientId, agentId: agentIdOf(orgId ?? '', clientId) };
}

/** Has a new user let an agent in, and returns what the agent got. */
export async function letIn(
  service: TestService,
  agent: TestAgent,
): Promise<{ userId: string; browser: Browser; tokens: Tokens }> {
  const userId = await aPerson(service);
  const browser = await signedIn(service, { issuer: agent.issuer, userId });
  const { exchange } = await authorized(agent, browser, {
    scope: 'openid email offline_access',
    prompt: 'consent',
  });
  return { userId, browser, tokens: await exchange() };
}

/** Stores what a user allowed an agent, without a visit to the pages. */
export async function consented(
  sql: Database,
  { orgId, userId, clientId }: { orgId: string | undefined; userId: string; clientId: string },
  granted: unknown = { scopes: ['openid'], claims: [], resources: [] },
): Promise<void> {
  await sql(
    `insert into oidc_consents (org_id, user_id, client_id, granted, granted_at) values ($1, $2, $3, $4, now())
     on conflict (org_id, user_id, client_id) do update set granted = excluded.granted`,
    [orgId, userId, clientId, JSON.stringify(granted)],
  );
}
