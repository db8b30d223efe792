import {
  federated,
  type FederatedPage,
  type FederatedParts,
  atConnection,
} from '../connections/federated-call.ts';
import { judge, endLogins, endOfLogout, trace, signedOut } from '../connections/receiving-saml-logout.ts';
import { paidParameters, payerOf } from '../connections/message-work.ts';
import { reasonOf } from '../connections/saml-responses.ts';
import { type Handlers, handlersOf, type Pages, type Sent } from '../../operation.ts';
import { type Hosted, redirect } from '../../platform/pages/answers.ts';
import { receivePost } from '../../saml-messages/receive/post.ts';
import type { Received } from '../../saml-messages/receive/received.ts';
import { receiveRedirect } from '../../saml-messages/receive/redirect.ts';
import { requestLimits } from '../../saml-messages/xml/strict.ts';
import { rawQueryOf } from '../../saml-messages/receive/raw-query.ts';
import { refusalOf } from '../../saml-messages/refusals.ts';

type Family = 'receiveSamlConnectionLogout' | 'receiveSamlConnectionLogoutByForm';

const pages: Pick<Pages<'sign-in', FederatedPage & { request: { sent: Sent } }>, Family> = {
  receiveSamlConnectionLogout: (call) =>
    receive(call, call.query, () => receiveRedirect(rawQueryOf(call.here), requestLimits)),
  receiveSamlConnectionLogoutByForm: (call) =>
    receive(call, call.body, () => {
      const spend = payerOf(call.path.id, call.origin.ipAddress);
      return receivePost(paidParameters(call.request.sent.rawBody, spend), requestLimits);
    }),
};

export const routes = (parts: FederatedParts): Pick<Handlers<'sign-in'>, Family> =>
  handlersOf(pages, federated(parts));

/** Receives a message of a logout. All of them must be signed by the identity provider. */
async function receive(
  given: FederatedPage & { path: { id: string } },
  { SAMLRequest, SAMLResponse }: { SAMLRequest?: string; SAMLResponse?: string },
  read: () => Received,
): Promise<Hosted> {
  const { tenant, call } = await atConnection(given);
  const judged = await judge(call, tenant, read);
  if ('signed' in judged) {
    const { signed } = judged;
    return 'response' in signed
      ? endOfLogout(call, tenant, judged, signed.response)
      : endLogins(call, tenant, judged, signed.request);
  }
  const { error, message } = judged;
  const isResponse = SAMLRequest === undefined && SAMLResponse !== undefined;
  // A request that cannot be read comes from no identity provider, and is not traced. A response always has a
  // trace, which says why its user does not come back.
  if (message !== undefined || isResponse) await trace(call, tenant, { reason: reasonOf(error), message });
  // The user has signed out here before, and needs no error page.
  if (isResponse) return redirect(signedOut(call));
  throw refusalOf(error);
}
