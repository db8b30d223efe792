/** `date-time` of RFC 3339 section 5.6; `T` and `Z` in either case, as its note says. */
const pattern = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;

const earliest = Date.UTC(2000, 0, 1);
const afterLatest = Date.UTC(10_000, 0, 1);

/**
 * Reads an RFC 3339 timestamp with any offset; undefined if it is not one (decisions 6.1 "Timestamps").
 *
 * The date must exist in the calendar. A fraction may have any number of digits and is cut, not rounded, to
 * milliseconds. A leap second (`:60`) is read as the second after it, and only where one can stand: at the
 * end of a month in UTC (RFC 3339 section 5.7). After conversion to UTC the year must be 2000 to 9999.
 */
export function parseTimestamp(text: string): Date | undefined {
  const parts = pattern.exec(text);
  if (parts === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const [offsetHour, offsetMinute] = [Number(parts[9] ?? 0), Number(parts[10] ?? 0)];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return undefined;

  const offset = (parts[8] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  // Date.UTC reads the years 0 to 99 as 1900 to 1999, which is too early just the same.
  const wholeSecond = Date.UTC(year, month - 1, day, hour, minute - offset, second);
  if (second === 60 && !isStartOfMonth(wholeSecond)) return undefined;
  const milliseconds = Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const time = wholeSecond + milliseconds;
  return time >= earliest && time < afterLatest ? new Date(time) : undefined;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function isStartOfMonth(time: number): boolean {
  return new Date(time).getUTCDate() === 1 && time % 86_400_000 === 0;
}
