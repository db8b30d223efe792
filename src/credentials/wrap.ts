import { hkdfSync } from 'node:crypto';
import { openUnder, sealUnder } from '../lib/sealed.ts';

/** The token has 256 random bits, so a key made of it needs neither a salt nor time. */
const keyOf = (token: string): Buffer => Buffer.from(hkdfSync('sha256', token, '', 'keyward wrapping', 32));

/**
 * Seals a text so that only a holder of the token can open it: neither a thief of the database nor, with the master
 * key, the operator can.
 * @param whose the owner that the seal is bound to; opening needs the same owner
 */
export const sealWith = (token: string, text: string, whose: string): Buffer =>
  sealUnder(keyOf(token), text, whose);

/** @throws when it was sealed with another token or for something else, or was changed */
export const openWith = (token: string, sealed: Buffer, whose: string): string =>
  openUnder(keyOf(token), sealed, whose);
