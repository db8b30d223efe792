import type { EntityManager } from '@mikro-orm/postgresql';
import { findLogin } from '../users/sessions/login-sessions.ts';
import { Failure } from '../failure.ts';
import { askProvider, hearProvider } from '../federation/dialogue.ts';
import { rememberDialogue, reopen, type Returned, takeDialogue } from '../federation/dialogues.ts';
import { connectionClient } from '../federation/connection-client.ts';
import {
  findActiveConnection,
  noteLogin,
  recordFederationFailure,
  recordTrouble,
} from '../federation/connection-use.ts';
import type { Connection } from '../federation/entities/connection.ts';
import { connectIdentity, type FederatedRefusal, userOfIdentity } from '../federation/federated-users.ts';
import { provedAt } from '../federation/freshness.ts';
import { identityOf, type UpstreamIdentity } from '../federation/identity.ts';
import {
  connectingFailedPage,
  connectionFailedPage,
  connectionRefusedPage,
} from '../federation/pages/connections.ts';
import { typedName } from '../federation/routing.ts';
import type { ConnectionTraceStep } from '../federation/sql/federation-traces.ts';
import { failureOf } from '../federation/trace-reasons.ts';
import { traceSignIn } from '../federation/traces.ts';
import { saysTwoFactors } from '../federation/strength.ts';
import { SocialTrouble } from '../federation/trouble.ts';
import type { Call, Handlers } from '../operation.ts';
import { type Hosted, page, redirect } from '../platform/pages/answers.ts';
import { csrfOf } from '../users/sessions/browser-token.ts';
import { backToAccount, showAccount } from '../sign-in/account-frame.ts';
import { accountPath, type HostedCall, signInPath, tenantOf, tokenOf, viewIn } from '../sign-in/hosted.ts';
import { goOn, onStep, type OpenSignIn, type StepCall } from '../sign-in/sign-in-steps.ts';
import { invitedUser } from '../sign-in/invited.ts';
import { notePendingLink } from '../sign-in/pending-link.ts';
import { freshDemandOf, noteUpstream } from '../sign-in/upstream.ts';
import { nothing, troubled } from './social-sign-in.ts';

type Family = 'startFederatedSignIn' | 'finishFederatedSignIn';

/** Besides what every page has: which connection, and what it is asked with. */
export type FederatedCall = HostedCall &
  Pick<Call<'finishFederatedSignIn'>, 'outgoing' | 'quotas' | 'wired' | 'signIns'> & {
    path: { orgId: string; connectionId: string };
  };

type Found = Extract<Returned, { kind: 'found' }>;
type Open = Pick<OpenSignIn, 'signIn' | 'browser'>;

export const federatedSignIn: Pick<Handlers<'sign-in'>, Family> = {
  startFederatedSignIn: (call) => goToConnection(call),

  async finishFederatedSignIn(given) {
    const { id } = given.path;
    const tenant = await given.findTenantOfConnection(id);
    if (!tenant) throw new Failure('CONNECTION_NOT_FOUND');
    await given.clientLimit(tenant.orgId, id);
    const call = { ...given, path: { orgId: tenant.orgId, connectionId: id } };
    const { path, query, inTenant } = call;
    const { state = '', code, iss, error } = query;
    const token = tokenOf(call);
    const taken = await inTenant(tenant, async (em) => {
      const returned = await takeDialogue(em, { token, state, providerId: id });
      if (!('kind' in returned)) return { reply: redirect(returned.returnTo) };
      if (returned.kind === 'none') return { reply: await nothing(em, call, returned.signInId) };
      return { found: returned, ...(await connectionIn(em, call)) };
    });
    if (taken.reply) return taken.reply;
    const { found, connection, client } = taken;
    const isConnecting = found.dialogue.loginId !== null;
    const back = isConnecting ? accountPath(path.orgId, 'security') : signInPath(path.orgId, found.signInId);
    if (error === 'access_denied') return redirect(back);
    const brought = { state, ...(code === undefined ? {} : { code }), ...(iss === undefined ? {} : { iss }) };
    const heard =
      code === undefined
        ? answeredWithError(error)
        : await hearProvider(client, brought, found.dialogue, call.outgoing, (configuration, tokens) =>
            identityOf(connection, configuration, tokens),
          ).catch(troubled);
    if (heard instanceof SocialTrouble) {
      const signInId = isConnecting ? undefined : found.signInId;
      const step = code === undefined ? 'RESPONSE' : 'TOKEN';
      return failed(call, heard, { connection, signInId, back, step });
    }
    const end = () =>
      inTenant(tenant, async (em, now) => {
        // What was true before the identity provider was asked need not be: the connection may be disabled.
        const opened = await reopen(em, token ?? '', found.signInId);
        if (opened.state === 'completed') return redirect(opened.returnTo);
        if (opened.state === 'none') return nothing(em, call, undefined);
        return isConnecting
          ? endConnecting(em, call, { opened, identity: heard, found })
          : endSignIn(em, call, { opened, identity: heard, back, now });
      });
    return end().catch((failure: unknown) => {
      // Another request created the user who was to be created. The user exists now.
      if (failure instanceof Failure && failure.code === 'USER_EXISTS') return end();
      throw failure;
    });
  },
};

/**
 * Leads a sign-in to the identity provider of a connection. The provider gets a hint only if the user typed it.
 * @param call its path names the connection, which the sign-in was routed to or whose button was pressed
 */
export async function goToConnection(call: FederatedCall & StepCall): Promise<Hosted> {
  const tenant = await tenantOf(call);
  const { orgId, connectionId } = call.path;
  const { sign_in: signInId } = call.body;
  const back = signInPath(orgId, encodeURIComponent(signInId));
  const begun = await onStep(call, tenant, async (em, { signIn }) =>
    signIn.isProved()
      ? undefined
      : {
          ...(await connectionIn(em, call)),
          loginHint: typedName(signIn),
          maxAge: freshDemandOf(signIn)?.maxAge,
        },
  );
  if ('reply' in begun) return begun.reply;
  if (!begun.value) return redirect(back);
  const { connection, client, ...wishes } = begun.value;
  const asked = await askProvider(client, signInId, call.outgoing, wishes).catch(troubled);
  if (asked instanceof SocialTrouble)
    return failed(call, asked, { connection, signInId, back, step: 'DISCOVERY' });
  const done = await onStep(call, tenant, async (_em, { signIn }) => {
    if (signIn.isProved()) return redirect(back);
    rememberDialogue(signIn, { ...asked.asked, providerId: connectionId, loginId: null });
    return redirect(asked.url);
  });
  return 'reply' in done ? done.reply : done.value;
}

/** @throws {Failure} CONNECTION_NOT_FOUND */
export async function connectionIn(em: EntityManager, call: FederatedCall) {
  const connection = await findActiveConnection(em, call.path.connectionId);
  return { connection, client: await connectionClient(em, connection, call) };
}

/** The browser brings the error, so that it says nothing of the health of the connection. */
function answeredWithError(error: string | undefined): SocialTrouble {
  const said = error !== undefined && /^[a-z_]{1,64}$/.test(error) ? ` (${error})` : '';
  return new SocialTrouble(`The identity provider responded with an error${said}`, { isOfProvider: false });
}

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
  await noteLogin(connection, em);
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
  if ('userId' in outcome) return backToAccount(call, 'security', 'connected');
  const problem = { text: 'notConnected' } as const;
  return showAccount(em, call, { login, browser }, { area: 'security', problem });
}
