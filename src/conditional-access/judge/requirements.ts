import type { AccessPolicySource, Requirement, Signals } from './types.ts';

/** The proofs that a user has given. */
export interface Proved {
  /** RFC 8176. */
  amr: readonly string[];
  authTime: Date;
  /** Whether the browser was at the device origin, with or without a certificate; absent for a request of an application. */
  isDeviceAsked?: boolean;
}

/** How old a sign-in may be for `REAUTHENTICATION`, in seconds, if the policy does not say. */
export const usualMaxAgeSeconds = 300;

export const isMet: Record<
  Requirement | 'DEVICE',
  (proved: Proved, signals: Pick<Signals, 'now' | 'deviceTrust'>, maxAgeSeconds: number) => boolean
> = {
  MFA: ({ amr }) => amr.includes('mfa'),
  PASSKEY: ({ amr }) => amr.includes('hwk') || amr.includes('swk'),
  COMPLIANT_DEVICE: (_proved, { deviceTrust }) => deviceTrust === 'compliant',
  DEVICE: ({ isDeviceAsked }) => isDeviceAsked === true,
  REAUTHENTICATION: ({ authTime }, { now }, maxAgeSeconds) =>
    now.getTime() - authTime.getTime() <= maxAgeSeconds * 1000,
};

const maxAgeOf = ({ session }: AccessPolicySource): number => session.maxAgeSeconds ?? usualMaxAgeSeconds;

/** The effect of a policy on a user. No proof makes a device compliant. */
export type Effect =
  | { kind: 'allowed' }
  | { kind: 'blocked' }
  | { kind: 'asked'; missing: Exclude<Requirement, 'COMPLIANT_DEVICE'>[]; maxAgeSeconds: number };

/** @param policy the one that decides; undefined if none does, which allows */
export function effectOf(policy: AccessPolicySource | undefined, signals: Signals, proved: Proved): Effect {
  if (!policy || policy.decision === 'ALLOW') return { kind: 'allowed' };
  if (policy.decision === 'BLOCK') return { kind: 'blocked' };
  const missing = missingOf(policy, signals, proved);
  if (missing.length === 0) return { kind: 'allowed' };
  const provable = missing.filter((one) => one !== 'COMPLIANT_DEVICE');
  if (provable.length < missing.length) return { kind: 'blocked' };
  return { kind: 'asked', missing: provable, maxAgeSeconds: maxAgeOf(policy) };
}

/** Returns which requirements of a policy a user does not meet. */
export const missingOf = (policy: AccessPolicySource, signals: Signals, proved: Proved): Requirement[] =>
  policy.requirements.filter((requirement) => !isMet[requirement](proved, signals, maxAgeOf(policy)));
