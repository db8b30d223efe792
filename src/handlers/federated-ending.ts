import type { EntityManager } from '@mikro-orm/postgresql';
import { reopen, type Returned } from '../federation/dialogues.ts';
import { noteUse } from '../federation/connection-health.ts';
import { findActiveConnection, recordFederationFailure, recordTrouble } from '../federation/connection-use.ts';
import type { Connection } from '../federation/entities/connection.ts';
import { connectIdentity, type FederatedRefusal, userOfIdentity } from '../federation/federated-users.ts';
import { provedAt } from '../federation/freshness.ts';
import type { UpstreamIdentity } from '../federation/identity.ts';
import {
  connectingFailedPage,
  connectionFailedPage,
  connectionRefusedPage,
} from '../federation/pages/connections.ts';
import type { ConnectionTraceStep } from '../federation/sql/federation-traces.ts';
import { failureOf } from '../federation/trace-reasons.ts';
import { traceSignIn } from '../federation/traces.ts';
import { saysTwoFactors } from '../federation/strength.ts';
import type { SocialTrouble } from '../federation/trouble.ts';
import { Failure } from '../failure.ts';
import type { Call } from '../operation.ts';
import { type Hosted, page, redirect } from '../platform/pages/answers.ts';
import type { Tenant } from '../platform/tenancy.ts';
import { backToAccount, showAccount } from '../sign-in/account-frame.ts';
import { accountPath, type HostedCall, signInPath, tenantOf, tokenOf, viewIn } from '../sign-in/hosted.ts';
import { invitedUser } from '../sign-in/invited.ts';
import { notePendingLink } from '../sign-in/pending-link.ts';
import { goOn, type OpenSignIn } from '../sign-in/sign-in-steps.ts';
import { freshDemandOf, noteUpstream } from '../sign-in/upstream.ts';
import { csrfOf } from '../users/sessions/browser-token.ts';
import { findLogin } from '../users/sessions/login-sessions.ts';
import { nothing } from './social-sign-in.ts';

/** Besides what every page has: which connection, and what it is asked with. */
export type FederatedCall = HostedCall &
  Pick<Call<'finishFederatedSignIn'>, 'outgoing' | 'quotas' | 'wired' | 'signIns'> & {
    path: { orgId: string; connectionId: string };
  };

/** A dialogue that was taken: the browser is back, and comes back from it no more. */
export type Found = Extract<Returned, { kind: 'found' }>;
type Open = Pick<OpenSignIn, 'signIn' | 'browser'>;

/** What the address of a connection names, which identity providers and browsers call without naming the tenant. */
type Addressed = Pick<Call<'finishFederatedSignIn'>, 'findTenantOfConnection' | 'clientLimit'> & {
  path: { id: string };
};

/** Finds the tenant of the connection that an address names, and counts the request. @throws {Failure} CONNECTION_NOT_FOUND */
export async function atConnection<Given extends Addressed>(
  given: Given,
): Promise<{ tenant: Tenant; call: Omit<Given, 'path'> & { path: { orgId: string; connectionId: string } } }> {
  const { id } = given.path;
  const tenant = await given.findTenantOfConnection(id);
  if (!tenant) throw new Failure('CONNECTION_NOT_FOUND');
  await given.clientLimit(tenant.orgId, id);
  return { tenant, call: { ...given, path: { orgId: tenant.orgId, connectionId: id } } };
}

const isConnecting = ({ dialogue }: Found): boolean => dialogue.loginId !== null;

/** Returns the path that a browser goes back to, which is back from the identity provider. */
export const backOf = (orgId: string, found: Found): string =>
  isConnecting(found) ? accountPath(orgId, 'security') : signInPath(orgId, found.signInId);

/** Ends a dialogue in which the identity provider said who the user is. */
export async function endDialogue(
  call: FederatedCall,
  tenant: Tenant,
  { found, identity }: { found: Found; identity: UpstreamIdentity },
): Promise<Hosted> {
  const end = () =>
    call.inTenant(tenant, async (em, now) => {
      // What was true before the identity provider was asked need not be: the connection may be disabled.
      const opened = await reopen(em, tokenOf(call) ?? '', found.signInId);
      if (opened.state === 'completed') return redirect(opened.returnTo);
      if (opened.state === 'none') return nothing(em, call, undefined);
      return isConnecting(found)
        ? endConnecting(em, call, { opened, identity, found })
        : endSignIn(em, call, { opened, identity, back: backOf(call.path.orgId, found), now });
    });
  return end().catch((failure: unknown) => {
    // Another request created the user who was to be created. The user exists now.
    if (failure instanceof Failure && failure.code === 'USER_EXISTS') return end();
    throw failure;
  });
}

/** Answers a fault of the identity provider to a browser that is back from it. */
export const failedBack = (
  call: FederatedCall,
  trouble: SocialTrouble,
  { found, ...at }: { found: Found; connection: Connection; step: ConnectionTraceStep },
): Promise<Hosted> =>
  failed(call, trouble, {
    ...at,
    signInId: isConnecting(found) ? undefined : found.signInId,
    back: backOf(call.path.orgId, found),
  });

/** A sign-in, or the connecting of an account, that the identity provider did not end. */
interface FailedAt {
  connection: Connection;
  /** Undefined if the user connects an account. */
  signInId: string | undefined;
  back: string;
  step: ConnectionTraceStep;
}

