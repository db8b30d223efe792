import { hash } from 'node:crypto';
import { lowerCase } from './lower-case.ts';
import { labelInLetters } from './label-in-letters.ts';
import { unassigned } from './unicode-14.ts';

const escaped = (code: number): string => `\\u{${code.toString(16)}}`;
const newer = unassigned.map(([first, last]) => `${escaped(first)}-${escaped(last)}`).join('');
const runs = new RegExp(`[^${newer}]+`, 'gu');

const foldRun = (text: string): string => lowerCase(text.normalize('NFKC')).normalize('NFKC');

// biome-ignore lint/suspicious/noControlCharactersInRegex: U+0000 to U+007F is ASCII.
const ascii = /^[\0-\x7f]*$/;

/**
 * Returns the text that all spellings of a text share: composed or not, wide or narrow, with ligatures, with no-break spaces, in upper
 * or lower case. The function `folded()` of the database returns the same (docs/decisions/0098). Code points that Unicode 14 has not
 * assigned stay, and the texts around them are folded apart.
 */
export const folded = (text: string): string =>
  ascii.test(text) ? text.toLowerCase() : text.replace(runs, foldRun);

/** A letter may fold to 18 letters, for which an index has no room. */
function shortened(key: string): string {
  const letters = Array.from(key);
  if (letters.length <= 400) return key;
  return letters.slice(0, 300).join('') + hash('sha256', key);
}

/**
 * Returns the key of a user name or an e-mail address. All spellings of a domain have one key: in
 * letters, in A-labels, and with a final dot. The function `sign_in_key()` of the database returns the same (docs/decisions/0099).
 */
export function signInKey(name: string): string {
  const text = folded(name);
  const at = text.lastIndexOf('@') + 1;
  const domain = at === 0 ? '' : text.slice(at).replaceAll('。', '.').replace(/\.$/, '');
  const whole = at === 0 ? text : text.slice(0, at) + domain.split('.').map(labelInLetters).join('.');
  return shortened(whole);
}
