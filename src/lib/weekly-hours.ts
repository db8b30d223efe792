/** The days as callers name them, in the order of `Date`: Sunday first. */
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;

/** Hours of the same length on some days of each week, by the clocks of a time zone. */
export interface WeeklyHours {
  /** A name of the IANA database: see `isTimeZone`. */
  timezone: string;
  /** Such as `MON`. */
  days: readonly string[];
  /** Such as `08:00`. */
  from: string;
  /** Such as `18:00`. If it is before `from`, the hours end on the next day. */
  to: string;
}

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/** Weekday and minute of the day, by the calendar and the clocks of a time zone. */
function localClock(timeZone: string): (time: Date) => { day: number; minute: number } {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (time) => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, value]));
    const day = weekdays.findIndex((name) => name === parts.get('weekday')?.toUpperCase());
    return { day, minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) };
  };
}

/**
 * Returns a function that says whether a time lies within the hours. An hour that the clocks skip is not there, and one that
 * they repeat is there twice.
 */
export function withinHours({ timezone, days, from, to }: WeeklyHours): (time: Date) => boolean {
  const clock = localClock(timezone);
  const [begins, ends] = [minutesOf(from), minutesOf(to)];
  const isOn = weekdays.map((name) => days.includes(name));
  const isWithin = ({ day, minute }: { day: number; minute: number }): boolean => {
    if (begins < ends) return isOn[day] === true && minute >= begins && minute < ends;
    // The part after midnight belongs to the day before.
    return (isOn[day] === true && minute >= begins) || (isOn[(day + 6) % 7] === true && minute < ends);
  };
  // Hours begin and end with a minute, and many questions fall into each.
  let [asked, within] = [Number.NaN, false];
  return (time) => {
    const minute = Math.floor(time.getTime() / 60_000);
    if (minute !== asked) [asked, within] = [minute, isWithin(clock(time))];
    return within;
  };
}
