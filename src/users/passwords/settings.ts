import type { PasswordPolicy } from '../../lib/password-policy.ts';
import type { AttemptLimits } from '../sessions/sql/attempts.ts';
import { authConfig } from '../auth-config.ts';
import type { Tx } from '../../platform/tx.ts';

/** The settings of the tenant for passwords (decisions 6.6). */
export interface SignInSettings {
  policy: PasswordPolicy;
  /** After which a password must be changed; null never. */
  maxAgeDays: number | null;
  limits: AttemptLimits;
}

export async function signInSettings(tx: Tx): Promise<SignInSettings> {
  const { passwordPolicy } = await authConfig(tx);
  return { policy: passwordPolicy, maxAgeDays: passwordPolicy.maxAgeDays, limits: passwordPolicy };
}
