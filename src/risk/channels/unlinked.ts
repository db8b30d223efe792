import { plainOf } from '../../lib/link-like.ts';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Whether two signs begin a link: a dot before a letter, an `@`, or a colon before slashes. Each is as programs read it. */
const isLinking = (sign: string, next: string): boolean =>
  sign.endsWith('.')
    ? /^[\p{L}_]/u.test(next)
    : sign.endsWith('@') || (sign.endsWith(':') && /^[/\\]/.test(next));

/**
 * Returns a text in which no program finds an address to make a link of. The names in alerts are chosen by others, and a link in a message
 * of ours would lead where they want. Programs link `https://…`, addresses of mail, and also bare hosts such as `evil.example.com`.
 */
export function unlinked(text: string): string {
  const pieces = [...graphemes.segment(text)].map(({ segment }) => segment);
  const read = pieces.map(plainOf);
  return pieces
    .map((piece, at) => {
      const [before = ' ', sign = '', next = ' '] = [read[at - 1], read[at], read[at + 1]];
      return before.trim() !== '' && next.trim() !== '' && isLinking(sign, next) ? `${piece} ` : piece;
    })
    .join('');
}
