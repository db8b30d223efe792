import type { EntityManager } from '@mikro-orm/postgresql';
import { defaultPasswordPolicy, type PasswordPolicy } from '../../lib/password-policy.ts';
import type { AttemptLimits } from '../../queries/take-attempt.ts';

/** What the tenant has decided about passwords (decisions 6.6). */
export interface SignInSettings {
  policy: PasswordPolicy;
  /** After which a password must be changed; null never. */
  maxAgeDays: number | null;
  limits: AttemptLimits;
}

const defaults: SignInSettings = {
  policy: defaultPasswordPolicy,
  maxAgeDays: null,
  limits: { lockoutThreshold: 10, lockoutWindowSeconds: 3600, lockoutDurationSeconds: 900 },
};

export async function signInSettings(_em: EntityManager): Promise<SignInSettings> {
  return defaults;
}
