import { invalid } from '../../failure.ts';
import { isTimeZone, timeZoneRule } from '../../lib/time-zone.ts';
import type { PolicyKind } from '../types.ts';

export interface TimeWindowParameters {
  timezone: string;
  days: string[];
  /** `08:00` */
  from: string;
  to: string;
}

const days = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;
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
    const day = days.findIndex((name) => name === parts.get('weekday')?.toUpperCase());
    return { day, minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) };
  };
}

export const timeWindow: PolicyKind<TimeWindowParameters> = {
  schema: 'TimeWindowParameters',
  operations: ['verifyCredential', 'authenticate'],
  normalize(parameters) {
    if (!isTimeZone(parameters.timezone)) throw invalid('parameters.timezone', timeZoneRule);
    if (parameters.from === parameters.to) throw invalid('parameters.to', 'must not be the same as from');
    return parameters;
  },
  compile: ({ timezone, days: named, from, to }) => {
    const clock = localClock(timezone);
    const [begins, ends] = [minutesOf(from), minutesOf(to)];
    const isOn = days.map((name) => named.includes(name));
    const isWithin = ({ day, minute }: { day: number; minute: number }): boolean => {
      if (begins < ends) return isOn[day] === true && minute >= begins && minute < ends;
      // The part after midnight belongs to the day before.
      return (isOn[day] === true && minute >= begins) || (isOn[(day + 6) % 7] === true && minute < ends);
    };
    // Windows begin and end with a minute, and many attempts fall into each.
    let [asked, within] = [Number.NaN, false];
    return ({ now }) => {
      const minute = Math.floor(now.getTime() / 60_000);
      if (minute !== asked) [asked, within] = [minute, isWithin(clock(now))];
      return within
        ? undefined
        : {
            reason: 'it is used outside the times that the policy allows',
            details: { timezone, days: named, from, to },
          };
    };
  },
};
