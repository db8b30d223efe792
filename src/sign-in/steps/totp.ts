import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import type { SignIn } from '../entities/sign-in.ts';
import { countRecoveryCodes } from '../../users/factors/sql/recovery-codes.ts';
import { findTotpFactor } from '../../users/factors/sql/totp-factors.ts';
import { authConfig } from '../../users/auth-config.ts';
import type { Factor, FactorSite } from './factors.ts';

/**
 * Tells whether to ask for a code. OFF asks no user by itself; an application that asks for more than one factor
 * still gets one.
 */
async function isAsked(
  tx: Tx,
  { userId, multiFactor }: SignIn,
  { facts }: Pick<FactorSite, 'facts'>,
): Promise<boolean> {
  const { enabled, enforcement } = (await authConfig(tx)).totp;
  if (!enabled || (enforcement === 'OFF' && !multiFactor) || userId === null) return false;
  return facts?.hasTotp ?? hasTotp(tx, userId);
}

export const hasTotp = async (tx: Tx, userId: string): Promise<boolean> =>
  (await findTotpFactor(tx, tenancyOf(tx).orgId, userId)) !== undefined;

/** The code of an authenticator app. */
export const totp: Factor = { name: 'totp', kind: 'second', offered: isAsked };

/** Offered to users who do not have the app at hand. */
export const recoveryCode: Factor = {
  name: 'recovery-code',
  kind: 'second',
  offered: async (tx, signIn, site) =>
    (await isAsked(tx, signIn, site)) &&
    (await countRecoveryCodes(tx, tenancyOf(tx).orgId, signIn.userId ?? '')) > 0,
};
