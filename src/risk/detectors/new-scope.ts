import { type Detector, dayMs, type Finding, hourMs } from './finding.ts';

/** How long the use of its scopes is watched before another one is news. */
const learningDays = 14;
/**
 * The delay of a record of a scope, in hours at most. Used scopes are written apart from uses, and later when the
 * database is slow. So a scope that was used shortly before the last judged use may not have been there yet. A scope
 * that was reported is not reported again.
 */
const latestHours = 1;

/**
 * NEW_SCOPE: the first use of a scope, by a credential whose scopes have been in use for 14 days. A scope that was
 * just given is expected to be used. So a widening of the credential's rights (`observedSince`) restarts the days, as
 * the recording of scopes does after an upgrade.
 */
export const newScope: Detector = ({ profile }) => {
  const { scopes, lastSeenAt, createdAt, observedSince } = profile;
  if (lastSeenAt === null || scopes.length === 0) return [];
  const first = Math.min(...scopes.map(({ firstUsedAt }) => firstUsedAt.getTime()));
  const since = Math.max(first, createdAt.getTime(), observedSince?.getTime() ?? 0);
  const judged = lastSeenAt.getTime() - latestHours * hourMs;
  return scopes
    .filter(({ firstUsedAt, told }) => !told && firstUsedAt.getTime() > judged)
    .filter(({ firstUsedAt }) => since <= firstUsedAt.getTime() - learningDays * dayMs)
    .map(
      ({ name, firstUsedAt }): Finding => ({
        type: 'NEW_SCOPE',
        severity: 'MEDIUM',
        score: 50,
        subject: name,
        description: `Used the scope ${name} for the first time`,
        evidence: {
          scope: name,
          knownScopes: scopes.filter((scope) => scope.firstUsedAt < firstUsedAt).length,
          observedSince: new Date(since).toISOString(),
          leastDays: learningDays,
          at: firstUsedAt.toISOString(),
        },
      }),
    );
};
