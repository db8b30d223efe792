import type {
  SignInsOfDay,
  VerificationOutcomes,
  VerificationsOfDay,
} from '../../../generated/types/types.gen.ts';
import type { Outcomes, VerificationDay } from '../sql/verification-days.ts';

/** Lists the last days in UTC, today included, the oldest first, as `2026-01-15`. */
export const lastDates = (now: Date, days: number): string[] =>
  Array.from({ length: days }, (_, at) =>
    new Date(now.getTime() - (days - 1 - at) * 86_400_000).toISOString().slice(0, 10),
  );

/** Sums the verifications of each day; a day without any has zeros. */
export function sumVerifications(
  dates: readonly string[],
  counted: readonly VerificationDay[],
): VerificationsOfDay[] {
  const days = new Map(dates.map((date) => [date, { date, allowed: 0, denied: 0 }]));
  for (const { date, code, count } of counted) {
    const day = days.get(date);
    if (day) day[code === 'VALID' ? 'allowed' : 'denied'] += count;
  }
  return [...days.values()];
}

/** Puts a day with zeros where nothing was counted. */
export const withEmptyDays = (dates: readonly string[], counted: readonly SignInsOfDay[]): SignInsOfDay[] => {
  const days = new Map(counted.map((day) => [day.date, day]));
  return dates.map((date) => days.get(date) ?? { date, succeeded: 0, failed: 0 });
};

/** Shows each day with the codes that occurred, and the credentials. */
export function viewOutcomes(
  dates: readonly string[],
  { days: counted, keys, isCapped }: Outcomes,
): VerificationOutcomes {
  const days = new Map<string, VerificationOutcomes['days'][number]>(
    dates.map((date) => [date, { date, codes: [] }]),
  );
  for (const { date, code, count } of counted) days.get(date)?.codes.push({ code, count });
  return { days: [...days.values()], credentials: keys, isCapped };
}
