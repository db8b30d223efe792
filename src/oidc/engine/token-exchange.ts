import {
  type AccessToken,
  type Client,
  type ClientCredentials,
  errors,
  type Provider,
  type ResourceServer,
  type TokenEndpointGrantContext,
} from 'oidc-provider';
import { isCommandLine } from '../../lib/command-line-id.ts';
import { tokenExchange } from '../../lib/oauth-grant-types.ts';
import { scopesOf } from '../granted.ts';
import { resourceKey } from '../../lib/resource-key.ts';
import { findOidcConsent } from '../sql/oidc-consents.ts';
import { keyOf } from '../sql/oidc-artifacts.ts';
import { linkOidcGrant } from '../sql/oidc-grants.ts';
import { mayHaveToken } from './access.ts';
import { type AssertionRequest, identityAssertionType } from './assertion-issuing.ts';
import { mayAct } from './accounts.ts';
import type { KeptGrant } from './granted.ts';
import { settingsOf } from './clients.ts';
import { keyOfExchange } from './exchange-binding.ts';
import type { EngineParts, ResourceSettings, TenantSettings } from './parts.ts';
import type { GrantHandler } from './patches.ts';
import { endWithOrigin, originOf } from './origins.ts';
import { type Resources, resourceNamed, resourcesByKey } from './resource-scopes.ts';
import { formatFor, isAudience, resourceServerOf } from './resources.ts';
import { protocolScopes } from './scopes.ts';

const accessTokenType = 'urn:ietf:params:oauth:token-type:access_token';
const jwtType = 'urn:ietf:params:oauth:token-type:jwt';

interface Parameters extends AssertionRequest {
  actor_token_type?: string;
}

/** The chain of actors of a token: the newest actor is outermost (RFC 8693 section 4.1). */
export interface Actor {
  sub: string;
  act?: Actor;
}

const actors = new WeakMap<object, Actor>();

/** Returns the claims of a token besides those that every token has. */
export function extraClaims(token: object): { act: Actor } | undefined {
  const act = actors.get(token);
  return act && { act };
}

/** A chain of more services than anybody builds is a loop. */
const mostActors = 5;

const depth = (act: Actor | undefined): number => (act ? 1 + depth(act.act) : 0);

/**
 * Gives a service a token of its own for the person in whose name it was called (RFC 8693). It must have been called with
 * the token: it is the one that asked for it or the one it was made for. The new token can do no more, lives no longer, and
 * ends with the grant of the old one. A token that is bound to a key becomes a bound token (`exchange-binding.ts`).
 * @param issueAssertion answers a client that wants an identity assertion for another system
 */
