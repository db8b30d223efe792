import type { Grant, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { isCommandLine } from '../../lib/command-line-id.ts';
import type { Granted } from '../granted.ts';
import { findOidcConsent, useOidcConsent } from '../sql/oidc-consents.ts';
import { frontOfUser } from './access.ts';
import { settingsOf } from './clients.ts';
import type { KeptGrant } from './granted.ts';
import type { EngineParts, Front, Login } from './parts.ts';
import { loginOf } from './sessions.ts';

/**
 * Returns the grant that an authorization goes on with. Each login has its own grant for a client. A stolen refresh
 * token therefore ends one family, and not every device of the user. The grant has what the user allowed the client. If
 * the client needs no consent, the grant has all scopes that the client may ask for. Such a grant does not count as
 * consent if the client needs consent later.
 *
 * If the login says when its tokens end, its grants end then, and everything that is issued under them. Another sign-in sets
 * another time, and then has another grant. So the tokens of the sign-in before do not last longer. A sign-in by another connection
 * has another grant, too, because the grants of a connection can be ended.
 *
 * Each sign-in of the command line has a grant of its own: the one that the answer of the user has made (interactions.ts).
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
  const login = loginOf(ctx);
  const front = frontOfUser(ctx);
  const isHeld =
    current?.accountId === accountId &&
    current.clientId === clientId &&
    current.endsAt === limitOf(login)?.endsAt &&
    current.connectionId === (login?.connectionId ?? undefined);
  const held = isHeld ? current : undefined;
  const made = (): KeptGrant => newGrant(provider, { accountId, clientId }, login);
  if (isCommandLine(clientId)) {
    if (!held || result?.consent?.grantId === undefined) return undefined;
    if (isMoved(held, { login, front })) await held.save();
    return held;
  }
  const { consentRequired } = settingsOf(client);
  if (consentRequired) {
    const key = { orgId, userId: accountId, clientId };
    const consent = await findOidcConsent(pool, key);
    if (!consent) return undefined;
    const grant: KeptGrant = held?.consented ? held : made();
    grant.consented = true;
    const moved = isMoved(grant, { login, front });
    if (isMore(grant, () => addGranted(grant, consent)) || moved || grant !== held) await grant.save();
    if (await useOidcConsent(pool, key)) return grant;
    await grant.destroy();
    return undefined;
  }

  const grant: KeptGrant = held ?? made();
  const more = isMore(grant, () => addAsked(ctx, grant));
  if (more) grant.consented = false;
  if (isMoved(grant, { login, front }) || more || !held) await grant.save();
  return grant;
}

/** Notes where the user is now, and with which login. @returns whether that is another one than before */
function isMoved(grant: KeptGrant, { login, front }: { login: Login | undefined; front: Front }): boolean {
  const { front: before, loginId } = grant;
  grant.front = front;
  if (login) grant.loginId = login.id;
  return (
    grant.loginId !== loginId ||
    before?.address !== front.address ||
    before?.platform !== front.platform ||
    before?.certificate?.thumbprint !== front.certificate?.thumbprint
  );
}

/**
 * Makes a grant of a login, which ends when the tokens of the login end.
 * @param most the seconds that it lasts at most, if it does not last as long as the grants of its client
 */
export function newGrant(
  provider: Provider,
  of: { accountId: string; clientId: string },
  login: Login | undefined,
  most = Number.POSITIVE_INFINITY,
): KeptGrant {
  const limit = limitOf(login);
  const seconds = Math.min(limit?.seconds ?? Number.POSITIVE_INFINITY, most);
  // Its types do not know that it may say how long it lives.
  const what = { ...of, ...(Number.isFinite(seconds) ? { expiresIn: seconds } : {}) };
  return Object.assign(
    new provider.Grant(what),
    limit ? { endsAt: limit.endsAt } : {},
    login?.connectionId ? { connectionId: login.connectionId } : {},
  );
}

function limitOf(login: Login | undefined): { endsAt: number; seconds: number } | undefined {
  if (!login || login.tokensEndAt === null) return undefined;
  return {
    endsAt: login.tokensEndAt.getTime(),
    seconds: Math.max(1, Math.floor(login.tokenSecondsLeft ?? 0)),
  };
}

/** Returns how many seconds a token lives. It does not outlive a grant that ends at a set time. */
export function withinGrant(ctx: KoaContextWithOIDC | undefined, seconds: number): number {
  const grant: KeptGrant | undefined = ctx?.oidc.entities.Grant;
  return grant?.endsAt === undefined ? seconds : Math.max(1, Math.min(seconds, grant.remainingTTL));
}

/** Lets a grant have what a person allowed. */
export function addGranted(grant: KeptGrant, { scopes, claims, resources }: Granted): void {
  if (scopes.length > 0) grant.addOIDCScope(scopes.join(' '));
  if (claims.length > 0) grant.addOIDCClaims(claims);
  for (const { resource, scopes: at } of resources)
    if (at.length > 0) grant.addResourceScope(resource, at.join(' '));
  if (resources.length > 0)
    grant.allowedResources = [
      ...new Set([...(grant.allowedResources ?? []), ...resources.map(({ resource }) => resource)]),
    ];
}

/** Lets a grant have everything that is asked for. */
function addAsked({ oidc }: KoaContextWithOIDC, grant: KeptGrant): void {
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
function isMore(grant: KeptGrant, add: () => void): boolean {
  const said = (): string => JSON.stringify([grant.openid, grant.resources, grant.allowedResources]);
  const before = said();
  add();
  return said() !== before;
}
