import type { EntityManager } from '@mikro-orm/postgresql';
import { connectionNow, recordTrouble } from '../federation/connections/connection-use.ts';
import { rememberIn, takeSamlDialogue } from '../federation/openid/dialogues.ts';
import { decryptionKeys } from '../federation/connections/encryption-keys.ts';
import type { Connection } from '../federation/connections/entities/connection.ts';
import { keepSaid, noteRefused, takeSaid } from '../federation/connections/kept-responses.ts';
import { failedWithoutRetryPage } from '../federation/connections/pages/connections.ts';
import { innerPayerOf, paidParameters, payerOf } from '../federation/connections/message-work.ts';
import { remarkOnName } from '../federation/connections/saml-hints.ts';
import { samlIdentity } from '../federation/connections/saml-identity.ts';
import {
  type GoodResponse,
  type Judging,
  judgeResponse,
  reasonOf,
} from '../federation/connections/saml-responses.ts';
import type { ConnectionTraceStep } from '../federation/connections/sql/federation-traces.ts';
import { isTestState, refuseTest } from '../federation/connections/test-sign-ins.ts';
import { traceSignIn } from '../federation/connections/traces.ts';
import { otherRequest, SocialTrouble } from '../federation/openid/trouble.ts';
import { isId } from '../lib/id.ts';
import type { Call, Handlers } from '../operation.ts';
import { readInTurn } from '../platform/heavy-work.ts';
import { type Hosted, page, redirect } from '../platform/pages/answers.ts';
import type { Tenant } from '../platform/tenancy.ts';
import { SamlMessageError } from '../saml-messages/error.ts';
import { postParameters, receivePost } from '../saml-messages/receive/post.ts';
import type { Received } from '../saml-messages/receive/received.ts';
import { type Redacted, redact } from '../saml-messages/redact.ts';
import { accountPath, cookiesOf, signInPath, tokenOf, viewIn } from '../sign-in/hosted.ts';
import { startSignIn } from '../sign-in/sign-ins.ts';
import { openBrowser } from '../users/sessions/browsers.ts';
import { askBySaml, leadTo, signingFor } from './federated-asking.ts';
import {
  atConnection,
  closed,
  closedPage,
  endDialogue,
  failedBack,
  type FederatedCall,
} from './federated-ending.ts';
import { hasNewKeys } from './federated-keys.ts';
import { nothing, troubled } from './social-sign-in.ts';
import { finishSamlTest } from './test-sign-ins.ts';

type Family = 'receiveSamlResponse' | 'finishSamlSignIn';

/** A response, and what its trace shows. Verifying may change the document, so that is taken from it before. */
interface Arrival {
  received: Received;
  message: Redacted;
  relayState: string | undefined;
}

export const federatedSaml: Pick<Handlers<'sign-in'>, Family> = {
  async receiveSamlResponse(given) {
    const { tenant, call } = await atConnection(given);
    const arrived = await arrival(call, tenant);
    // A test works while the connection is disabled. Whether a test is under way is judged when its browser comes.
    const isTest = isTestState(arrived.relayState ?? '');
    const judgingNow = () => call.inTenant(tenant, (em, now) => judgingIn(em, call, { now, isTest }));
    const found = await judgingNow();
    if ('reply' in found) return found.reply;
    const { connection, judging } = found;
    if ('reason' in arrived) return refuse(call, tenant, { connection, ...arrived });
    const judged = await readInTurn(tenant.orgId, () => judgeResponse(arrived.received, connection, judging));
    if ('refused' in judged && judged.refused.isUnknownKey && (await hasNewKeys(call, tenant, connection))) {
      const renewed = await judgingNow();
      if ('reply' in renewed) return renewed.reply;
      const judgedAgain = await readInTurn(tenant.orgId, () => {
        // Verifying has changed the document.
        const again = receivePost(postParameters(call.rawBody));
        return judgeResponse(again, renewed.connection, renewed.judging);
      });
      return answer(call, tenant, renewed.connection, arrived, judgedAgain);
    }
    return answer(call, tenant, connection, arrived, judged);
  },

  async finishSamlSignIn(given) {
    const { tenant, call } = await atConnection(given);
    const { state, response: handle = '' } = call.query;
    if (state === undefined) return beginAnew(call, tenant, handle);
    if (isTestState(state)) return finishSamlTest(call, tenant, { state, handle });
    const { connectionId } = call.path;
    const taken = await call.inTenant(tenant, async (em) => {
      const returned = await takeSamlDialogue(em, { token: tokenOf(call), state, providerId: connectionId });
      if (!('kind' in returned)) return { reply: redirect(returned.returnTo) };
      if (returned.kind === 'none') return { reply: await nothing(em, call, returned.signInId) };
      const connection = await connectionNow(em, connectionId, 'SAML');
      if (connection?.status !== 'ACTIVE')
        return { reply: await closed(em, call, { found: returned, connection }) };
      const said = await takeSaid(em, { connectionId, handle, vault: call.vault });
      if (said === undefined || said === 'UNSOLICITED')
        return { reply: await nothing(em, call, returned.signInId) };
      return { found: returned, connection, said };
    });
    if (taken.reply) return taken.reply;
    const { found, connection, said } = taken;
    const { identity, inResponseTo, message, isShortened } = said;
    if (inResponseTo !== found.dialogue.requestId)
      return failedBack(call, otherRequest(), { found, connection, step: 'RESPONSE' });
    return endDialogue(call, tenant, {
      found,
      identity,
      shown: { message, isShortened, ...remarkOnName(identity.hint) },
    });
  },
};