export function registerTokenExchange(
  provider: Provider,
  settings: TenantSettings,
  { pool, baseUrl }: Pick<EngineParts, 'pool' | 'baseUrl'>,
  issueAssertion: GrantHandler<Parameters>,
): void {
  endWithOrigin(provider);
  const { orgId } = settings;
  const resources = resourcesByKey(settings.resources);
  const handler = async (ctx: TokenEndpointGrantContext<Parameters>): Promise<void> => {
    const { client, params } = ctx.oidc;
    if (params.requested_token_type === identityAssertionType) return issueAssertion(ctx);
    const presented = params.subject_token;
    if (!presented || !params.subject_token_type)
      throw new errors.InvalidRequest('subject_token and subject_token_type are required');
    requireType(params.subject_token_type, 'subject_token_type');
    if (params.requested_token_type !== undefined)
      requireType(params.requested_token_type, 'requested_token_type');

    const subject = await subjectOf(provider, presented);
    const own = subject.clientId === client.clientId;
    if (!own && !isAudience(client, subject.aud, resources))
      throw new errors.InvalidGrant('the subject token was not issued for this client; aud must name it');
    const grant = await provider.Grant.find(subject.grantId ?? '');
    if (!grant)
      throw new errors.InvalidGrant('the grant of the subject token has ended; the user must sign in again');
    const userId = subject.accountId;
    const issuedTo = own ? client : await provider.Client.find(subject.clientId ?? '');
    for (const one of new Set([issuedTo, client]))
      if (!one || !(await mayAct(orgId, { pool }, { client: one, userId })))
        throw new errors.InvalidGrant('the user may not use this client, or the client was deleted');
    if (!(await mayHaveToken(ctx, client, subject, grant)))
      throw new errors.InvalidGrant('conditional access refuses the user; the user must sign in again');
    const actor = await actorOf(provider, client.clientId, params);
    const act = chained(actor, client.clientId, subject);
    const jkt = await keyOfExchange(ctx, { subject, isOwn: own, actor });

    const target = [params.resource ?? params.audience].flat();
    if (target.length > 1) throw new errors.InvalidTarget();
    const [resource] = target;
    const server =
      resource === undefined
        ? undefined
        : resourceServerOf(client, resource, { resources, baseUrl: baseUrl() });
    const allowed = await allowedScopes(orgId, { pool }, client, userId, resourceNamed(resources, resource));
    const may = scopesToExchange(subject, server, { client, settings, resources });
    const scope = scopeFor(params.scope, subject, may, allowed);
    const seconds = server?.accessTokenTTL ?? settingsOf(client).accessTokenTtl;
    const lifetime = Math.max(1, Math.min(seconds, subject.remainingTTL));
    // Its types do not know that it may say how long it lives.
    const what = { accountId: userId, clientId: client.clientId, expiresIn: lifetime };
    const made = Object.assign(new provider.Grant(what), whereOf(grant));
    if (scope) {
      if (resource === undefined) made.addOIDCScope(scope);
      else made.addResourceScope(resource, scope);
    }
    const grantId = await made.save();
    const [child, parent] = [grantId, subject.grantId ?? ''].map((id) => keyOf(orgId, 'Grant', id).idHash);
    if (!child || !parent || !(await linkOidcGrant(pool, orgId, child, parent)))
      throw new errors.InvalidGrant('the grant of the subject token has ended; the user must sign in again');
    const token = new provider.AccessToken({
      accountId: userId,
      client,
      grantId,
      gty: 'token_exchange',
      expiresIn: lifetime,
      ...(scope ? { scope } : {}),
    });
    if (resource !== undefined && server)
      token.resourceServer = new provider.ResourceServer(resource, server);
    if (jkt !== undefined) token.setThumbprint('jkt', jkt);
    Object.assign(token, originOf(subject));
    actors.set(token, act);
    ctx.oidc.entity('AccessToken', token);
    const signed = formatFor(settingsOf(client), resourceNamed(resources, server?.audience)) === 'jwt';
    ctx.body = {
      access_token: await token.save(),
      issued_token_type: signed && params.requested_token_type === jwtType ? jwtType : accessTokenType,
      token_type: token.tokenType,
      expires_in: token.expiration,
      ...(scope ? { scope } : {}),
    };
  };
  const names = ['subject_token', 'subject_token_type', 'actor_token', 'actor_token_type', 'scope'];
  const targets = ['audience', 'resource'];
  const parameters = [...names, 'requested_token_type', ...targets];
  provider.registerGrantType<Parameters>(tokenExchange, handler, parameters, targets);
}

/** Returns where the user of a grant is, as far as the grant says. A token that is exchanged again is judged by it. */
const whereOf = ({ loginId, front }: KeptGrant): Partial<KeptGrant> => ({
  ...(loginId === undefined ? {} : { loginId }),
  ...(front === undefined ? {} : { front }),
});

function requireType(type: string, name: string): void {
  if (type !== accessTokenType && type !== jwtType)
    throw new errors.InvalidRequest(`${name} must be ${accessTokenType} or ${jwtType}`);
}

async function subjectOf(provider: Provider, presented: string): Promise<AccessToken> {
  const subject = await provider.AccessToken.find(presented);
  // A token of the command line is for our API, and becomes no other token.
  if (!subject?.isValid || subject.accountId === undefined || isCommandLine(subject.clientId))
    throw new errors.InvalidGrant('the subject token is not a valid access token of a user');
  return subject;
}

