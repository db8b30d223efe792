import { systemOf } from './device-platform.ts';

/** The first that a `User-Agent` names is what it is: most browsers pretend to be others as well. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['Firefox', 'Firefox'],
  ['FxiOS', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;

/**
 * Returns the names of the browser and the system of a `User-Agent`, such as "Firefox, Linux"; null if both are
 * unknown.
 */
export function deviceOf(userAgent: string | null): string | null {
  if (userAgent === null) return null;
  const browser = browsers.find(([sign]) => userAgent.includes(sign))?.[1];
  return [browser, systemOf(userAgent)?.name].filter(Boolean).join(', ') || null;
}
