import type { FreshDemand } from '../../sign-in/upstream.ts';

/** Why the time of a proof does not count. */
export type Untimely = 'NOT_FRESH' | 'CLOCK_SKEW';

/** The clocks of identity providers may differ from ours by this, unless the connection says by how much. */
const usualLeewaySeconds = 30;

/**
 * Returns when a user proved their identity, by what an identity provider says.
 * @param authTime its `auth_time`; null if it does not say
 * @param leewaySeconds how far its clock may differ from ours; null for the usual time
 * @returns `CLOCK_SKEW` for a time that is to come; `NOT_FRESH` if a fresh proof was demanded, and the proof is older or has no time
 */
export function provedAt(
  authTime: Date | null,
  demand: FreshDemand | undefined,
  now: Date,
  leewaySeconds: number | null,
): Date | Untimely {
  const leewayMs = (leewaySeconds ?? usualLeewaySeconds) * 1000;
  if (authTime === null) return demand ? 'NOT_FRESH' : now;
  if (authTime.getTime() > now.getTime() + leewayMs) return 'CLOCK_SKEW';
  const at = Math.min(authTime.getTime(), now.getTime());
  if (!demand) return new Date(at);
  if (at < demand.since - leewayMs) return 'NOT_FRESH';
  // A clock that is behind must not make the application ask again and again.
  return new Date(Math.max(at, Math.min(demand.since, now.getTime())));
}
