import { randomBytes } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { type Client, errors, type Provider, type TokenEndpointGrantContext } from 'oidc-provider';
import type { OidcClientRow } from '../sql/oidc-clients.ts';
import { mayHaveToken } from './access.ts';
import { mayAct } from './accounts.ts';
import { type AssertionSubject, subjectReader } from './assertion-subjects.ts';
import { settingsOf } from './clients.ts';
import { origin } from './endings.ts';
import { RefusedGrant } from './errors.ts';
import { provedKey } from './exchange-binding.ts';
import { withinGrant } from './grants.ts';
import type { EngineParts, TenantSettings } from './parts.ts';
import type { GrantHandler } from './patches.ts';
import { subjectFor } from './subjects.ts';

/** The token type of identity assertions (draft-ietf-oauth-identity-assertion-authz-grant-03 section 4.3). */
export const identityAssertionType = 'urn:ietf:params:oauth:token-type:id-jag';

/** How long an assertion lives at most, in seconds. */
const assertionSeconds = 300;

/** The parameters of a request for an assertion. */
export interface AssertionRequest {
  subject_token?: string;
  subject_token_type?: string;
  actor_token?: string;
  requested_token_type?: string;
  audience?: string | string[];
}

type Context = TokenEndpointGrantContext<AssertionRequest>;

type AssertionAudience = OidcClientRow['assertionAudiences'][number];

/** The scopes and resources of the other server that an assertion names. */
interface Granted {
  scopes: readonly string[];
  resources: readonly string[];
}

/**
 * Makes the handler of a token exchange for an identity assertion: a client that signed a user in gets a JWT that says so to the authorization
 * server of another system. An administrator has listed the server. The assertion names the user, and the client, as the other server knows
 * both. It is not an access token, and this service never accepts its own.
 */
export function assertionIssuer(
  provider: Provider,
  settings: Pick<TenantSettings, 'orgId' | 'keys'>,
  parts: Pick<EngineParts, 'pool' | 'sealer' | 'trail'>,
): GrantHandler<AssertionRequest> {
  const { orgId, keys } = settings;
  const readSubject = subjectReader(provider, settings, parts);
  const imported = new Map<string, ReturnType<typeof importJWK>>();

  const sign = async (client: Client, claims: Record<string, unknown>): Promise<string> => {
    // The other server verifies the ID tokens of its own client here, so it knows the algorithm.
    const alg = client.idTokenSignedResponseAlg ?? 'RS256';
    const signing = keys.find((key) => key.alg === alg);
    if (!signing) throw new Error(`there is no signing key for ${alg}`);
    const key = imported.get(alg) ?? importJWK(signing, alg);
    imported.set(alg, key);
    return new SignJWT(claims)
      .setProtectedHeader({ alg, typ: 'oauth-id-jag+jwt', kid: signing.kid ?? '' })
      .sign(await key);
  };

  return async (ctx) => {
    const { client, params } = ctx.oidc;
    const token = requireRequest(ctx);
    const { audience, target } = await audienceOf(provider, client, params.audience);
    const granted = grantedOf(audience, params);
    const jkt = await provedKey(ctx);
    const subject = await readSubject(ctx, { ...token, jkt });
    ctx.oidc.entity('Grant', subject.grant);
    await requireAccess(ctx, orgId, { subject, clients: [client, target] }, parts);
    const seconds = withinGrant(ctx, assertionSeconds);
    const { iat, exp } = timesOf(provider, seconds);
    const { accountId, authTime, acr, amr } = subject;
    const scope = granted.scopes.join(' ');
    const [resource] = granted.resources;
    const assertion = await sign(target, {
      iss: provider.issuer,
      sub: await subjectFor(provider, target, accountId),
      aud: audience.issuer,
      client_id: audience.clientId,
      jti: randomBytes(24).toString('base64url'),
      iat,
      exp,
      ...(resource === undefined
        ? {}
        : { resource: granted.resources.length === 1 ? resource : granted.resources }),
      ...(scope === '' ? {} : { scope }),
      ...(authTime === undefined ? {} : { auth_time: authTime }),
      ...(acr === undefined ? {} : { acr }),
      ...(amr === undefined ? {} : { amr }),
      ...(jkt === undefined ? {} : { cnf: { jkt } }),
    });
    const from = origin();
    if (!from) throw new Error('an assertion was made outside of a request');
    await parts.trail.assertionIssued(orgId, {
      userId: accountId,
      client: { id: client.clientId, name: settingsOf(client).name },
      audience: audience.issuer,
      origin: from,
    });
    ctx.body = {
      issued_token_type: identityAssertionType,
      access_token: assertion,
      token_type: 'N_A',
      expires_in: exp - iat,
      ...(scope === '' ? {} : { scope }),
    };
  };
}

