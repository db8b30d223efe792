import { loginThatConnects, reopen, type Taken } from '../openid/dialogues.ts';
import { noteUse } from './connection-health.ts';
import { connectionNow, recordFederationFailure, recordTrouble } from './connection-use.ts';
import type { Connection } from './entities/connection.ts';
import { connectIdentity, userOfIdentity } from '../linking/federated-users.ts';
import { provedAt } from '../linking/freshness.ts';
import type { UpstreamIdentity } from '../linking/identity.ts';
import { keptClaims } from './kept-claims.ts';
import { linkOf } from '../linking/people.ts';
import {
  connectionClosedPage,
  connectionFailedPage,
  connectionRefusedPage,
  failedWithoutRetryPage,
  type ShownRefusal,
} from './pages/connections.ts';
import type { ConnectionTraceStep } from './sql/federation-traces.ts';
import { failureOf } from './trace-reasons.ts';
import { type SignInTrace, traceSignIn } from './traces.ts';
import { saysTwoFactors } from '../linking/strength.ts';
import { type SocialTrouble, statusOfTrouble } from '../openid/trouble.ts';
import { sealHint } from './upstream-logout.ts';
import { Failure } from '../../failure.ts';
import { type Hosted, page, redirect } from '../../platform/pages/answers.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Tx } from '../../platform/tx.ts';
import { backToAccount, showAccount } from '../../sign-in/account-frame.ts';
import { accountPath, signInPath, namedBy, tokenOf, viewIn } from '../../sign-in/hosted.ts';
import { invitedUser } from '../../sign-in/invited.ts';
import { notePendingLink } from '../../sign-in/pending-link.ts';
import { noteUnknownTime } from '../../sign-in/steps/proofs.ts';
import { answerTo, type OpenSignIn, proceed, refusalOf } from '../../sign-in/sign-in-steps.ts';
import { freshDemandOf, noteUpstream } from '../../sign-in/upstream.ts';
import { csrfOf } from '../../users/sessions/browser-token.ts';
import { nothing } from '../social/ending.ts';
import type { FederatedCall } from './federated-call.ts';

type Open = Pick<OpenSignIn, 'signIn' | 'browser'>;

const isConnecting = ({ dialogue }: Taken): boolean => dialogue.loginId !== null;

/** Returns the path that a browser goes back to, which is back from the identity provider. */
export const backOf = (orgId: string, found: Taken): string =>
  isConnecting(found) ? accountPath(orgId, 'security') : signInPath(orgId, found.signInId);

/** The answer of an identity provider in a dialogue. */
export interface Heard {
  identity: UpstreamIdentity;
  /** The values that the trace shows besides the claims. */
  shown?: Pick<SignInTrace, 'message' | 'isShortened' | 'remark'>;
}

