import { usualProfile } from './usual-profile.ts';

/** The command that signs in again. */
export const loginCommand = (name: string): string =>
  name === usualProfile ? 'keyward login' : `keyward login --profile ${name}`;