type SamlCall = FederatedCall & Pick<Call<'receiveSamlResponse'>, 'rawBody'>;

/** Reads what judging a response takes. @returns a page if users cannot sign in by the connection */
async function judgingIn(
  em: EntityManager,
  call: SamlCall,
  { now, isTest }: { now: Date; isTest: boolean },
): Promise<{ connection: Connection; judging: Judging } | { reply: Hosted }> {
  const { path, vault, baseUrl } = call;
  const connection = await connectionNow(em, path.connectionId, 'SAML');
  if (!connection || (connection.status !== 'ACTIVE' && !isTest))
    return { reply: await closedPage(em, call, `/login/${path.orgId}`) };
  const privateKeys = await decryptionKeys(em, vault);
  const spend = innerPayerOf(path.connectionId, call.origin.ipAddress);
  return { connection, judging: { baseUrl, now, privateKeys, spend } };
}

/** Decodes and parses a form; or says why it has no message. @throws {RateLimited} */
async function arrival(
  { rawBody, path, origin }: SamlCall,
  { orgId }: Tenant,
): Promise<Arrival | { reason: string; relayState: string | undefined }> {
  let relayState: string | undefined;
  try {
    return await readInTurn(orgId, () => {
      const form = paidParameters(rawBody, payerOf(path.connectionId, origin.ipAddress));
      ({ relayState } = form);
      const received = receivePost(form);
      return { received, message: redact(received.message), relayState };
    });
  } catch (error) {
    if (error instanceof SamlMessageError) return { reason: reasonOf(error), relayState };
    throw error;
  }
}

/** Answers a response that was judged. */
function answer(
  call: SamlCall,
  tenant: Tenant,
  connection: Connection,
  { message, relayState }: Arrival,
  judged: Awaited<ReturnType<typeof judgeResponse>>,
): Promise<Hosted> {
  const arrived = { connection, message, relayState };
  return 'refused' in judged
    ? refuse(call, tenant, { ...arrived, ...judged.refused })
    : keep(call, tenant, { ...arrived, good: judged.good });
}

/** Keeps what a verified response says, and sends the browser on by GET: a form of another site brings no cookies, a GET does. */
async function keep(
  call: SamlCall,
  tenant: Tenant,
  arrived: Omit<Arrival, 'received'> & { connection: Connection; good: GoodResponse },
): Promise<Hosted> {
  const { connection, good, message, relayState } = arrived;
  const { assertion, inResponseTo } = good;
  const refusing = { connection, message, relayState, genuine: assertion.id };
  if (inResponseTo === undefined && connection.allowIdpInitiated !== true)
    return refuse(call, tenant, { ...refusing, reason: unsolicited });
  const kept = await call
    .inTenant(tenant, (em) => {
      const said =
        inResponseTo === undefined
          ? undefined
          : { inResponseTo, identity: samlIdentity(connection, assertion, call.baseUrl), message };
      return keepSaid(em, { connection, vault: call.vault, said, assertionId: assertion.id });
    })
    .catch(troubled);
  if (kept instanceof SocialTrouble)
    return refuse(call, tenant, { ...refusing, reason: kept.message, step: 'CLAIMS' });
  if (kept === undefined) return refuse(call, tenant, { ...refusing, genuine: undefined, reason: replayed });
  // A RelayState of ours is short. One that came without a request means nothing.
  const state = inResponseTo === undefined ? undefined : (relayState?.slice(0, longestState) ?? '');
  return redirect(finishPath(connection, { response: kept, ...(state === undefined ? {} : { state }) }));
}