/** Ends a dialogue in which the identity provider said who the user is. */
export async function endDialogue(
  call: FederatedCall,
  tenant: Tenant,
  { found, ...heard }: Heard & { found: Taken },
): Promise<Hosted> {
  const end = () =>
    call.inTenant(tenant, async (tx, now) => {
      const opened = await reopen(tx, tokenOf(call) ?? '', found.signInId);
      if (opened.state === 'completed') return redirect(opened.returnTo);
      if (opened.state === 'none') return nothing(tx, call, undefined);
      // Reads the connection again: its state may have changed since the identity provider was asked.
      const connection = await connectionNow(tx, call.path.connectionId);
      if (connection?.status !== 'ACTIVE') return closed(tx, call, { found, connection, heard });
      return isConnecting(found)
        ? endConnecting(tx, call, { opened, connection, heard, found })
        : endSignIn(tx, call, { opened, connection, heard, back: backOf(call.path.orgId, found), now });
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
  { found, ...at }: { found: Taken; connection: Connection; step: ConnectionTraceStep },
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
  return call.inTenant(namedBy(call), async (tx) => {
    await recordTrouble(tx, connection, trouble, call.origin);
    const of = { connectionId: connection.id, requestId: call.requestId };
    await traceSignIn(tx, { ...of, verified: false, failure: { step, reason: trouble.message } });
    const view = await viewIn(tx, call);
    const { orgId } = call.path;
    const markup =
      signInId === undefined
        ? failedWithoutRetryPage(view, connection.name, back)
        : connectionFailedPage(
            { view, orgId, id: signInId, csrf: csrfOf(tokenOf(call) ?? '', signInId) },
            connection,
            back,
          );
    return page(markup, {
      status: statusOfTrouble(trouble),
      headers: { 'X-Error-Code': 'FEDERATION_CONN_FAILED' },
    });
  });
}

/** An account of an identity provider that came back, and where. */
interface Returning {
  opened: Open;
  connection: Connection;
  heard: Heard;
}

async function endSignIn(
  tx: Tx,
  call: FederatedCall,
  { opened, connection, heard, back, now }: Returning & { back: string; now: Date },
): Promise<Hosted> {
  const { signIn } = opened;
  const { identity, shown } = heard;
  if (signIn.isProved()) return redirect(back);
  const { id: connectionId, type, maxSessionSeconds: mostSeconds } = connection;
  const { sessionEndsAt } = identity;
  const hasEnded = sessionEndsAt !== null && sessionEndsAt <= now;
  const leeway = connection.clockSkewSeconds;
  const at = hasEnded ? 'NOT_FRESH' : provedAt(identity.authTime, freshDemandOf(signIn), now, leeway);
  if (typeof at === 'string') {
    const userId = (await linkOf(tx, connection, { subject: identity.key }))?.userId;
    return refused(tx, call, { connection, refusal: at, heard, back, userId });
  }
  const provedUserId = (await invitedUser(tx, signIn))?.id;
  const outcome = await userOfIdentity(tx, connection, identity, { ...call, provedUserId });
  const { key, subject, session } = identity;
  const hint = sealHint(connection, identity.hint, call.vault);
  const endsAt = sessionEndsAt?.getTime() ?? null;
  const upstream = { connectionId, type, subject, session, hint, mostSeconds, endsAt };
  if ('refusal' in outcome) {
    const { refusal, refused: userId, canConnect } = outcome;
    if (refusal === 'PROVE_FIRST') {
      // The typed name may be that of another user.
      signIn.identifier = identity.vouchedEmail;
      const claims = keptClaims(connection, identity.claims);
      notePendingLink(signIn, { userId: outcome.refused, key, upstream, claims });
    }
    return refused(tx, call, { connection, refusal, heard, back, userId, canConnect });
  }
  const { userId } = outcome;
  Object.assign(signIn, { userId, authTime: at });
  if (identity.authTime === null) noteUnknownTime(signIn);
  noteUpstream(signIn, upstream);
  const open = { ...opened, state: 'open' } as const;
  const isStrong = connection.trustMfa && saysTwoFactors(identity);
  // RFC 8176 has no name for this factor.
  const next = await proceed(tx, call, open, isStrong ? ['fed', 'mfa'] : ['fed']);
  const why = refusalOf(next);
  const failure = why === undefined ? {} : { failure: failureOf(why) };
  const { claims } = identity;
  await traceSignIn(tx, {
    connectionId,
    requestId: call.requestId,
    verified: true,
    claims,
    userId,
    ...shown,
    ...failure,
  });
  await noteUse(tx, connection, { error: null, isLogin: why === undefined });
  return answerTo(tx, call, open, next);
}

async function refused(
  tx: Tx,
  call: FederatedCall,
  {
    connection,
    refusal,
    heard: { identity, shown },
    back,
    userId,
    canConnect = false,
  }: {
    connection: Connection;
    refusal: ShownRefusal;
    heard: Heard;
    back: string;
    userId: string | undefined;
    canConnect?: boolean | undefined;
  },
): Promise<Hosted> {
  call.signIns.federated(connection.type, refusal);
  await recordFederationFailure(tx, connection, { reason: refusal, origin: call.origin });
  await traceSignIn(tx, {
    connectionId: connection.id,
    requestId: call.requestId,
    verified: true,
    claims: identity.claims,
    ...(userId === undefined ? {} : { userId }),
    ...shown,
    failure: failureOf(refusal),
  });
  const view = await viewIn(tx, call);
  const markup = connectionRefusedPage(view, refusal, { name: connection.name, back, canConnect });
  const isCoded = refusal === 'DOMAIN_NOT_VERIFIED';
  return page(markup, { status: 403, headers: isCoded ? { 'X-Error-Code': refusal } : {} });
}

/** Answers that users cannot sign in by the connection of a dialogue (any more), and records it. */
export async function closed(
  tx: Tx,
  call: FederatedCall,
  { found, connection, heard }: { found: Taken; connection: Connection | undefined; heard?: Heard },
): Promise<Hosted> {
  if (connection) {
    const refusal = 'CONNECTION_DISABLED';
    call.signIns.federated(connection.type, refusal);
    await recordFederationFailure(tx, connection, { reason: refusal, origin: call.origin });
    const of = { connectionId: connection.id, requestId: call.requestId, failure: failureOf(refusal) };
    const claims = heard?.identity.claims ?? {};
    await traceSignIn(tx, { ...of, verified: heard !== undefined, claims, ...heard?.shown });
  }
  return closedPage(tx, call, backOf(call.path.orgId, found));
}

/** Shows that users cannot sign in by a connection, in the branding of the organization. */
export async function closedPage(tx: Tx, call: FederatedCall, back: string): Promise<Hosted> {
  const markup = connectionClosedPage(await viewIn(tx, call), back);
  return page(markup, { status: 404, headers: { 'X-Error-Code': 'CONNECTION_NOT_FOUND' } });
}

async function endConnecting(
  tx: Tx,
  call: FederatedCall,
  { opened, connection, heard, found }: Returning & { found: Taken },
): Promise<Hosted> {
  const { orgId } = call.path;
  const { signIn, browser } = opened;
  const login = await loginThatConnects(tx, call, signIn, found);
  if (!login) return redirect(`/login/${orgId}`);
  const { userId } = login;
  const outcome = await connectIdentity(tx, connection, heard.identity, { userId, origin: call.origin });
  tx.remove(signIn);
  await noteUse(tx, connection, { error: null, isLogin: false });
  call.signIns.federated(connection.type, 'userId' in outcome ? 'CONNECTED' : outcome.refusal);
  if ('userId' in outcome) return backToAccount(call, 'security', 'connected');
  const problem = { text: 'notConnected' } as const;
  return showAccount(tx, call, { login, browser }, { area: 'security', problem });
}
