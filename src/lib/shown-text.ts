// Texts that people read, such as names: which characters disguise them, and how a text is shown beside ours.

/** `line` is one line, such as a name. `prose` may have line breaks and tabs, such as a description. */
export type ShownText = 'line' | 'prose';

const isolate = '\u2068'; // FIRST STRONG ISOLATE
const endOfIsolate = '\u2069'; // POP DIRECTIONAL ISOLATE

/** Signs that remove the vowel of a consonant: canonical combining class 9, of Unicode 14, which JavaScript does not know. */
const virama =
  '\\u{94D}\\u{9CD}\\u{A4D}\\u{ACD}\\u{B4D}\\u{BCD}\\u{C4D}\\u{CCD}\\u{D3B}\\u{D3C}\\u{D4D}\\u{DCA}\\u{E3A}\\u{EBA}\\u{F84}' +
  '\\u{1039}\\u{103A}\\u{1714}\\u{1715}\\u{1734}\\u{17D2}\\u{1A60}\\u{1B44}\\u{1BAA}\\u{1BAB}\\u{1BF2}\\u{1BF3}\\u{2D7F}' +
  '\\u{A806}\\u{A82C}\\u{A8C4}\\u{A953}\\u{A9C0}\\u{AAF6}\\u{ABED}\\u{10A3F}\\u{11046}\\u{11070}\\u{1107F}\\u{110B9}\\u{11133}' +
  '\\u{11134}\\u{111C0}\\u{11235}\\u{112EA}\\u{1134D}\\u{11442}\\u{114C2}\\u{115BF}\\u{1163F}\\u{116B6}\\u{1172B}\\u{11839}' +
  '\\u{1193D}\\u{1193E}\\u{119E0}\\u{11A34}\\u{11A47}\\u{11A99}\\u{11C3F}\\u{11D44}\\u{11D45}\\u{11D97}';
/** Letters that join their neighbours, in scripts where ZWNJ parts them. */
const joining =
  '[\\p{L}&&[\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Mong}\\p{sc=Nkoo}\\p{sc=Adlm}\\p{sc=Rohg}\\p{sc=Mand}\\p{sc=Mani}\\p{sc=Phag}]]';
/** A character that ZWJ joins to the next one into one emoji. */
const pictured = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]\\u{FE0F}?';

/** Where a character that is invisible elsewhere changes what is seen, so that it belongs to the text. */
const legitimate = [
  // RFC 5892 appendix A.1 and A.2: behind a virama. Bengali has ZWJ in front of it, too.
  `(?<=[${virama}])[\\u{200C}\\u{200D}]`,
  `(?<=\\p{L})\\u{200D}(?=[${virama}])`,
  // RFC 5892 appendix A.1: between letters that would join, such as in Persian.
  `(?<=${joining}\\p{M}{0,8})\\u{200C}(?=\\p{M}{0,8}${joining})`,
  // Unicode Technical Standard 51: emoji of several parts, and emoji that are text otherwise.
  `(?<=${pictured})\\u{200D}(?=\\p{Extended_Pictographic})`,
  '(?<=\\p{Extended_Pictographic})[\\u{FE0E}\\u{FE0F}]',
  '(?<=[0-9#*])\\u{FE0F}(?=\\u{20E3})',
  // Other forms of a letter: Mongolian, and ideographs as names are written with them.
  '(?<=[[\\p{sc=Mong}\\p{sc=Phag}]&&\\p{L}])[\\u{180B}-\\u{180D}\\u{180F}\\u{FE00}]',
  '(?<=\\p{Ideographic})[\\u{FE00}-\\u{FE0F}\\u{E0100}-\\u{E01EF}]',
].join('|');

/** Controls, lone surrogates, breaks of lines, what turns the direction of writing, and what cannot be seen. */
const disguising = '[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Bidi_C}\\p{NChar}\\p{DI}\\u{FFF9}-\\u{FFFB}]';
const legitimateOr = (disguise: string): RegExp => new RegExp(`(${legitimate})|${disguise}`, 'gv');
const searches = {
  line: legitimateOr(disguising),
  prose: legitimateOr(`[${disguising}--[\\t\\n\\r]]`),
  // Long words of our own texts have soft hyphens.
  page: legitimateOr(`[${disguising}--[\\t\\n\\r\\u{AD}]]`),
};

/** Most texts. */
const plain = /^[ -~]*$/;
const breaks = /^[\t-\r\x85\u2028\u2029]$/;

/** @returns the first character that disguises the text */
function disguiseIn(text: string, kind: ShownText): string | undefined {
  if (plain.test(text)) return undefined;
  for (const [found, kept] of text.matchAll(searches[kind])) if (kept === undefined) return found;
  return undefined;
}

/** Blanks, and what is drawn as one. */
const blank = /^[\s\u2800]*$/;

/**
 * Returns the rule that a text breaks and the character that breaks it; undefined for a text that may be shown. The empty
 * text breaks none.
 */
export function refusalOfShownText(text: string, kind: ShownText): string | undefined {
  const found = disguiseIn(text, kind);
  if (found !== undefined) {
    const code = (found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `must be text without control, invisible or direction-changing characters, such as Ada Lovelace. It has U+${code}`;
  }
  if (text !== '' && blank.test(text)) return 'must have a visible character, such as Ada Lovelace';
  return undefined;
}

/** Returns the text without the characters that `refusalOfShownText` refuses. Breaks of a line become blanks. */
export function withoutDisguise(text: string, kind: keyof typeof searches = 'line'): string {
  if (plain.test(text)) return text;
  const shown = text.replace(searches[kind], (found, kept: string | undefined) => {
    if (kept !== undefined) return kept;
    return breaks.test(found) ? ' ' : '';
  });
  // A removed character may make the characters beside it illegitimate.
  return shown === text ? text : withoutDisguise(shown, kind);
}

/** Latin letters, with which our own texts are written from left to right, and signs. */
const leftToRight = /^[ -~\t\n\r\u00a0-\u024f\u2010-\u2027\u202f-\u205e]*$/;

/**
 * Returns a text of others as it stands within one of ours: its direction of writing ends where it ends (Unicode Standard
 * Annex 9, section 2.7). A text of Latin letters has the direction of ours, and is left without marks.
 */
export function isolated(text: string): string {
  const shown = withoutDisguise(text);
  return leftToRight.test(shown) ? shown : `${isolate}${shown}${endOfIsolate}`;
}

/**
 * Splits a text of a page, without disguise, into what others wrote, to be isolated there, and what we wrote. Others wrote what
 * is isolated already, and all that is not in Latin letters.
 */
export function partsOfShown(text: string): { text: string; isOthers: boolean }[] {
  if (plain.test(text)) return [{ text, isOthers: false }];
  return text.split(/\u2068([^\u2066-\u2069]*)\u2069/).map((part, at) => {
    const shown = withoutDisguise(part, 'page');
    return { text: shown, isOthers: at % 2 === 1 || !leftToRight.test(shown) };
  });
}

/** Returns a text without its isolates, for where they are not understood. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2066-\u2069]/g, '');
