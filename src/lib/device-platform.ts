/** The operating systems that conditions of conditional access name. */
export type DevicePlatform = 'android' | 'ios' | 'linux' | 'macos' | 'windows' | 'other';

interface System {
  /** The part of a `User-Agent` that names the system. */
  sign: string;
  /** The name that people use. */
  name: string;
  platform: DevicePlatform;
}

/** The first sign that a `User-Agent` has counts: iPhones name macOS as well, and Androids Linux. iPads pretend to be Macs. */
const systems: readonly System[] = [
  { sign: 'iPhone', name: 'iPhone', platform: 'ios' },
  { sign: 'iPad', name: 'iPad', platform: 'ios' },
  { sign: 'Android', name: 'Android', platform: 'android' },
  { sign: 'CrOS', name: 'ChromeOS', platform: 'other' },
  { sign: 'Windows', name: 'Windows', platform: 'windows' },
  { sign: 'Mac OS X', name: 'macOS', platform: 'macos' },
  { sign: 'Linux', name: 'Linux', platform: 'linux' },
];

/** Returns the system that a `User-Agent` claims; undefined if it names none. Anybody can claim any. */
export const systemOf = (userAgent: string): System | undefined =>
  systems.find(({ sign }) => userAgent.includes(sign));

/** Returns the platform that a `User-Agent` claims; undefined without one. */
export const platformOf = (userAgent: string | undefined): DevicePlatform | undefined =>
  userAgent ? (systemOf(userAgent)?.platform ?? 'other') : undefined;
