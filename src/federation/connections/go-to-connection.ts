import { rememberDialogue } from '../openid/dialogues.ts';
import { typedName } from '../linking/routing.ts';
import { SocialTrouble } from '../openid/trouble.ts';
import { type Hosted, redirect } from '../../platform/pages/answers.ts';
import { signInPath, tenantOf, viewIn } from '../../sign-in/hosted.ts';
import { onStep, type StepCall } from '../../sign-in/sign-in-steps.ts';
import { freshDemandOf } from '../../sign-in/upstream.ts';
import { ask, leadTo, meansOf } from './asking.ts';
import { closedPage, failed } from './ending.ts';
import { type FederatedCall } from './federated-call.ts';

/**
 * Leads a sign-in to the identity provider of a connection. The provider gets a hint only if the user typed it.
 * @param call its path names the connection, which the sign-in was routed to or whose button was pressed
 */
export async function goToConnection(call: FederatedCall & StepCall): Promise<Hosted> {
  const tenant = await tenantOf(call);
  const { orgId, connectionId } = call.path;
  const { sign_in: signInId } = call.body;
  const back = signInPath(orgId, encodeURIComponent(signInId));
  const begun = await onStep(call, tenant, async (tx, { signIn }) => {
    if (signIn.isProved()) return { reply: redirect(back) };
    const means = await meansOf(tx, call);
    if (!means) return { reply: await closedPage(tx, call, back) };
    return { means, wishes: { loginHint: typedName(signIn), maxAge: freshDemandOf(signIn)?.maxAge } };
  });
  if ('reply' in begun) return begun.reply;
  if (begun.value.reply) return begun.value.reply;
  const { means, wishes } = begun.value;
  const { connection } = means;
  const asked = await ask(call, means, signInId, wishes);
  if (asked instanceof SocialTrouble)
    return failed(call, asked, { connection, signInId, back, step: 'DISCOVERY' });
  const done = await onStep(call, tenant, async (tx, { signIn }) => {
    if (signIn.isProved()) return redirect(back);
    rememberDialogue(signIn, { ...asked.asked, providerId: connectionId, loginId: null });
    return leadTo(await viewIn(tx, call), connection, asked.carried);
  });
  return 'reply' in done ? done.reply : done.value;
}
