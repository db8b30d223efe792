import { type Handlers, handlersOf, type Pages } from '../../operation.ts';
import { type Account, backToAccount, onAccount } from '../../sign-in/account-frame.ts';
import { hosted, type HostedPage, type HostedParts, namedBy } from '../../sign-in/hosted.ts';
import { withdrawConsent } from '../consents.ts';
import type { Tx } from '../../platform/tx.ts';

const pages: Pick<Pages<'account', HostedPage>, 'revokeOwnConsent'> = {
  async revokeOwnConsent(call) {
    const work = async (tx: Tx, { login: { userId } }: Account) => {
      await withdrawConsent(tx, { userId, clientId: call.body.client }, call.origin);
      return backToAccount(call, 'applications', 'application');
    };
    const done = await onAccount(call, namedBy(call), work, 'applications');
    return 'reply' in done ? done.reply : done.value;
  },
};

/** The consents on the account page. */
export const routes = (parts: HostedParts): Pick<Handlers<'account'>, 'revokeOwnConsent'> =>
  handlersOf(pages, hosted(parts, {}));
