// Texts of others on a terminal. A name or the program of a visitor may hold signs that move the cursor, or that show another text.

/** Control signs, signs of direction, invisible signs and halves of pairs. */
const unsafe = /[\u034f\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u115f\u1160\u3164\uffa0]/gu;

const escaped = (sign: string): string =>
  Array.from(
    { length: sign.length },
    (_, at) => `\\u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** Returns a text whose signs all show themselves, in one line. */
export const shown = (text: string): string => text.replace(unsafe, escaped);

/** Returns a text whose signs all show themselves, with its lines and tabs. @param by how a sign is written */
export const shownWith = (text: string, by: (sign: string) => string): string =>
  text.replace(unsafe, (sign) => (sign === '\n' || sign === '\t' ? sign : by(sign)));

/** Returns a text whose signs all show themselves, with its lines and tabs. */
export const shownLines = (text: string): string => shownWith(text, escaped);

/** Returns JSON that holds the same values, without a sign that a terminal obeys. */
export const shownJson = (value: unknown): string => shownLines(JSON.stringify(value, null, 2));
