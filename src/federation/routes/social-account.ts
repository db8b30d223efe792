import { social, type SocialPage, type SocialParts } from '../social/social-call.ts';
import { askProvider } from '../openid/dialogue.ts';
import { continueConnecting, startConnecting } from '../openid/dialogues.ts';
import { SocialTrouble } from '../openid/trouble.ts';
import { Failure } from '../../failure.ts';
import { type Handlers, handlersOf, type Pages } from '../../operation.ts';
import { redirect } from '../../platform/pages/answers.ts';
import { onAccount, showAccount } from '../../sign-in/account-frame.ts';
import { accountPath, signInPath, tenantOf } from '../../sign-in/hosted.ts';
import { disconnectOwn } from '../linking/disconnecting-own.ts';
import { failed, noAccount, providerIn, troubled } from '../social/ending.ts';

const pages: Pick<Pages<'account', SocialPage>, 'addOwnSocialAccount' | 'removeOwnSocialAccount'> = {
  async addOwnSocialAccount(call) {
    const tenant = await tenantOf(call);
    await call.request.limits.signIns();
    const { orgId, providerId } = call.path;
    const begun = await onAccount(call, tenant, async (tx, account) => {
      const found = await providerIn(tx, call);
      if (found.provider.accountLinking !== 'EXPLICIT') throw new Failure('PROVIDER_NOT_FOUND');
      if (await call.wired.enforcement.ofUser(tx, account.login.userId))
        return { refused: await showAccount(tx, call, account, noAccount) };
      const site = { ...call, returnTo: accountPath(orgId, 'security') };
      const { id, isFresh } = await startConnecting(tx, account, site);
      return { id, isFresh, ...found };
    });
    if ('reply' in begun) return begun.reply;
    if (begun.value.refused) return begun.value.refused;
    const { id, isFresh, name, client } = begun.value;
    if (!isFresh) return redirect(signInPath(orgId, id));
    const asked = await askProvider(client, id, call.outgoing).catch(troubled);
    if (asked instanceof SocialTrouble)
      return failed(call, asked, { name, back: accountPath(orgId, 'security') });
    const done = await onAccount(call, tenant, async (tx, account) => {
      const goesOn = await continueConnecting(tx, account, id, { ...asked.asked, providerId });
      return redirect(goesOn ? asked.url : accountPath(orgId, 'security'));
    });
    return 'reply' in done ? done.reply : done.value;
  },

  async removeOwnSocialAccount(call) {
    return disconnectOwn(call, call.path.providerId);
  },
};

export const routes = (
  parts: SocialParts,
): Pick<Handlers<'account'>, 'addOwnSocialAccount' | 'removeOwnSocialAccount'> =>
  handlersOf(pages, social(parts));
