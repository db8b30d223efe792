import { domainOf } from '../../lib/email.ts';
import type { User } from '../../users/directory/entities/user.ts';
import { mustReclaim } from '../../users/directory/reclaiming.ts';
import type { JudgedIdentity } from './account-decision.ts';
import { vouchingKinds } from '../social/presets.ts';
import { isOpenedByOthers } from './sql/other-issuers.ts';
import type { Tx } from '../../platform/tx.ts';

/**
 * Tells whether a first link by the address must reclaim an account. It must if the mailbox was not proved, or if something was made
 * before it was. It must, too, if another issuer opened the account and does not vouch for the domain: a stranger may have an account
 * there (docs/decisions/0094). Nothing records which session set up a factor, so that everything ends then.
 * @param identity the account that is linked, whose domain the connection has proved
 */
export async function mustReclaimBy(
  tx: Tx,
  { vouchedEmail }: Pick<JudgedIdentity, 'vouchedEmail'>,
  user: User,
): Promise<boolean> {
  if (await mustReclaim(tx, user)) return true;
  if (vouchedEmail === null) throw new Error('an account is linked by an address that no one vouches for');
  const by = { userId: user.id, domain: domainOf(vouchedEmail), kinds: vouchingKinds };
  return isOpenedByOthers(tx, user.orgId, by);
}
