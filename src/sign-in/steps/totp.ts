import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../../platform/entities/owned.ts';
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
  em: EntityManager,
  { userId, multiFactor }: SignIn,
  { facts }: Pick<FactorSite, 'facts'>,
): Promise<boolean> {
  const { enabled, enforcement } = (await authConfig(em)).totp;
  if (!enabled || (enforcement === 'OFF' && !multiFactor) || userId === null) return false;
  return facts?.hasTotp ?? hasTotp(em, userId);
}

export const hasTotp = async (em: EntityManager, userId: string): Promise<boolean> =>
  (await findTotpFactor(em, tenancyOf(em).orgId, userId)) !== undefined;

/** The code of an authenticator app. */
export const totp: Factor = { name: 'totp', kind: 'second', offered: isAsked };

/** Offered to users who do not have the app at hand. */
export const recoveryCode: Factor = {
  name: 'recovery-code',
  kind: 'second',
  offered: async (em, signIn, site) =>
    (await isAsked(em, signIn, site)) &&
    (await countRecoveryCodes(em, tenancyOf(em).orgId, signIn.userId ?? '')) > 0,
};
