import { type Detector, dayMs, dayOf } from './finding.ts';

/** Decisions 6.4. */
const dormantDays = 30;

/** DORMANT_REUSE: the first use after 30 days without any, since the last one or since it was made. */
export const dormantReuse: Detector = ({ profile, uses }) => {
  const [first] = uses;
  if (!first) return [];
  const before = profile.lastSeenAt ?? profile.createdAt;
  const days = Math.floor((first.firstAt.getTime() - before.getTime()) / dayMs);
  if (days < dormantDays) return [];
  const never = profile.lastSeenAt === null;
  return [
    {
      type: 'DORMANT_REUSE',
      severity: 'MEDIUM',
      score: 60,
      subject: dayOf(first.firstAt),
      description: never
        ? `Used for the first time, ${days} days after its creation`
        : `Used again after ${days} days without a use`,
      evidence: {
        days,
        leastDays: dormantDays,
        lastUsedAt: profile.lastSeenAt?.toISOString() ?? null,
        createdAt: profile.createdAt.toISOString(),
        at: first.firstAt.toISOString(),
        address: first.network ?? null,
      },
    },
  ];
};
