import { paidParameters, payerOf } from '../federation/message-work.ts';
import {
  endLoginsBySaml,
  judgeLogout,
  logoutResponseTo,
  samlConnectionToLogOut,
} from '../federation/saml-logouts.ts';
import { reasonOf } from '../federation/saml-responses.ts';
import { traceSignIn } from '../federation/traces.ts';
import { Failure } from '../failure.ts';
import type { Call, Handlers } from '../operation.ts';
import { type Hosted, redirect } from '../platform/pages/answers.ts';
import { SamlMessageError } from '../saml-messages/error.ts';
import { receivePost } from '../saml-messages/receive/post.ts';
import type { Received } from '../saml-messages/receive/received.ts';
import { receiveRedirect } from '../saml-messages/receive/redirect.ts';
import { redact } from '../saml-messages/redact.ts';
import { requestLimits } from '../saml-messages/xml/strict.ts';
import { rawQueryOf } from '../saml/raw-query.ts';
import { reading, refusalOf } from '../saml/receive-sign-on.ts';
import { viewIn } from '../sign-in/hosted.ts';
import { connectionSigningKey, leadTo } from './federated-asking.ts';
import { atConnection } from './federated-ending.ts';

type Family = 'receiveSamlConnectionLogout' | 'receiveSamlConnectionLogoutByForm';

export const federatedSamlLogout: Pick<Handlers<'sign-in'>, Family> = {
  receiveSamlConnectionLogout: (call) =>
    receive(call, () => receiveRedirect(rawQueryOf(call.here), requestLimits)),
  receiveSamlConnectionLogoutByForm: (call) =>
    receive(call, () => {
      const spend = payerOf(call.path.id, call.origin.ipAddress);
      return receivePost(paidParameters(call.rawBody, spend), requestLimits);
    }),
};

/** Ends the logins that a signed request names, also if another browser brings it, and takes the browser back with a signed response. */
async function receive(given: Call<Family>, read: () => Received): Promise<Hosted> {
  const { tenant, call } = await atConnection(given);
  const { connectionId, orgId } = call.path;
  const { baseUrl, origin, wired, requestId } = call;
  const received = reading(read);
  // Verifying may change the document.
  const message = redact(received.message);
  const { relayState } = received;
  const { connection, now } = await call.inTenant(tenant, async (em, time) => ({
    connection: await samlConnectionToLogOut(em, connectionId),
    now: time,
  }));
  const refuse = async (failure: Failure, reason: string): Promise<never> => {
    const trace = { connectionId, requestId, verified: false, message };
    await call.inTenant(tenant, (em) => traceSignIn(em, { ...trace, failure: { step: 'LOGOUT', reason } }));
    throw failure;
  };
  const judged = judging(() => judgeLogout(received, connection, { baseUrl, now }));
  if (judged instanceof SamlMessageError) return refuse(refusalOf(judged), reasonOf(judged));
  // The logout is the identity provider's: nothing here waits for its response.
  if ('response' in judged) return redirect(signedOut(orgId));
  const { request } = judged;
  const ended = await call.inTenant(tenant, async (em) => {
    const site = { endings: wired.endings, origin, baseUrl };
    if (!(await endLoginsBySaml(em, connection, request, site))) return undefined;
    return { key: await connectionSigningKey(em, call), view: await viewIn(em, call) };
  });
  if (!ended) return refuse(new Failure('SAML_REQUEST_INVALID', replayed), replayed.reason);
  const carried = logoutResponseTo(connection, request, { baseUrl, now, key: ended.key, relayState });
  return carried ? leadTo(ended.view, connection, carried) : redirect(signedOut(orgId));
}

const signedOut = (orgId: string): string => `/login/${orgId}/signed-out`;

const replayed = {
  rule: 'replay',
  reason: 'The identity provider has sent this request before. Each request needs an ID of its own.',
};

function judging<Value>(judge: () => Value): Value | SamlMessageError {
  try {
    return judge();
  } catch (error) {
    if (error instanceof SamlMessageError) return error;
    throw error;
  }
}
