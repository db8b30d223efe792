import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import { findOidcConsent } from '../../queries/find-oidc-consent.ts';
import { settingsOf } from './clients.ts';
import type { KeptGrant } from './granted.ts';
import type { EngineParts } from './parts.ts';

/**
 * The grant that an authorization goes on with. Each login has one of its own for a client, so that a stolen refresh token
 * ends one family and not every device of the person. It begins with what the person has granted before; a client that
 * needs no consent has all it may ask for, which is nobody's word when it comes to need one.
 */
export async function grantFor(
  ctx: KoaContextWithOIDC,
  orgId: string,
  { pool }: Pick<EngineParts, 'pool'>,
): Promise<Grant | undefined> {
  const { provider, session, client, result, account } = ctx.oidc;
  if (!client || !session || !account) return undefined;
  const { accountId } = account;
  const { clientId } = client;
  const known = result?.consent?.grantId ?? session.grantIdFor(clientId);
  const current: KeptGrant | undefined = known === undefined ? undefined : await provider.Grant.find(known);
  const held = current?.accountId === accountId && current.clientId === clientId ? current : undefined;
  const { consentRequired } = settingsOf(client);
  if (consentRequired) {
    if (held?.consented) return held;
    return remembered(ctx, await findOidcConsent(pool, orgId, accountId, clientId));
  }

  const grant: KeptGrant = held ?? new provider.Grant({ accountId, clientId });
  const more = grantAsked(ctx, grant);
  if (more) grant.consented = false;
  if (more || !held) await grant.save();
  return grant;
}

/** @returns a new grant like the one that is stored; undefined when nothing was granted yet */
async function remembered(
  { oidc: { provider, account, client } }: KoaContextWithOIDC,
  payload: string | undefined,
): Promise<Grant | undefined> {
  if (payload === undefined) return undefined;
  const { openid, resources, rejected } = JSON.parse(payload) as Record<string, unknown>;
  const like = { accountId: account?.accountId, clientId: client?.clientId, openid, resources, rejected };
  const grant: KeptGrant = new provider.Grant(like);
  grant.consented = true;
  await grant.save();
  return grant;
}

/** Grants everything that is asked for. @returns whether that was more than was granted before */
function grantAsked({ oidc }: KoaContextWithOIDC, grant: Grant): boolean {
  const before = JSON.stringify([grant.openid, grant.resources]);
  const scopes = [...oidc.requestParamOIDCScopes];
  if (scopes.length > 0) grant.addOIDCScope(scopes.join(' '));
  const claims = [...oidc.requestParamClaims];
  if (claims.length > 0) grant.addOIDCClaims(claims);
  for (const [resource, server] of Object.entries(oidc.resourceServers ?? {})) {
    const asked = [...oidc.requestParamScopes].filter((scope) => server.scopes.has(scope));
    if (asked.length > 0) grant.addResourceScope(resource, asked.join(' '));
  }
  return JSON.stringify([grant.openid, grant.resources]) !== before;
}