/** @throws {errors.InvalidRequest, errors.UnauthorizedClient} */
function requireRequest({ oidc: { client, params } }: Context): { token: string; type: string } {
  // Only who authenticates gets assertions: the other server believes that the client is who it says.
  if (client.clientAuthMethod === 'none')
    throw new errors.UnauthorizedClient(
      'the client does not authenticate, so it gets no identity assertions',
    );
  if (params.actor_token !== undefined)
    throw new errors.InvalidRequest('actor_token is not supported for identity assertions; leave it out');
  const { subject_token: token, subject_token_type: type } = params;
  if (!token || !type) throw new errors.InvalidRequest('subject_token and subject_token_type are required');
  return { token, type };
}

/**
 * Returns the other server that a request names, and the client here that it signs users in with.
 * @throws {errors.InvalidRequest} for no audience or several; {errors.InvalidTarget} for a server that is not listed
 */
async function audienceOf(
  provider: Provider,
  client: Client,
  named: AssertionRequest['audience'],
): Promise<{ audience: AssertionAudience; target: Client }> {
  const [issuer, ...others] = [named ?? []].flat();
  if (issuer === undefined || others.length > 0)
    throw new errors.InvalidRequest(
      'audience is required once: the issuer of the other authorization server',
    );
  const audience = settingsOf(client).assertionAudiences.find((one) => one.issuer === issuer);
  const target = audience && (await provider.Client.find(audience.signInClientId));
  if (!audience || !target)
    throw new errors.InvalidTarget(
      'the client may not ask for assertions for this audience; an administrator lists it in assertionAudiences',
    );
  return { audience, target };
}

/**
 * Returns what an assertion names. Without a wish, it names all that the administrator allowed, so that it is never read as without limits.
 * @throws {errors.InvalidScope, errors.InvalidTarget}
 */
function grantedOf(
  { scopes, resources }: AssertionAudience,
  { scope, resource }: { scope?: string; resource?: string | string[] },
): Granted {
  const wanted = scope?.split(' ').filter(Boolean) ?? scopes;
  const more = wanted.filter((one) => !scopes.includes(one));
  if (more.length > 0)
    throw new errors.InvalidScope(
      'the client may not ask for this scope of the other server',
      more.join(' '),
    );
  const targets = resource === undefined ? resources : [...new Set([resource].flat())];
  if (targets.some((one) => !resources.includes(one)))
    throw new errors.InvalidTarget('the client may not ask for this resource of the other server');
  return { scopes: [...new Set(wanted)], resources: targets };
}

/**
 * Requires that the user may use the client, and the other system: its client here stands for it in allowed groups and in policies.
 * @throws {RefusedGrant}
 */
async function requireAccess(
  ctx: Context,
  orgId: string,
  { subject, clients }: { subject: AssertionSubject; clients: readonly Client[] },
  { pool }: Pick<EngineParts, 'pool'>,
): Promise<void> {
  const { accountId: userId, grant } = subject;
  for (const client of clients) {
    if (!(await mayAct(orgId, { pool }, { client, userId })))
      throw new RefusedGrant('the user may not use this client, or the other system');
    if (!(await mayHaveToken(ctx, client, subject, grant)))
      throw new RefusedGrant('conditional access refuses the user; the user must sign in again');
  }
}

/** By the clock of the engine, with which it stamps ID tokens. */
function timesOf(provider: Provider, seconds: number): { iat: number; exp: number } {
  const iat = 1 - Object.assign(new provider.BaseToken(), { exp: 1 }).remainingTTL;
  return { iat, exp: iat + seconds };
}
