import { connectionNow, recordTrouble } from './connection-use.ts';
import { decryptionKeys } from './encryption-keys.ts';
import type { Connection } from './entities/connection.ts';
import { keepSaid, noteRefused } from './kept-responses.ts';
import { failedWithoutRetryPage } from './pages/connections.ts';
import { innerPayerOf, paidParameters, payerOf } from './message-work.ts';
import { samlIdentity } from './saml-identity.ts';
import { type GoodResponse, type Judging, type judgeResponse, reasonOf } from './saml-responses.ts';
import type { ConnectionTraceStep } from './sql/federation-traces.ts';
import { isTestState, refuseTest } from './test-sign-ins.ts';
import { traceSignIn } from './traces.ts';
import { SocialTrouble } from '../openid/trouble.ts';
import { isId } from '../../lib/id.ts';
import { readInTurn } from '../../platform/heavy-work.ts';
import { type Hosted, page, redirect } from '../../platform/pages/answers.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Tx } from '../../platform/tx.ts';
import { SamlMessageError } from '../../saml-messages/error.ts';
import { receivePost } from '../../saml-messages/receive/post.ts';
import type { Received } from '../../saml-messages/receive/received.ts';
import { type Redacted, redact } from '../../saml-messages/redact.ts';
import { signInPath, viewIn } from '../../sign-in/hosted.ts';
import { closedPage } from './ending.ts';
import { type FederatedCall } from './federated-call.ts';
import { troubled } from '../social/ending.ts';

/** A response, and what its trace shows. Verifying may change the document, so that is taken from it before. */
interface Arrival {
  received: Received;
  message: Redacted;
  relayState: string | undefined;
}

/** A call that brings a SAML message. */
export type SamlCall = FederatedCall & { request: { sent: { readonly rawBody: Buffer } } };

/** Reads what judging a response takes. @returns a page if users cannot sign in by the connection */
export async function judgingIn(
  tx: Tx,
  call: SamlCall,
  { now, isTest }: { now: Date; isTest: boolean },
): Promise<{ connection: Connection; judging: Judging } | { reply: Hosted }> {
  const { path, vault, baseUrl } = call;
  const connection = await connectionNow(tx, path.connectionId, 'SAML');
  if (!connection || (connection.status !== 'ACTIVE' && !isTest))
    return { reply: await closedPage(tx, call, `/login/${path.orgId}`) };
  const privateKeys = await decryptionKeys(tx, vault);
  const spend = innerPayerOf(path.connectionId, call.origin.ipAddress);
  return { connection, judging: { baseUrl, now, privateKeys, spend } };
}

/** Decodes and parses a form; or says why it has no message. @throws {RateLimited} */
export async function arrival(
  { request, path, origin }: SamlCall,
  { orgId }: Tenant,
): Promise<Arrival | { reason: string; relayState: string | undefined }> {
  let relayState: string | undefined;
  try {
    return await readInTurn(orgId, () => {
      const form = paidParameters(request.sent.rawBody, payerOf(path.connectionId, origin.ipAddress));
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
export function answer(
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
    .inTenant(tenant, (tx) => {
      const said =
        inResponseTo === undefined
          ? undefined
          : { inResponseTo, identity: samlIdentity(connection, assertion, call.baseUrl), message };
      return keepSaid(tx, { connection, vault: call.vault, said, assertionId: assertion.id });
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
export async function refuse(
  call: SamlCall,
  tenant: Tenant,
  { connection, reason, step = 'RESPONSE', genuine, isDenied = false, message, relayState }: Refused,
): Promise<Hosted> {
  call.signIns.federated('SAML', 'FAILED');
  const { orgId, connectionId } = call.path;
  return call.inTenant(tenant, async (tx) => {
    const isTest = isTestState(relayState ?? '');
    // Anybody who saw it may send it again. The repetitions may push nothing out. A test changes no health.
    const verified = genuine !== undefined && !isTest && (await noteRefused(tx, connection, genuine));
    if (verified) await recordTrouble(tx, connection, new SocialTrouble(reason), call.origin);
    const { requestId } = call;
    const failure = { step, reason };
    await traceSignIn(tx, {
      connectionId,
      requestId,
      verified,
      failure,
      isTest,
      message: message ?? null,
    });
    const refused = { ...failure, requestId };
    // The page with the reason is for the browser of the test, which comes with its cookie.
    if (isTest && (await refuseTest(tx, { state: relayState ?? '', connectionId, refused })))
      return redirect(finishPath(connection, { state: relayState ?? '' }));
    const back = startOf(orgId, relayState);
    if (isDenied) return redirect(back);
    const markup = failedWithoutRetryPage(await viewIn(tx, call), connection.name, back);
    // Nothing of ours was called: the browser has brought the response, and anybody can bring any.
    return page(markup, { status: 400, headers: { 'X-Error-Code': 'FEDERATION_CONN_FAILED' } });
  });
}

/** Returns where the user starts again: at the sign-in that the RelayState names, if it can be one of ours. */
function startOf(orgId: string, relayState = ''): string {
  const id = relayState.split('.')[0] ?? '';
  return isId('sgn', id) ? signInPath(orgId, id) : `/login/${orgId}`;
}
