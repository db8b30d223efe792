import type { Grant, KoaContextWithOIDC } from 'oidc-provider';
import type { Granted } from '../granted.ts';
import { findOidcConsent, useOidcConsent } from '../sql/oidc-consents.ts';
import { settingsOf } from './clients.ts';
import type { KeptGrant } from './granted.ts';
import type { EngineParts } from './parts.ts';

/**
 * Returns the grant that an authorization goes on with. Each login has its own grant for a client. A stolen refresh
 * token therefore ends one family, and not every device of the user. The grant has what the user allowed the client. If
 * the client needs no consent, the grant has all scopes that the client may ask for. Such a grant does not count as
 * consent if the client needs consent later.
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
    const key = { orgId, userId: accountId, clientId };
    const consent = await findOidcConsent(pool, key);
    if (!consent) return undefined;
    const grant: KeptGrant = held?.consented ? held : new provider.Grant({ accountId, clientId });
    grant.consented = true;
    if (isMore(grant, () => addGranted(grant, consent)) || grant !== held) await grant.save();
    if (await useOidcConsent(pool, key)) return grant;
    await grant.destroy();
    return undefined;
  }

  const grant: KeptGrant = held ?? new provider.Grant({ accountId, clientId });
  const more = isMore(grant, () => addAsked(ctx, grant));
  if (more) grant.consented = false;
  if (more || !held) await grant.save();
  return grant;
}

/** Lets a grant have what a person allowed. */
export function addGranted(grant: Grant, { scopes, claims, resources }: Granted): void {
  if (scopes.length > 0) grant.addOIDCScope(scopes.join(' '));
  if (claims.length > 0) grant.addOIDCClaims(claims);
  for (const { resource, scopes: at } of resources) grant.addResourceScope(resource, at.join(' '));
}

/** Lets a grant have everything that is asked for. */
function addAsked({ oidc }: KoaContextWithOIDC, grant: Grant): void {
  const asked = [...oidc.requestParamScopes];
  addGranted(grant, {
    scopes: [...oidc.requestParamOIDCScopes],
    claims: [...oidc.requestParamClaims],
    resources: Object.entries(oidc.resourceServers ?? {})
      .map(([resource, { scopes }]) => ({ resource, scopes: asked.filter((scope) => scopes.has(scope)) }))
      .filter(({ scopes }) => scopes.length > 0),
  });
}

/** @returns whether a grant has more after it than before */
function isMore(grant: Grant, add: () => void): boolean {
  const before = JSON.stringify([grant.openid, grant.resources]);
  add();
  return JSON.stringify([grant.openid, grant.resources]) !== before;
}
