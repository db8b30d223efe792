import { hash, randomBytes } from 'node:crypto';
import { base32 } from './base32.ts';

/** Crockford's: none of its digits is taken for another one. */
const digits = '0123456789abcdefghjkmnpqrstvwxyz';

/** 80 random bits, so that neither guessing nor a stolen hash leads anywhere; 16 digits in groups of four. */
export function newTypedCode(): string {
  return base32(randomBytes(10), digits).replace(/(?<=.)(?=(?:.{4})+$)/g, '-');
}

const form = /^[0-9a-hjkmnp-tv-z]{16}$/;

/** @returns what is kept of a code, however it was typed; undefined for what cannot be one */
export function hashOfTypedCode(typed: string): Buffer | undefined {
  // As Crockford says: what looks like a digit is that digit.
  const code = typed
    .slice(0, 100)
    .toLowerCase()
    .replace(/[\s-]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  return form.test(code) ? hash('sha256', code, 'buffer') : undefined;
}
