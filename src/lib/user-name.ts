import { followsBidiRule } from './bidi-rule.ts';

const wide = /[\u3000\uff00-\uffef]/gu;

/** Exceptions of RFC 8264 section 9.6, and marks that a script needs between its letters. `x-text` judges joiners. */
const allowed =
  /^[\u{df}\u{3c2}\u{6fd}\u{6fe}\u{f0b}\u{3007}\u{b7}\u{375}\u{5f3}\u{5f4}\u{30fb}\u{200c}\u{200d}]$/u;
const refused =
  /^[\u{640}\u{7fa}\u{302e}\u{302f}\u{3031}-\u{3035}\u{303b}\u{1100}-\u{11ff}\u{a960}-\u{a97c}\u{d7b0}-\u{d7fb}]$/u;
const letterOrDigit = /^[\p{Ll}\p{Lu}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}]$/u;
const ignorable = /^\p{Default_Ignorable_Code_Point}$/u;
const asciiText = /^[\x20-\x7e]$/;

function isAllowed(letter: string): boolean {
  if (asciiText.test(letter) || allowed.test(letter)) return true;
  if (refused.test(letter) || ignorable.test(letter) || letter.normalize('NFKC') !== letter) return false;
  return letterOrDigit.test(letter);
}

/**
 * Returns the words of a name. Each word has its own direction (RFC 8265 section 3.5). The labels of a domain are words, too. Otherwise no
 * mailbox from right to left would be a name.
 */
function wordsOf(text: string): string[] {
  const at = text.lastIndexOf('@') + 1;
  const [name, domain] = at === 0 ? [text, ''] : [text.slice(0, at - 1), text.slice(at)];
  return [...name.split(' '), ...domain.split('.')];
}

/**
 * Tells why a text cannot be a new user name (RFC 8265 section 3.3, RFC 8264 section 4.2): symbols, letters with a compatibility mapping,
 * other spaces than U+0020 and letters that this edition of Unicode has not assigned look like other names. So do words that mix
 * letters of both directions. Wide letters are judged as narrow letters.
 * @returns undefined for a name that is allowed
 */
export function refusalOfUserName(name: string): string | undefined {
  const text = name.replace(wide, (letter) => letter.normalize('NFKC')).normalize('NFC');
  const wrong = Array.from(text).find((letter) => !isAllowed(letter));
  const code = wrong?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
  if (code !== undefined)
    return `must not contain U+${code}: usernames have letters, digits, spaces and the characters of ASCII`;
  return wordsOf(text).every(followsBidiRule)
    ? undefined
    : 'must not mix directions: a word from right to left starts with such a letter, and ends with such a letter or a digit (RFC 5893)';
}
