/** The headers of a response that say how long it may be kept (RFC 9111). */
interface Caching {
  cacheControl: string | undefined;
  expires: string | undefined;
  date: string | undefined;
  age: string | undefined;
}

/**
 * Returns for how many seconds a response may be kept (RFC 9111 section 4.2): `max-age`, else the time from `Date` to `Expires`, less its `Age`.
 * A response has the fewest seconds if it says nothing of this, if it says something malformed, or if it may not be kept.
 */
export function secondsKept(
  { cacheControl = '', expires, date, age }: Caching,
  { least, most }: { least: number; most: number },
): number {
  const directives = cacheControl
    .toLowerCase()
    .split(',')
    .map((one) => one.trim());
  if (directives.includes('no-store') || directives.includes('no-cache')) return least;
  const maxAge = directives.map((one) => /^max-age="?(\d{1,10})"?$/.exec(one)?.[1]).find(Boolean);
  const [sent, until] = [timeOf(date), timeOf(expires)];
  const lifetime =
    maxAge === undefined
      ? until === undefined || sent === undefined
        ? least
        : (until - sent) / 1_000
      : Number(maxAge);
  const spent = /^\d{1,10}$/.test(age ?? '') ? Number(age) : 0;
  return Math.floor(Math.min(most, Math.max(least, lifetime - spent)));
}

function timeOf(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
}
