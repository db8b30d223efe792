/** The form of a duration as a regular expression source: decisions 6.2 "JIT", anchored. */
const durationPattern = '^\\d+[smhd]$';

const form = new RegExp(durationPattern);
const secondsIn: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/**
 * Reads a duration such as `90s`, `15m`, `4h`, `30d` and returns it in seconds, a positive integer. Undefined if the
 * text has another form, is zero, or is beyond 2^53 - 1 seconds. The domain rejects a duration that is too long for
 * its purpose (30 days for JIT).
 */
export function parseDuration(text: string): number | undefined {
  if (!form.test(text)) return undefined;
  const seconds = Number(text.slice(0, -1)) * (secondsIn[text.slice(-1)] ?? 0);
  return seconds > 0 && Number.isSafeInteger(seconds) ? seconds : undefined;
}
