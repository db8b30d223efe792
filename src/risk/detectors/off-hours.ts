import type { DayOfUse } from '../sql/profiles.ts';
import { type Detector, dayOf, type Finding, isLearned } from './finding.ts';

const learningDays = 14;
/** Days on which it was used before there is a pattern. */
const leastDays = 10;
/** The most of the 168 hours of the week: a credential that is used in more has no usual hours. */
const mostHours = 60;

const week = 168;
const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The hours of the week (UTC, from Sunday 0:00) in which it was used. */
function usualHours(days: readonly DayOfUse[]): Set<number> {
  const hours = new Set<number>();
  for (const { day, hours: mask } of days) {
    const start = new Date(`${day}T00:00:00Z`).getUTCDay() * 24;
    for (let hour = 0; hour < 24; hour++) if (mask & (1 << hour)) hours.add(start + hour);
  }
  return hours;
}

/**
 * OFF_HOURS: a use in an hour of the week in which the credential was never used in the last five weeks, though it has
 * hours of its own. The hours beside a usual one are usual too, so that summer time finds nothing.
 */
export const offHours: Detector = ({ profile, uses }) => {
  const found = new Map<string, Finding>();
  for (const { firstAt, network, uses: count } of uses) {
    const day = dayOf(firstAt);
    if (found.has(day) || !isLearned(profile, firstAt, learningDays)) continue;
    const before = profile.days.filter((one) => one.day < day);
    const usual = usualHours(before);
    if (before.length < leastDays || usual.size > mostHours) continue;
    const hour = firstAt.getUTCDay() * 24 + firstAt.getUTCHours();
    if ([week - 1, 0, 1].some((beside) => usual.has((hour + beside) % week))) continue;
    const name = `${names[firstAt.getUTCDay()]} ${String(firstAt.getUTCHours()).padStart(2, '0')}:00 UTC`;
    found.set(day, {
      type: 'OFF_HOURS',
      severity: 'LOW',
      score: 30,
      subject: day,
      description: `Used on ${name}, an hour of the week without an earlier use`,
      evidence: {
        at: firstAt.toISOString(),
        hourOfWeek: name,
        usualHoursOfWeek: usual.size,
        daysOfUse: before.length,
        address: network ?? null,
        uses: count,
      },
    });
  }
  return [...found.values()];
};
