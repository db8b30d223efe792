import { timingSafeEqual } from 'node:crypto';
import { type CodeForm, hotp, type TotpAlgorithm } from './hotp.ts';

/** The parameters that an authenticator app was told when it was set up. */
export interface TotpForm extends CodeForm {
  periodSeconds: number;
}

/** As many bytes as the hash gives (RFC 6238 section 5.1; RFC 4226 section 4, R6). */
export const keyBytes: Readonly<Record<TotpAlgorithm, number>> = { SHA1: 20, SHA256: 32, SHA512: 64 };

/** The time step of a moment (RFC 6238 section 4.2, T0 = 0). */
const stepAt = (now: Date, periodSeconds: number): number => Math.floor(now.getTime() / 1000 / periodSeconds);

export function totp(key: Uint8Array, now: Date, form: TotpForm): string {
  return hotp(key, stepAt(now, form.periodSeconds), form);
}

/**
 * Returns the time step that a code belongs to. Always compares every step of the window, so that the time tells
 * nothing about the step.
 *
 * otpauth 9.5.2 does not do this. Its `validate` stops at the first step that matches. When two steps have the same
 * code it returns the one nearest to the present. So the code could be used again in the later step. It throws when
 * the code has characters outside ASCII. Only the six lines of `hotp` could be its `generate`.
 *
 * @param code as it was typed: spaces, which apps show between the digits, do not count
 * @param window how many steps before and after the present one are taken (RFC 6238 section 5.2)
 * @returns undefined when the code belongs to no step of the window. A caller that accepts a code keeps its step, and
 * never accepts that step or an earlier one again
 */
export function stepOf(
  code: string,
  key: Uint8Array,
  { now, window }: { now: Date; window: number },
  form: TotpForm,
): number | undefined {
  const given = Buffer.from(code.replace(/\s/g, ''));
  if (given.length !== form.digits) return undefined;
  const present = stepAt(now, form.periodSeconds);
  let found: number | undefined;
  for (let step = Math.max(0, present - window); step <= present + window; step++) {
    if (timingSafeEqual(given, Buffer.from(hotp(key, step, form)))) found = step;
  }
  return found;
}
