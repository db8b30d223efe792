/** The headers of a response that say how long it may be kept (RFC 9111). */
interface Caching {
  cacheControl: string | undefined;
  expires: string | undefined;
  date: string | undefined;
  age: string | undefined;
}

/**
 * Returns for how many seconds a response may be kept (RFC 9111 section 4.2): `max-age`, else `Expires`, less the `Age` that it has already.
 * A response that says nothing, that says what cannot be read, or that may not be kept has the fewest.
 * @param bounds in seconds
 */
export function secondsKept(
  { cacheControl = '', expires, date, age }: Caching,
  { least, most }: { least: number; most: number },
  now: Date,
): number {
  const directives = cacheControl
    .toLowerCase()
    .split(',')
    .map((one) => one.trim());
  if (directives.includes('no-store') || directives.includes('no-cache')) return least;
  const maxAge = directives.map((one) => /^max-age="?(\d{1,10})"?$/.exec(one)?.[1]).find(Boolean);
  const sent = timeOf(date) ?? now.getTime();
  const until = timeOf(expires);
  const lifetime =
    maxAge === undefined ? (until === undefined ? least : (until - sent) / 1_000) : Number(maxAge);
  const spent = /^\d{1,10}$/.test(age ?? '') ? Number(age) : 0;
  return Math.floor(Math.min(most, Math.max(least, lifetime - spent)));
}

function timeOf(text: string | undefined): number | undefined {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
}
