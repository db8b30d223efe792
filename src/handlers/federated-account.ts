import { askProvider } from '../federation/dialogue.ts';
import { continueConnecting, startConnecting } from '../federation/dialogues.ts';
import { disconnectAccount } from '../federation/disconnecting.ts';
import { SocialTrouble } from '../federation/trouble.ts';
import type { Handlers } from '../operation.ts';
import { redirect } from '../platform/pages/answers.ts';
import { backToAccount, onAccount, showAccount } from '../sign-in/account-frame.ts';
import { accountPath, signInPath, tenantOf } from '../sign-in/hosted.ts';
import { closedPage, failed } from './federated-ending.ts';
import { connectionIn } from './federated-sign-in.ts';
import { troubled } from './social-sign-in.ts';

type Family = 'addOwnFederatedAccount' | 'removeOwnFederatedAccount';

export const federatedAccount: Pick<Handlers<'account'>, Family> = {
  async addOwnFederatedAccount(call) {
    const tenant = await tenantOf(call);
    await call.limitSignIns();
    const { orgId, connectionId } = call.path;
    const back = accountPath(orgId, 'security');
    const begun = await onAccount(call, tenant, async (em, account) => {
      const found = await connectionIn(em, call);
      if (found.isClosed || found.connection.accountLinking === 'NONE')
        return { reply: await closedPage(em, call, back) };
      const { baseUrl, wired } = call;
      const { id, isFresh } = await startConnecting(em, account, { baseUrl, wired, returnTo: back });
      return { id, isFresh, ...found };
    });
    if ('reply' in begun) return begun.reply;
    if (begun.value.reply) return begun.value.reply;
    const { id, isFresh, connection, client } = begun.value;
    if (!isFresh) return redirect(signInPath(orgId, id));
    const asked = await askProvider(client, id, call.outgoing).catch(troubled);
    if (asked instanceof SocialTrouble)
      return failed(call, asked, { connection, signInId: undefined, back, step: 'DISCOVERY' });
    const done = await onAccount(call, tenant, async (em, account) => {
      const goesOn = await continueConnecting(em, account, id, { ...asked.asked, providerId: connectionId });
      return redirect(goesOn ? asked.url : back);
    });
    return 'reply' in done ? done.reply : done.value;
  },

  async removeOwnFederatedAccount(call) {
    const { orgId, connectionId: providerId } = call.path;
    const done = await onAccount(call, await tenantOf(call), async (em, account) => {
      const { userId } = account.login;
      const outcome = await disconnectAccount(em, { userId, providerId }, call, call.origin);
      if (outcome === 'NONE') return redirect(accountPath(orgId, 'security'));
      if (outcome === 'LAST')
        return showAccount(em, call, account, { area: 'security', problem: { text: 'onlyWay' } });
      return backToAccount(call, 'security', 'disconnected');
    });
    return 'reply' in done ? done.reply : done.value;
  },
};