const finishPath = ({ id }: Connection, query: { response?: string; state?: string }): string =>
  `/api/v1/federation/saml/${id}/finish?${new URLSearchParams(query).toString()}`;

const longestState = 200;

const unsolicited =
  'The response is not one to a request. Start the sign-in at Keyward, or set allowIdpInitiated';
const replayed = 'The identity provider has sent this assertion before. Each counts once';

/** Why a response is refused. */
interface Refused {
  connection: Connection;
  reason: string;
  step?: ConnectionTraceStep;
  /** The ID of the assertion if the identity provider, or the connection, is set up wrongly. Anybody causes other refusals. */
  genuine?: string | undefined;
  isDenied?: boolean;
  message?: Redacted;
  relayState?: string | undefined;
}

/** Answers a response that counts for nothing. The reason is recorded for the tenant, and not shown to the user on the page. */
async function refuse(
  call: SamlCall,
  tenant: Tenant,
  { connection, reason, step = 'RESPONSE', genuine, isDenied = false, message, relayState }: Refused,
): Promise<Hosted> {
  call.signIns.federated('SAML', 'FAILED');
  const { orgId, connectionId } = call.path;
  return call.inTenant(tenant, async (em) => {
    const isTest = isTestState(relayState ?? '');
    // Anybody who saw it may send it again. The repetitions may push nothing out. A test changes no health.
    const verified = genuine !== undefined && !isTest && (await noteRefused(em, connection, genuine));
    if (verified) await recordTrouble(em, connection, new SocialTrouble(reason), call.origin);
    const { requestId } = call;
    const failure = { step, reason };
    await traceSignIn(em, {
      connectionId,
      requestId,
      verified,
      failure,
      isTest,
      message: message ?? null,
    });
    const refused = { ...failure, requestId };
    // The page with the reason is for the browser of the test, which comes with its cookie.
    if (isTest && (await refuseTest(em, { state: relayState ?? '', connectionId, refused })))
      return redirect(finishPath(connection, { state: relayState ?? '' }));
    const back = startOf(orgId, relayState);
    if (isDenied) return redirect(back);
    const markup = failedWithoutRetryPage(await viewIn(em, call), connection.name, back);
    // Nothing of ours was called: the browser has brought the response, and anybody can bring any.
    return page(markup, { status: 400, headers: { 'X-Error-Code': 'FEDERATION_CONN_FAILED' } });
  });
}

/** Returns where the user starts again: at the sign-in that the RelayState names, if it can be one of ours. */
function startOf(orgId: string, relayState = ''): string {
  const id = relayState.split('.')[0] ?? '';
  return isId('sgn', id) ? signInPath(orgId, id) : `/login/${orgId}`;
}

/**
 * Begins a sign-in after an unsolicited response. The response itself signs no user in, or an attacker could sign users in to an
 * account of the attacker. So the identity provider is asked, and answers who this browser's user is.
 */
async function beginAnew(call: SamlCall, tenant: Tenant, handle: string): Promise<Hosted> {
  const { orgId, connectionId } = call.path;
  const begun = await call.inTenant(tenant, async (em) => {
    const said = await takeSaid(em, { connectionId, handle, vault: call.vault });
    if (said !== 'UNSOLICITED') return { reply: await nothing(em, call, undefined) };
    const connection = await connectionNow(em, connectionId, 'SAML');
    if (connection?.status !== 'ACTIVE') return { reply: await closedPage(em, call, `/login/${orgId}`) };
    const means = { connection, by: await signingFor(em, call, connection) };
    const browser = await openBrowser(em, tokenOf(call));
    const { id } = await startSignIn(em, browser, { returnTo: accountPath(orgId) });
    return { means, browser, id };
  });
  if (begun.reply) return begun.reply;
  const { means, browser, id } = begun;
  const { asked, carried } = askBySaml(call, means, id);
  return call.inTenant(tenant, async (em) => {
    await rememberIn(em, id, { ...asked, providerId: connectionId, loginId: null });
    return leadTo(await viewIn(em, call), means.connection, carried, cookiesOf(browser, call.baseUrl));
  });
}