/** Answers a fault of the identity provider. The reason is recorded for the tenant, and not shown on the page. */
export async function failed(
  call: FederatedCall,
  trouble: SocialTrouble,
  { connection, signInId, back, step }: FailedAt,
): Promise<Hosted> {
  call.signIns.federated(connection.type, 'FAILED');
  return call.inTenant(await tenantOf(call), async (em) => {
    await recordTrouble(em, connection, trouble, call.origin);
    const of = { connectionId: connection.id, requestId: call.requestId };
    await traceSignIn(em, { ...of, verified: false, failure: { step, reason: trouble.message } });
    const view = await viewIn(em, call);
    const { orgId } = call.path;
    const markup =
      signInId === undefined
        ? connectingFailedPage(view, connection.name, back)
        : connectionFailedPage(
            { view, orgId, id: signInId, csrf: csrfOf(tokenOf(call) ?? '', signInId) },
            connection,
            back,
          );
    return page(markup, { status: 502, headers: { 'X-Error-Code': 'FEDERATION_CONN_FAILED' } });
  });
}

async function endSignIn(
  em: EntityManager,
  call: FederatedCall,
  { opened, identity, back, now }: { opened: Open; identity: UpstreamIdentity; back: string; now: Date },
): Promise<Hosted> {
  const { signIn } = opened;
  if (signIn.isProved()) return redirect(back);
  const { connectionId } = call.path;
  const connection = await findActiveConnection(em, connectionId);
  const at = provedAt(identity.authTime, freshDemandOf(signIn), now);
  const outcome =
    at === undefined
      ? ({ refusal: 'NOT_FRESH' } as const)
      : await userOfIdentity(em, connection, identity, {
          ...call,
          invitedUserId: (await invitedUser(em, signIn))?.id,
        });
  const { subject, session } = identity;
  const upstream = { connectionId, subject, session, mostSeconds: connection.maxSessionSeconds };
  if ('refusal' in outcome) {
    const isAwaited =
      outcome.refusal === 'SIGN_IN_FIRST' && (await isEnforcedFor(em, call, outcome.userToProve));
    if (isAwaited) {
      // The typed name may be that of another user.
      signIn.identifier = identity.vouchedEmail;
      notePendingLink(signIn, { userId: outcome.userToProve, key: identity.key, upstream });
    }
    const refusal = isAwaited ? 'PROVE_FIRST' : outcome.refusal;
    return refused(em, call, { connection, refusal, identity, back });
  }
  const { userId } = outcome;
  await traceSignIn(em, {
    connectionId,
    requestId: call.requestId,
    verified: true,
    claims: identity.claims,
    userId,
  });
  call.signIns.federated(connection.type, 'SUCCESS');
  await noteUse(em, connection, { error: null, isLogin: true });
  Object.assign(signIn, { userId: outcome.userId, authTime: at });
  noteUpstream(signIn, upstream);
  const isStrong = connection.trustMfa && saysTwoFactors(identity);
  // RFC 8176 has no name for this factor.
  return goOn(em, call, { ...opened, state: 'open' }, isStrong ? ['fed', 'mfa'] : ['fed']);
}

/** Tells whether a user must sign in by this connection. Such a user cannot sign in first, to connect the account. */
async function isEnforcedFor(em: EntityManager, call: FederatedCall, userId: string): Promise<boolean> {
  const found = await call.wired.enforcement.ofUser(em, userId);
  return found?.connections.some(({ id }) => id === call.path.connectionId) ?? false;
}

async function refused(
  em: EntityManager,
  call: FederatedCall,
  {
    connection,
    refusal,
    identity,
    back,
  }: {
    connection: Connection;
    refusal: FederatedRefusal | 'NOT_FRESH' | 'PROVE_FIRST';
    identity: UpstreamIdentity;
    back: string;
  },
): Promise<Hosted> {
  call.signIns.federated(connection.type, refusal);
  await recordFederationFailure(em, connection, { reason: refusal, origin: call.origin });
  await traceSignIn(em, {
    connectionId: connection.id,
    requestId: call.requestId,
    verified: true,
    claims: identity.claims,
    failure: failureOf(refusal),
  });
  const markup = connectionRefusedPage(await viewIn(em, call), refusal, { name: connection.name, back });
  const isCoded = refusal === 'DOMAIN_NOT_VERIFIED';
  return page(markup, { status: 403, headers: isCoded ? { 'X-Error-Code': refusal } : {} });
}

async function endConnecting(
  em: EntityManager,
  call: FederatedCall,
  { opened, identity, found }: { opened: Open; identity: UpstreamIdentity; found: Found },
): Promise<Hosted> {
  const { orgId, connectionId } = call.path;
  const { signIn, browser } = opened;
  const login = await findLogin(em, browser.token);
  if (login?.id !== found.dialogue.loginId || login.userId !== signIn.userId)
    return redirect(`/login/${orgId}`);
  const connection = await findActiveConnection(em, connectionId);
  const { userId } = login;
  const outcome = await connectIdentity(em, connection, identity, { userId, origin: call.origin });
  em.remove(signIn);
  await noteUse(em, connection, { error: null, isLogin: false });
  if ('userId' in outcome) return backToAccount(call, 'security', 'connected');
  const problem = { text: 'notConnected' } as const;
  return showAccount(em, call, { login, browser }, { area: 'security', problem });
}
