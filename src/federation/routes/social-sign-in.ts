import { social, type SocialPage, type SocialParts } from '../social/social-call.ts';
import { providerIn, troubled, failed, nothing, endSignIn, endConnecting } from '../social/ending.ts';
import { hearProvider, askProvider } from '../openid/dialogue.ts';
import { rememberDialogue, reopen, takeDialogue } from '../openid/dialogues.ts';
import { accountOf } from '../openid/accounts.ts';
import { SocialTrouble } from '../openid/trouble.ts';
import { type Handlers, handlersOf, type Pages } from '../../operation.ts';
import { redirect } from '../../platform/pages/answers.ts';
import { freshDemandOf } from '../../sign-in/upstream.ts';
import { accountPath, signInPath, tenantOf, tokenOf } from '../../sign-in/hosted.ts';
import { onStep } from '../../sign-in/sign-in-steps.ts';

type Family = 'startSocialSignIn' | 'finishSocialSignIn' | 'finishSocialSignInByForm';

const pages: Pick<Pages<'sign-in', SocialPage>, Family> = {
  async startSocialSignIn(call) {
    const tenant = await tenantOf(call);
    await call.request.limits.signIns();
    const { orgId, providerId } = call.path;
    const back = signInPath(orgId, encodeURIComponent(call.body.sign_in));
    const begun = await onStep(call, tenant, async (tx, { signIn }) =>
      signIn.isProved()
        ? undefined
        : { ...(await providerIn(tx, call)), maxAge: freshDemandOf(signIn)?.maxAge },
    );
    if ('reply' in begun) return begun.reply;
    if (!begun.value) return redirect(back);
    const { name, client, maxAge } = begun.value;
    const wishes = { prompts: false, ...(client.server.flow === 'oidc' ? { maxAge } : {}) };
    const asked = await askProvider(client, call.body.sign_in, call.outgoing, wishes).catch(troubled);
    if (asked instanceof SocialTrouble) return failed(call, asked, { name, back });
    const done = await onStep(call, tenant, async (_em, { signIn }) => {
      if (signIn.isProved()) return redirect(back);
      rememberDialogue(signIn, { ...asked.asked, providerId, loginId: null });
      return redirect(asked.url);
    });
    return 'reply' in done ? done.reply : done.value;
  },

  async finishSocialSignIn(call) {
    const tenant = await tenantOf(call);
    await call.request.limits.signIns();
    const { path, query, inTenant } = call;
    const { state = '', code, iss, error } = query;
    const token = tokenOf(call);
    const taken = await inTenant(tenant, async (tx) => {
      const returned = await takeDialogue(tx, { token, state, providerId: path.providerId });
      if (!('kind' in returned)) return { reply: redirect(returned.returnTo) };
      if (returned.kind === 'none') return { reply: await nothing(tx, call, returned.signInId) };
      return { found: returned, provider: await providerIn(tx, call) };
    });
    if (taken.reply) return taken.reply;
    const { found, provider } = taken;
    const isConnecting = found.dialogue.loginId !== null;
    const back = isConnecting ? accountPath(path.orgId, 'security') : signInPath(path.orgId, found.signInId);
    if (error === 'access_denied') return redirect(back);
    const brought = { state, ...(code === undefined ? {} : { code }), ...(iss === undefined ? {} : { iss }) };
    const heard =
      code === undefined
        ? new SocialTrouble('The provider responded with an error', { isOfProvider: false })
        : await hearProvider(provider.client, brought, found.dialogue, call.outgoing, (...told) =>
            accountOf(provider.client, ...told),
          ).catch(troubled);
    if (heard instanceof SocialTrouble) return failed(call, heard, { name: provider.name, back });
    return inTenant(tenant, async (tx, now) => {
      // Reads everything again. Since the provider was asked, it may have been disabled, and the browser may
      // have signed in or out.
      const opened = await reopen(tx, token ?? '', found.signInId);
      if (opened.state === 'completed') return redirect(opened.returnTo);
      if (opened.state === 'none') return nothing(tx, call, undefined);
      return isConnecting
        ? endConnecting(tx, call, { opened, account: heard, found })
        : endSignIn(tx, call, { opened, account: heard, back, now });
    });
  },

  // The cookie is not sent along with a form of another site; it is with the request that this leads to.
  async finishSocialSignInByForm(call) {
    await tenantOf(call);
    const { path, body } = call;
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({
      state: body.state,
      code: body.code,
      iss: body.iss,
      error: body.error,
    }))
      if (typeof value === 'string') query.set(name, value);
    const [orgId, id] = [path.orgId, path.providerId].map(encodeURIComponent);
    return redirect(`/login/${orgId}/social/${id}/callback?${query.toString()}`);
  },
};

export const routes = (parts: SocialParts): Pick<Handlers<'sign-in'>, Family> =>
  handlersOf(pages, social(parts));
