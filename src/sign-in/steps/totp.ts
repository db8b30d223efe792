import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { SignIn } from '../entities/sign-in.ts';
import { countRecoveryCodes } from '../../users/factors/sql/recovery-codes.ts';
import { findTotpFactor } from '../../users/factors/sql/totp-factors.ts';
import { authConfig } from '../../users/auth-config.ts';
import { isDemanded, mayEnrol } from '../access.ts';
import { demandsOwnFactors } from '../enforced.ts';
import { isProvedByPass } from './proofs.ts';
import type { Factor, Task } from './factors.ts';

/**
 * Tells whether to ask for a code. OFF asks no user by itself; an application that asks for more than one factor
 * still gets one.
 */
async function isAsked(em: EntityManager, { userId, multiFactor }: SignIn): Promise<boolean> {
  const { enabled, enforcement } = (await authConfig(em)).totp;
  if (!enabled || (enforcement === 'OFF' && !multiFactor) || userId === null) return false;
  return (await findTotpFactor(em, tenancyOf(em).orgId, userId)) !== undefined;
}

/** The code of an authenticator app. */
export const totp: Factor = { name: 'totp', kind: 'second', offered: isAsked };

/** Offered to users who do not have the app at hand. */
export const recoveryCode: Factor = {
  name: 'recovery-code',
  kind: 'second',
  offered: async (em, signIn) =>
    (await isAsked(em, signIn)) &&
    (await countRecoveryCodes(em, tenancyOf(em).orgId, signIn.userId ?? '')) > 0,
};

/**
 * Makes users set an app up before they are signed in. This holds where codes are REQUIRED and the user proved only
 * one factor. An owner who must have two factors already sets up none. It also holds after an access pass, always.
 */
export const enrolTotp: Task = {
  name: 'enrol-totp',
  async isDue(em, signIn) {
    const { userId, amr } = signIn;
    if (userId === null || demandsOwnFactors(signIn)) return false;
    const { enabled, enforcement } = (await authConfig(em)).totp;
    const isRequired = enforcement === 'REQUIRED' || isDemanded(signIn, 'MFA');
    // Also if codes are turned off meanwhile, or a passkey was proved: a pass opens nothing but this.
    const byPass = isProvedByPass(signIn);
    if (!byPass && (amr.includes('mfa') || !enabled || !isRequired)) return false;
    return (await findTotpFactor(em, tenancyOf(em).orgId, userId)) === undefined;
  },
  mayDo: async (em, signIn, site) => isProvedByPass(signIn) || mayEnrol(em, signIn, site),
};
