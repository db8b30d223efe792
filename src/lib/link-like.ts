// Texts that mail programs make a link of, although nothing marks them as one.

import { filled, mapped } from './placeholders.ts';

/**
 * Signs that are a dot for a mail program, or for the domain system (UTS 46), besides those that NFKC makes one. The dot of Chinese and
 * Japanese ends a sentence, and the next one follows without a blank. Behind a Latin letter it is the dot of `evil。中国`.
 */
const dots =
  /(?<=[a-z0-9-])\u3002|\u3002(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])|[\u0701\u0702\uA4F8]/gu;

/** A text as mail programs read it: full-width and other forms of letters, digits and signs are the usual ones. */
const plainOf = (text: string): string => text.normalize('NFKC').toLowerCase().replace(dots, '.');

/**
 * Schemes that programs link without `//`, and those whose `//` a name may bring, as `https:/` has it from `/evil.example`. `Kund:innen` is a
 * word, so not each colon between letters is a scheme.
 */
const schemes =
  'https?|ftps?|wss?|mailto|tel|sms|mms|callto|facetime|facetime-audio|sip|sips|xmpp|skype|whatsapp|tg|news|urn|geo|data|file|javascript|vbscript|bitcoin|ethereum|upi|intent|market|magnet';

/** Each form of a link: what the refusal calls it, and how it looks. The last rule has the weakest reason, so it comes last. */
const forms: readonly (readonly [name: string, form: RegExp])[] = [
  ['a web address', /:\/\/|(^|[^:\p{L}\p{N}])\/\/\S|\\\\\S/u],
  ['a web address', new RegExp(`(?<![\\p{L}\\p{N}])(?:${schemes}):\\S`, 'u')],
  ['an email address or the sign @', /@/u],
  // Two letters and more behind a dot are the end of a domain. `z.B.` and `e.g.` have one letter. Emoji before the dot may be a domain, too.
  ['a domain, or a word right behind a dot', /[\p{L}\p{N}\p{M}\p{S}\-_)]\.\p{M}*\p{L}[\p{L}\p{M}]/u],
  ['a network address', /\p{Nd}(?:\.\p{Nd}+){3}/u],
  ['a phone number, or seven digits or more', /\p{Nd}(?:[^\p{L}\p{Nd}\n]{0,3}\p{Nd}){6}/u],
  ['a phone number', /(?<!\p{Nd})1[\s.(-]{1,2}\p{Nd}{3}[\s.)-]{1,2}\p{L}/u],
];

/**
 * Finds a text that a mail program makes a link of: Gmail, Outlook and Apple Mail link addresses, domains and phone numbers that
 * stand in a text.
 * @returns what the text has, such as `a web address`; undefined if no program would link it
 */
export function linkIn(text: string): string | undefined {
  const plain = plainOf(text);
  return forms.find(([, form]) => form.test(plain))?.[0];
}

/** Stands in a text where a link would form. {@link withBreaks} replaces it. */
const mark = '\u00ad';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** The signs of links, and the digits of phone numbers. */
const linking = /[.:@/\\\p{Nd}]/u;

/**
 * Returns a text of others with a mark in each place that makes a link of it. A company may have a domain as its name, so the name is shown
 * and not refused.
 */
export const unlinked = (text: string): string => (linkIn(text) === undefined ? text : broken(text));

/** Marks the place behind each sign that a link has, also behind one that programs only read as such a sign. */
function broken(text: string): string {
  const pieces = [...graphemes.segment(text.replaceAll(mark, ''))].map(({ segment }) => segment);
  return pieces
    .map((piece, at) => (at + 1 < pieces.length && linking.test(plainOf(piece)) ? `${piece}${mark}` : piece))
    .join('');
}

/**
 * Replaces each placeholder of a text with its value, as {@link filled} does. If a mail program would make a link of the result, the
 * values have marks within and at their edges. Only both together may be a link: a name `t.m`, and the text `{organization}e/path`.
 * @param others values that others wrote
 * @param ours values that may be links
 * @param show makes a value what stands in the text
 */
export function filledUnlinked(
  text: string,
  others: Readonly<Record<string, string>>,
  ours: Readonly<Record<string, string>>,
  show: (value: string) => string,
): string {
  const whole = filled(text, { ...others, ...mapped(ours, () => '') });
  const isLink = linkIn(whole) !== undefined;
  const shown = (value: string): string =>
    isLink ? `${mark}${broken(show(value))}${mark}` : unlinked(show(value));
  return filled(text, { ...mapped(others, shown), ...mapped(ours, show) });
}

/** Replaces the marks of {@link filledUnlinked}, such as by a word joiner, which is not seen and ends a link. */
export const withBreaks = (text: string, joiner: string): string => text.replaceAll(mark, joiner);
