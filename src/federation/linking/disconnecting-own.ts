import { disconnectAccount } from './disconnecting.ts';
import { type Hosted, redirect } from '../../platform/pages/answers.ts';
import { type AccountCall, backToAccount, onAccount, showAccount } from '../../sign-in/account-frame.ts';
import { accountPath, namedBy } from '../../sign-in/hosted.ts';
import type { Site } from '../../users/ways-in.ts';

/** Disconnects an account of a social provider or of a connection from the own account, unless it is the only way in. */
export async function disconnectOwn(call: AccountCall & Site, providerId: string): Promise<Hosted> {
  const done = await onAccount(call, namedBy(call), async (tx, account) => {
    const { userId } = account.login;
    const outcome = await disconnectAccount(tx, { userId, providerId }, call, call.origin);
    if (outcome === 'NONE') return redirect(accountPath(call.path.orgId, 'security'));
    if (outcome === 'LAST')
      return showAccount(tx, call, account, { area: 'security', problem: { text: 'onlyWay' } });
    return backToAccount(call, 'security', 'disconnected');
  });
  return 'reply' in done ? done.reply : done.value;
}
