// The directions of letters and digits (Unicode Standard Annex 9), in the classes that RFC 5893 section 2 names.
const blocks =
  '\\u{590}-\\u{8ff}\\u{fb1d}-\\u{fdff}\\u{fe70}-\\u{feff}\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}';
/** Class AN. */
const arabicDigit = '[\\u{660}-\\u{669}\\u{10d30}-\\u{10d39}]';
/** Class EN. */
const europeanDigit = '[0-9\\u{6f0}-\\u{6f9}]';
/** Classes R and AL. */
const right = `[[${blocks}]--[\\p{M}${arabicDigit}${europeanDigit}]]`;
/** Letters without a direction. */
const neutral = '[\\u{2b9}\\u{2ba}\\u{2c6}-\\u{2cf}\\u{2ec}\\u{2e2f}\\u{a67f}\\u{a717}-\\u{a71f}\\u{a788}]';
/** Class L, with vowel signs that have no width of their own. */
const left = `[[\\p{L}\\p{Mc}\\p{Nd}\\u{f0b}\\u{3007}\\u{cbf}\\u{cc6}\\u{11a07}\\u{11a08}\\u{11c3f}]--[${blocks}${europeanDigit}${neutral}]]`;

const hasRight = new RegExp(`${right}|${arabicDigit}`, 'v');
const hasLeft = new RegExp(left, 'v');
const startsRight = new RegExp(`^${right}`, 'v');
const endsRight = new RegExp(`(?:${right}|${arabicDigit}|${europeanDigit})\\p{Mn}*$`, 'v');
const hasArabicDigit = new RegExp(arabicDigit, 'v');
const hasEuropeanDigit = new RegExp(europeanDigit, 'v');

/**
 * Tells whether the letters of a word are shown in the order in which they are stored, in any surroundings (the Bidi Rule of RFC 5893 section
 * 2). A word without letters from right to left always is. The word consists of letters, digits, marks and characters of ASCII.
 */
export function followsBidiRule(word: string): boolean {
  if (!hasRight.test(word)) return true;
  return (
    startsRight.test(word) &&
    !hasLeft.test(word) &&
    endsRight.test(word) &&
    !(hasArabicDigit.test(word) && hasEuropeanDigit.test(word))
  );
}
