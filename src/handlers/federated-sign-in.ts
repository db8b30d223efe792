import type { EntityManager } from '@mikro-orm/postgresql';
import { rememberDialogue, takeDialogue } from '../federation/openid/dialogues.ts';
import { connectionClient } from '../federation/connections/connection-client.ts';
import { connectionNow } from '../federation/connections/connection-use.ts';
import { typedName } from '../federation/linking/routing.ts';
import { isTestState } from '../federation/connections/test-sign-ins.ts';
import { SocialTrouble } from '../federation/openid/trouble.ts';
import type { Handlers } from '../operation.ts';
import { type Hosted, redirect } from '../platform/pages/answers.ts';
import { signInPath, tenantOf, tokenOf, viewIn } from '../sign-in/hosted.ts';
import { onStep, type StepCall } from '../sign-in/sign-in-steps.ts';
import { freshDemandOf } from '../sign-in/upstream.ts';
import { ask, hear, leadTo, meansOf } from './federated-asking.ts';
import {
  atConnection,
  backOf,
  closed,
  closedPage,
  endDialogue,
  failed,
  failedBack,
  type FederatedCall,
} from './federated-ending.ts';
import { nothing } from './social-sign-in.ts';
import { finishTest } from './test-sign-ins.ts';

type Family = 'startFederatedSignIn' | 'finishFederatedSignIn';

export const federatedSignIn: Pick<Handlers<'sign-in'>, Family> = {
  startFederatedSignIn: (call) => goToConnection(call),

  async finishFederatedSignIn(given) {
    const { tenant, call } = await atConnection(given);
    const { state = '', code, iss, error } = call.query;
    const brought = { state, ...(code === undefined ? {} : { code }), ...(iss === undefined ? {} : { iss }) };
    if (isTestState(state)) {
      const refusal = code === undefined ? answeredWithError(error) : undefined;
      return finishTest(call, tenant, { state, response: brought, refusal });
    }
    const taken = await call.inTenant(tenant, async (em) => {
      const at = { token: tokenOf(call), state, providerId: call.path.connectionId };
      const returned = await takeDialogue(em, at);
      if (!('kind' in returned)) return { reply: redirect(returned.returnTo) };
      if (returned.kind === 'none') return { reply: await nothing(em, call, returned.signInId) };
      const reached = await connectionIn(em, call);
      if (reached.isClosed)
        return { reply: await closed(em, call, { found: returned, connection: reached.connection }) };
      return { found: returned, ...reached };
    });
    if (taken.reply) return taken.reply;
    const { found, connection, client } = taken;
    if (error === 'access_denied') return redirect(backOf(call.path.orgId, found));
    const heard =
      code === undefined
        ? answeredWithError(error)
        : await hear(call, { connection, client }, brought, found.dialogue);
    if (heard instanceof SocialTrouble)
      return failedBack(call, heard, { found, connection, step: code === undefined ? 'RESPONSE' : 'TOKEN' });
    return endDialogue(call, tenant, { found, identity: heard });
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
  const begun = await onStep(call, tenant, async (em, { signIn }) => {
    if (signIn.isProved()) return { reply: redirect(back) };
    const means = await meansOf(em, call);
    if (!means) return { reply: await closedPage(em, call, back) };
    return { means, wishes: { loginHint: typedName(signIn), maxAge: freshDemandOf(signIn)?.maxAge } };
  });
  if ('reply' in begun) return begun.reply;
  if (begun.value.reply) return begun.value.reply;
  const { means, wishes } = begun.value;
  const { connection } = means;
  const asked = await ask(call, means, signInId, wishes);
  if (asked instanceof SocialTrouble)
    return failed(call, asked, { connection, signInId, back, step: 'DISCOVERY' });
  const done = await onStep(call, tenant, async (em, { signIn }) => {
    if (signIn.isProved()) return redirect(back);
    rememberDialogue(signIn, { ...asked.asked, providerId: connectionId, loginId: null });
    return leadTo(await viewIn(em, call), connection, asked.carried);
  });
  return 'reply' in done ? done.reply : done.value;
}

/** Finds the connection that the path names, and what speaking to it takes. A closed one is disabled or deleted, or never was. */
async function connectionIn(em: EntityManager, call: FederatedCall) {
  const connection = await connectionNow(em, call.path.connectionId, 'OIDC');
  if (connection?.status !== 'ACTIVE') return { isClosed: true as const, connection };
  return { isClosed: false as const, connection, client: await connectionClient(em, connection, call) };
}

/** The browser brings the error, so that it says nothing of the health of the connection. */
function answeredWithError(error: string | undefined): SocialTrouble {
  const said = error !== undefined && /^[a-z_]{1,64}$/.test(error) ? ` (${error})` : '';
  return new SocialTrouble(`The identity provider responded with an error${said}`, { isOfProvider: false });
}
