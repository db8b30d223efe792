// A check of `keyward doctor`.
import type { Io } from '../../io.ts';

/** `unknown` is what this machine cannot see. It is never shown as well. */
export type State = 'ok' | 'warning' | 'failed' | 'unknown';

/** The result of a check, in one sentence. */
export interface Finding {
  check: string;
  state: State;
  sentence: string;
}

/** The surroundings that the checks look at. */
export interface Patient {
  io: Io;
  /** The address of the service. */
  baseUrl: string;
  /** Whether the settings of a service are in the environment, so that this is its machine. */
  isHost: boolean;
  /** The folder of backups that the user named. */
  backups: string | undefined;
  now: () => number;
}

export const finding = (check: string, state: State, sentence: string): Finding => ({
  check,
  state,
  sentence,
});

/** A program that does not answer is waited for this long. */
export const longestMs = 5_000;

/** Returns the code of an error of the system: ECONNREFUSED. Its message may show an address with a password. */
export const codeOf = (error: unknown): string => {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  const found = code ?? cause?.code;
  return typeof found === 'string' ? found : 'unknown error';
};

/** Returns a host as sockets take it: `[::1]` of a URL is `::1`. */
export const hostOf = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
