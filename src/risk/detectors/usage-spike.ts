import { type Detector, dayMs, dayOf, type Finding, isLearned, round } from './finding.ts';

const meanDays = 14;
/** Before, a mean says little. */
const learningDays = 7;
/** Fewer uses on a day never count as a spike, with any mean. */
const leastUses = 100;
const spikeFactor = 5;
const graveFactor = 20;

/** USAGE_SPIKE: on one day (UTC) many times as many uses as on a mean day of the 14 before it. */
export const usageSpike: Detector = ({ profile, uses }) => {
  const today = new Map<string, { uses: number; at: Date }>();
  for (const { uses: count, firstAt } of uses) {
    const day = dayOf(firstAt);
    today.set(day, { uses: (today.get(day)?.uses ?? 0) + count, at: today.get(day)?.at ?? firstAt });
  }
  const found: Finding[] = [];
  for (const [day, { uses: count, at }] of today) {
    if (!isLearned(profile, at, learningDays)) continue;
    const total = count + (profile.days.find((one) => one.day === day)?.uses ?? 0);
    const first = dayOf(new Date(Date.parse(day) - meanDays * dayMs));
    const before = profile.days.filter((one) => one.day >= first && one.day < day);
    // Days without a use count, but none from before it was first used.
    const since = Math.min(
      meanDays,
      Math.ceil((Date.parse(day) - Date.parse(dayOf(profile.firstSeenAt ?? at))) / dayMs),
    );
    const mean = before.reduce((sum, one) => sum + one.uses, 0) / Math.max(1, since);
    if (total < leastUses || total <= mean * spikeFactor) continue;
    const factor = mean === 0 ? null : round(total / mean);
    const grave = factor === null || factor >= graveFactor;
    found.push({
      type: 'USAGE_SPIKE',
      severity: grave ? 'HIGH' : 'MEDIUM',
      score: grave ? 75 : 55,
      subject: day,
      description: `Used ${total} times on ${day}; ${round(mean)} times a day is usual`,
      evidence: {
        day,
        uses: total,
        meanPerDay: round(mean),
        factor,
        days: since,
        leastFactor: spikeFactor,
        leastUses,
      },
    });
  }
  return found;
};
