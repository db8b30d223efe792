import {
  type Client,
  errors,
  type Provider,
  type ResourceServer,
  type TokenEndpointGrantContext,
} from 'oidc-provider';
import { jwtBearer } from '../../lib/oauth-grant-types.ts';
import { mayHaveToken } from './access.ts';
import { mayAct } from './accounts.ts';
import { settingsOf } from './clients.ts';
import { origin } from './endings.ts';
import { RefusedGrant } from './errors.ts';
import { provedKey } from './exchange-binding.ts';
import type { KeptGrant } from './granted.ts';
import type { EngineParts, TenantSettings, VerifiedAssertion } from './parts.ts';
import { resourceNamed, resourcesByKey } from './resource-scopes.ts';
import { type ResourceParts, resourceServerOf, scopesOfResource } from './resources.ts';

interface Parameters {
  assertion?: string;
  scope?: string;
  resource?: string | string[];
}

type Context = TokenEndpointGrantContext<Parameters>;

/** The rights of the new token. */
interface Given {
  scope: string;
  /** The resource that the token is for (RFC 8707); undefined for a token that is for none. */
  server: ResourceServer | undefined;
  jkt: string | undefined;
}

/**
 * Lets a client exchange an identity assertion of a trusted identity provider for an access token of the user (RFC 7523 section 2.1,
 * draft-ietf-oauth-identity-assertion-authz-grant-03 section 4.4). The token has no refresh token: the client gets another assertion. It ends
 * with the user, and with the connection.
 */
export function registerAssertionGrant(
  provider: Provider,
  { orgId, resources: ofTenant }: Pick<TenantSettings, 'orgId' | 'resources'>,
  parts: Pick<EngineParts, 'pool' | 'baseUrl' | 'assertions'>,
): void {
  const { pool, baseUrl, assertions } = parts;
  const resources = resourcesByKey(ofTenant);

  const handler = async (ctx: Context): Promise<void> => {
    const { client, params } = ctx.oidc;
    const target = { resources, baseUrl: baseUrl() };
    const { accepted, given } = await acceptedFor(ctx, orgId, { ...parts, target });
    const { scope, server, jkt } = given;
    const resource = server?.audience;
    const { userId, connectionId, mostSeconds } = accepted;
    const seconds = server?.accessTokenTTL ?? settingsOf(client).accessTokenTtl;
    const lifetime = Math.min(seconds, mostSeconds ?? Number.POSITIVE_INFINITY);
    // Its types do not know that it may say how long it lives.
    const what = { accountId: userId, clientId: client.clientId, expiresIn: lifetime };
    const grant: KeptGrant = Object.assign(new provider.Grant(what), { connectionId });
    if (scope !== '') {
      if (resource === undefined) grant.addOIDCScope(scope);
      else grant.addResourceScope(resource, scope);
    }
    const grantId = await grant.save();
    // An end of the user or of the connection that came before the grant was there has not found it.
    const mayGoOn =
      (await assertions.isTrusted(orgId, connectionId)) &&
      (await mayAct(orgId, { pool }, { client, userId }));
    if (!mayGoOn) {
      await grant.destroy();
      throw new RefusedGrant(userRefused);
    }
    const token = new provider.AccessToken({
      accountId: userId,
      client,
      grantId,
      gty: 'jwt_bearer',
      expiresIn: lifetime,
      ...(scope === '' ? {} : { scope }),
    });
    if (resource !== undefined && server)
      token.resourceServer = new provider.ResourceServer(resource, server);
    if (jkt !== undefined) token.setThumbprint('jkt', jkt);
    ctx.oidc.entity('AccessToken', token);
    ctx.body = {
      access_token: await token.save(),
      token_type: token.tokenType,
      expires_in: token.expiration,
      ...(scope === '' ? {} : { scope }),
      ...(params.resource === undefined && resource !== undefined ? { resource } : {}),
    };
  };
  provider.registerGrantType<Parameters>(
    jwtBearer,
    handler,
    ['assertion', 'scope', 'resource'],
    ['resource'],
  );
}

const userRefused = 'the user of the assertion may not use this client now';

