// The target of a command. Help reads this file, and not the client of the service.

/** The options that stand before the family, and name what the command works on. */
export interface Target {
  /** The address of `--url`, instead of KEYWARD_URL. */
  url?: string | undefined;
  /** The profile of `--profile`, instead of KEYWARD_PROFILE. */
  profile?: string | undefined;
  /** The tenant of `--tenant`, instead of that of the profile. */
  tenant?: string | undefined;
}

/** They stand before the family, because fields of a command have the same names. */
export const targetFlags: readonly string[] = ['--url', '--profile', '--tenant'];
