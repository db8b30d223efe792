import { federated, type FederatedPage, type FederatedParts } from '../connections/federated-call.ts';
import { continueConnecting, startConnecting } from '../openid/dialogues.ts';
import { SocialTrouble } from '../openid/trouble.ts';
import { type Handlers, handlersOf, type Pages } from '../../operation.ts';
import { redirect } from '../../platform/pages/answers.ts';
import { onAccount } from '../../sign-in/account-frame.ts';
import { accountPath, signInPath, tenantOf, viewIn } from '../../sign-in/hosted.ts';
import { disconnectOwn } from '../linking/disconnecting-own.ts';
import { ask, leadTo, meansOf } from '../connections/asking.ts';
import { closedPage, failed } from '../connections/ending.ts';

type Family = 'addOwnFederatedAccount' | 'removeOwnFederatedAccount';

const pages: Pick<Pages<'account', FederatedPage>, Family> = {
  async addOwnFederatedAccount(call) {
    const tenant = await tenantOf(call);
    await call.request.limits.signIns();
    const { orgId, connectionId } = call.path;
    const back = accountPath(orgId, 'security');
    const begun = await onAccount(call, tenant, async (tx, account) => {
      const means = await meansOf(tx, call);
      if (!means || means.connection.accountLinking === 'NONE')
        return { reply: await closedPage(tx, call, back) };
      const { id, isFresh } = await startConnecting(tx, account, { ...call, returnTo: back });
      return { id, isFresh, means };
    });
    if ('reply' in begun) return begun.reply;
    if (begun.value.reply) return begun.value.reply;
    const { id, isFresh, means } = begun.value;
    const { connection } = means;
    if (!isFresh) return redirect(signInPath(orgId, id));
    const asked = await ask(call, means, id);
    if (asked instanceof SocialTrouble)
      return failed(call, asked, { connection, signInId: undefined, back, step: 'DISCOVERY' });
    const done = await onAccount(call, tenant, async (tx, account) => {
      const goesOn = await continueConnecting(tx, account, id, { ...asked.asked, providerId: connectionId });
      return goesOn ? leadTo(await viewIn(tx, call), connection, asked.carried) : redirect(back);
    });
    return 'reply' in done ? done.reply : done.value;
  },

  async removeOwnFederatedAccount(call) {
    return disconnectOwn(call, call.path.connectionId);
  },
};

export const routes = (parts: FederatedParts): Pick<Handlers<'account'>, Family> =>
  handlersOf(pages, federated(parts));