/** Reads the token of a party that acts through the client. @returns undefined if the client itself acts */
async function actorOf(
  provider: Provider,
  clientId: string,
  params: Parameters,
): Promise<AccessToken | ClientCredentials | undefined> {
  if (params.actor_token === undefined) {
    // RFC 8693 section 2.1: it must not be sent alone.
    if (params.actor_token_type !== undefined)
      throw new errors.InvalidRequest('actor_token_type requires actor_token; send both, or neither');
    return undefined;
  }
  requireType(params.actor_token_type ?? '', 'actor_token_type');
  const actor =
    (await provider.AccessToken.find(params.actor_token)) ??
    (await provider.ClientCredentials.find(params.actor_token));
  if (!actor?.isValid || actor.clientId !== clientId)
    throw new errors.InvalidGrant('the actor token is not a valid token of this client');
  return actor;
}

/** Puts the actor before the actors of the subject token (RFC 8693 section 4.1). @throws {errors.InvalidGrant} */
function chained(
  actor: AccessToken | ClientCredentials | undefined,
  clientId: string,
  subject: AccessToken,
): Actor {
  const before = subject.extra?.['act'] as Actor | undefined;
  if (depth(before) >= mostActors)
    throw new errors.InvalidGrant(
      `the act chain of the subject token is too long; at most ${mostActors} services may act for each other`,
    );
  const sub = actor && 'accountId' in actor && actor.accountId ? actor.accountId : clientId;
  return { sub, ...(before ? { act: before } : {}) };
}

/**
 * Returns the scopes that the user allowed a client; undefined for a client without `consentRequired`. Until an
 * administrator has looked at the APIs of a client that were copied by an upgrade, it exchanges tokens as before (docs/decisions/0095).
 * @throws {errors.ConsentRequired} if the user allowed the client nothing
 */
async function allowedScopes(
  orgId: string,
  { pool }: Pick<EngineParts, 'pool'>,
  client: Client,
  userId: string,
  target: ResourceSettings | undefined,
): Promise<ReadonlySet<string> | undefined> {
  const { consentRequired, servedResourcesCopied } = settingsOf(client);
  if (!consentRequired || servedResourcesCopied) return undefined;
  const consent = await findOidcConsent(pool, { orgId, userId, clientId: client.clientId });
  if (consent && !target) return new Set(scopesOf(consent));
  // A consent to a scope of another resource does not count for a scope of the same name at this one.
  if (consent && target) {
    const key = resourceKey(target.identifier);
    const at = consent.resources.filter((one) => resourceKey(one.resource) === key);
    return new Set([...consent.scopes, ...at.flatMap(({ scopes }) => scopes)]);
  }
  throw new errors.ConsentRequired(
    'the user has not allowed this client; sign the user in to it once, or set consentRequired of the client to false',
  );
}

/**
 * Returns the scopes that this client may get at the target of an exchange. A name of a resource means something at this resource alone: `read` of one API
 * is not `read` of another. A name that is a scope of the tenant as well means the same everywhere.
 */
function scopesToExchange(
  subject: AccessToken,
  server: ResourceServer | undefined,
  { client, settings, resources }: { client: Client; settings: TenantSettings; resources: Resources },
): readonly string[] {
  const may = server ? server.scope.split(' ').filter(Boolean) : settingsOf(client).ownScopes;
  const [audience] = [subject.aud].flat();
  const isSame = server !== undefined && audience === server.audience;
  if (isSame || !(resourceNamed(resources, audience) ?? resourceNamed(resources, server?.audience)))
    return may;
  const shared = new Set([...protocolScopes, ...settings.scopes.map(({ name }) => name)]);
  return may.filter((scope) => shared.has(scope));
}

/**
 * No more than the old token could, no more than this client may ask for, and no more than the user allowed it.
 * @throws {errors.InvalidScope}
 */
function scopeFor(
  asked: string | undefined,
  subject: AccessToken,
  ofClient: readonly string[],
  allowed: ReadonlySet<string> | undefined,
): string {
  const may = new Set(
    ofClient.filter((scope) => subject.scopes.has(scope) && (allowed === undefined || allowed.has(scope))),
  );
  may.delete('openid');
  may.delete('offline_access');
  const wanted = asked?.split(' ').filter(Boolean) ?? [...may];
  const more = wanted.filter((scope) => !may.has(scope));
  if (more.length > 0)
    throw new errors.InvalidScope(
      'the subject token or this client does not have this scope, or the user did not allow it',
      more.join(' '),
    );
  return wanted.join(' ');
}
