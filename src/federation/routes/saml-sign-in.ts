import {
  federated,
  type FederatedPage,
  type FederatedParts,
  atConnection,
} from '../connections/federated-call.ts';
import { type SamlCall, judgingIn, arrival, answer, refuse } from '../connections/receiving-saml.ts';
import { connectionNow } from '../connections/connection-use.ts';
import { rememberIn, takeSamlDialogue } from '../openid/dialogues.ts';
import { takeSaid } from '../connections/kept-responses.ts';
import { remarkOnName } from '../connections/saml-hints.ts';
import { judgeResponse } from '../connections/saml-responses.ts';
import { isTestState } from '../connections/test-sign-ins.ts';
import { otherRequest } from '../openid/trouble.ts';
import { type Handlers, handlersOf, type Pages, type Sent } from '../../operation.ts';
import { readInTurn } from '../../platform/heavy-work.ts';
import { type Hosted, redirect } from '../../platform/pages/answers.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import { postParameters, receivePost } from '../../saml-messages/receive/post.ts';
import { accountPath, cookiesOf, tokenOf, viewIn } from '../../sign-in/hosted.ts';
import { startSignIn } from '../../sign-in/sign-ins.ts';
import { openBrowser } from '../../users/sessions/browsers.ts';
import { askBySaml, leadTo, signingFor } from '../connections/asking.ts';
import { closed, closedPage, endDialogue, failedBack } from '../connections/ending.ts';
import { hasNewKeys } from '../connections/new-keys.ts';
import { nothing } from '../social/ending.ts';
import { finishSamlTest } from '../connections/ending-tests.ts';

type Family = 'receiveSamlResponse' | 'finishSamlSignIn';

const pages: Pick<Pages<'sign-in', FederatedPage & { request: { sent: Sent } }>, Family> = {
  async receiveSamlResponse(given) {
    const { tenant, call } = await atConnection(given);
    const arrived = await arrival(call, tenant);
    // A test works while the connection is disabled. Whether a test is under way is judged when its browser comes.
    const isTest = isTestState(arrived.relayState ?? '');
    const judgingNow = () => call.inTenant(tenant, (tx, now) => judgingIn(tx, call, { now, isTest }));
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
        const again = receivePost(postParameters(call.request.sent.rawBody));
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
    const taken = await call.inTenant(tenant, async (tx) => {
      const returned = await takeSamlDialogue(tx, { token: tokenOf(call), state, providerId: connectionId });
      if (!('kind' in returned)) return { reply: redirect(returned.returnTo) };
      if (returned.kind === 'none') return { reply: await nothing(tx, call, returned.signInId) };
      const connection = await connectionNow(tx, connectionId, 'SAML');
      if (connection?.status !== 'ACTIVE')
        return { reply: await closed(tx, call, { found: returned, connection }) };
      const said = await takeSaid(tx, { connectionId, handle, vault: call.vault });
      if (said === undefined || said === 'UNSOLICITED')
        return { reply: await nothing(tx, call, returned.signInId) };
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

export const routes = (parts: FederatedParts): Pick<Handlers<'sign-in'>, Family> =>
  handlersOf(pages, federated(parts));

/**
 * Begins a sign-in after an unsolicited response. The response itself signs no user in, or an attacker could sign users in to an
 * account of the attacker. So the identity provider is asked, and answers who this browser's user is.
 */
async function beginAnew(call: SamlCall, tenant: Tenant, handle: string): Promise<Hosted> {
  const { orgId, connectionId } = call.path;
  const begun = await call.inTenant(tenant, async (tx) => {
    const said = await takeSaid(tx, { connectionId, handle, vault: call.vault });
    if (said !== 'UNSOLICITED') return { reply: await nothing(tx, call, undefined) };
    const connection = await connectionNow(tx, connectionId, 'SAML');
    if (connection?.status !== 'ACTIVE') return { reply: await closedPage(tx, call, `/login/${orgId}`) };
    const means = { connection, by: await signingFor(tx, call, connection) };
    const browser = await openBrowser(tx, tokenOf(call));
    const { id } = await startSignIn(tx, browser, { returnTo: accountPath(orgId) });
    return { means, browser, id };
  });
  if (begun.reply) return begun.reply;
  const { means, browser, id } = begun;
  const { asked, carried } = askBySaml(call, means, id);
  return call.inTenant(tenant, async (tx) => {
    await rememberIn(tx, id, { ...asked, providerId: connectionId, loginId: null });
    return leadTo(await viewIn(tx, call), means.connection, carried, cookiesOf(browser, call.baseUrl));
  });
}
