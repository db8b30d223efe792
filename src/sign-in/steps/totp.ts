import type { EntityManager } from '@mikro-orm/postgresql';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { SignIn } from '../entities/sign-in.ts';
import { countRecoveryCodes } from '../../users/factors/sql/recovery-codes.ts';
import { findTotpFactor } from '../../users/factors/sql/totp-factors.ts';
import { authConfig } from '../../users/auth-config.ts';
import type { Factor, Task } from './factors.ts';

/** OFF asks nobody by itself; an application that asks for more than one factor is still answered. */
async function isAsked(em: EntityManager, { userId, multiFactor }: SignIn): Promise<boolean> {
  const { enabled, enforcement } = (await authConfig(em)).totp;
  if (!enabled || (enforcement === 'OFF' && !multiFactor) || userId === null) return false;
  return (await findTotpFactor(em, tenancyOf(em).orgId, userId)) !== undefined;
}

/** The code of an authenticator app. */
export const totp: Factor = { name: 'totp', kind: 'second', offered: isAsked };

/** For whoever has not got the app at hand. */
export const recoveryCode: Factor = {
  name: 'recovery-code',
  kind: 'second',
  offered: async (em, signIn) =>
    (await isAsked(em, signIn)) &&
    (await countRecoveryCodes(em, tenancyOf(em).orgId, signIn.userId ?? '')) > 0,
};

/** Where codes are REQUIRED, whoever proved nothing beside one factor sets an app up before they are signed in. */
export const enrolTotp: Task = {
  name: 'enrol-totp',
  async isDue(em, { userId, amr }) {
    if (userId === null || amr.includes('mfa')) return false;
    const { enabled, enforcement } = (await authConfig(em)).totp;
    if (!enabled || enforcement !== 'REQUIRED') return false;
    return (await findTotpFactor(em, tenancyOf(em).orgId, userId)) === undefined;
  },
};
