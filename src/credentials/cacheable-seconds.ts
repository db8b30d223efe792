import type { SecretFinding } from './sql/presented-secrets.ts';

/** A service without the stream of changes would notice an end after so many seconds, so it never keeps an answer for longer. */
const mostSeconds = 60;

type Facts = Pick<
  SecretFinding,
  | 'allowedIps'
  | 'expiresAt'
  | 'grace'
  | 'identityAllowedIps'
  | 'identityExpiresAt'
  | 'maxUsageCount'
  | 'now'
  | 'policiesVersion'
>;

/**
 * Returns the whole seconds for which a valid answer holds, if nothing changes. It holds for uses of the same secret with the same demanded
 * scopes or fewer, and not with any other scope. It is 0 if each use is judged or counted: by policies, a cap, or the address. The holder of
 * a replaced secret should hear of the rotation, so its answers are not kept either. The limit of calls of a credential
 * (`rateLimitPerMinute`) is about calls of this API, and no verification counts in it.
 */
export function cacheableSeconds(finding: Facts): number {
  const { allowedIps, grace, identityAllowedIps, maxUsageCount, now, policiesVersion } = finding;
  const isJudged = policiesVersion > 0 || allowedIps !== null || identityAllowedIps !== null;
  if (isJudged || maxUsageCount !== null || grace) return 0;
  const ends = [finding.expiresAt, finding.identityExpiresAt].flatMap((end) =>
    end === null ? [] : [(end.getTime() - now.getTime()) / 1_000],
  );
  return Math.max(0, Math.floor(Math.min(mostSeconds, ...ends)));
}