/** @throws {errors.OIDCProviderError} */
async function acceptedFor(
  ctx: Context,
  orgId: string,
  { pool, assertions, target }: Pick<EngineParts, 'pool' | 'assertions'> & { target: ResourceParts },
): Promise<{ accepted: VerifiedAssertion; given: Given }> {
  const { client, params, provider } = ctx.oidc;
  if (client.clientAuthMethod === 'none')
    throw new errors.UnauthorizedClient('the client does not authenticate, so it may present no assertions');
  if (!params.assertion) throw new errors.InvalidRequest('assertion is required');
  const from = origin();
  if (!from) throw new Error('an assertion was presented outside of a request');
  let given: Given | undefined;
  let refused: errors.OIDCProviderError | undefined;
  const presented = {
    text: params.assertion,
    audience: provider.issuer,
    client: { id: client.clientId, name: settingsOf(client).name },
    origin: from,
  };
  const accepted = await assertions.accept(orgId, presented, async (verified) => {
    const { userId, amr, authTime } = verified;
    if (!(await mayAct(orgId, { pool }, { client, userId })))
      return { step: 'ACCESS', reason: 'The user is not ACTIVE, or in none of the groups of the client' };
    const seconds = authTime === null ? undefined : Math.floor(authTime.getTime() / 1000);
    if (!(await mayHaveToken(ctx, client, { accountId: userId, amr, authTime: seconds }, undefined)))
      return { step: 'ACCESS', reason: 'Conditional access refuses the user' };
    let wanted: Pick<Given, 'scope' | 'server'>;
    let jkt: string | undefined;
    try {
      wanted = wantedOf(client, params, verified, target);
      jkt = await provedKey(ctx);
    } catch (error) {
      if (!(error instanceof errors.OIDCProviderError)) throw error;
      // The client gets the word of its own RFC, and the refusal is on record as others are.
      refused = error;
      return { step: 'TOKEN', reason: `The request is refused: ${error.error_description ?? error.message}` };
    }
    if (verified.jkt !== undefined && jkt !== verified.jkt)
      return {
        step: 'TOKEN',
        reason: 'The request lacks a DPoP proof of the key that the assertion names (cnf)',
      };
    given = { ...wanted, jkt };
    return undefined;
  });
  if ('refusal' in accepted) throw refused ?? new RefusedGrant(accepted.refusal);
  if (!given) throw new Error('an assertion was accepted and not judged');
  return { accepted, given };
}

/**
 * No more than the assertion says, no more than this client may ask for at the resource, and no more than the request wants.
 * @throws {errors.InvalidScope, errors.InvalidTarget}
 */
function wantedOf(
  client: Client,
  params: Pick<Parameters, 'scope' | 'resource'>,
  { scopes, resources }: VerifiedAssertion,
  target: ResourceParts,
): Pick<Given, 'scope' | 'server'> {
  const resource = resourceOf(client, params.resource, resources, target);
  const server = resource === undefined ? undefined : resourceServerOf(client, resource, target);
  // A scope of one resource means nothing at another, and nothing without a resource.
  const ofClient = new Set(server ? server.scope.split(' ') : settingsOf(client).ownScopes);
  // They are for clients that users have signed in to.
  ofClient.delete('openid');
  ofClient.delete('offline_access');
  const may = (scopes ?? []).filter((scope) => ofClient.has(scope));
  const wanted = params.scope?.split(' ').filter(Boolean) ?? may;
  const more = wanted.filter((scope) => !may.includes(scope));
  if (more.length > 0)
    throw new errors.InvalidScope('the assertion or this client does not have this scope', more.join(' '));
  return { scope: [...new Set(wanted)].join(' '), server };
}

/** Returns the one resource that a token is for, as the tenant writes it. @throws {errors.InvalidTarget} */
function resourceOf(
  client: Client,
  asked: string | string[] | undefined,
  named: readonly string[] | undefined,
  target: ResourceParts,
): string | undefined {
  const asOfTenant = (one: string): string => resourceNamed(target.resources, one)?.identifier ?? one;
  const mayAsk = (one: string): boolean => scopesOfResource(client, one, target) !== undefined;
  const allowed = named && [...new Set(named.map(asOfTenant))].filter(mayAsk);
  // An assertion that names resources gives no token for anything else, such as userinfo.
  const wanted = asked === undefined ? (allowed ?? []) : [asked].flat().map(asOfTenant);
  if (wanted.length > 1)
    throw new errors.InvalidTarget('the assertion names several resources; send one of them as resource');
  const [resource] = wanted;
  const isAllowed = resource === undefined ? !allowed : (allowed?.includes(resource) ?? mayAsk(resource));
  if (!isAllowed) throw new errors.InvalidTarget('the assertion or this client does not have this resource');
  return resource;
}
