import { type Detector, dayMs, type Finding, hourMs } from './finding.ts';

/** How long the use of its scopes is watched before another one is news. */
export const learningDays = 14;
/**
 * Used scopes are written apart from uses, and later when the database is slow: so long before the last use that was judged
 * one may have come that was not there yet. What was told of it is not told again.
 */
const latestHours = 1;

/**
 * NEW_SCOPE: the first use of a scope, by a credential whose scopes have been in use for 14 days. A scope that it was just
 * given is expected to be used, so a widening of its rights (`observedSince`) begins the days anew, as the recording of
 * scopes does after an upgrade.
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
        description: `Used the scope ${name}, which it never used before`,
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
