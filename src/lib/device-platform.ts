/** The operating systems that conditions of conditional access name. */
export type DevicePlatform = 'android' | 'ios' | 'linux' | 'macos' | 'windows' | 'other';

/** The first that a `User-Agent` has says it: most pretend to be others as well. iPads pretend to be Macs. */
const signs: readonly (readonly [string, DevicePlatform])[] = [
  ['iPhone', 'ios'],
  ['iPad', 'ios'],
  ['Android', 'android'],
  ['CrOS', 'other'],
  ['Windows', 'windows'],
  ['Macintosh', 'macos'],
  ['Linux', 'linux'],
];

/** Returns the platform that a `User-Agent` claims; undefined without one. Anybody can claim any. */
export function platformOf(userAgent: string | undefined): DevicePlatform | undefined {
  if (!userAgent) return undefined;
  return signs.find(([sign]) => userAgent.includes(sign))?.[1] ?? 'other';
}
