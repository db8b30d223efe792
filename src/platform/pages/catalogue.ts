import type { Locale } from '../../lib/locale.ts';
import { isolated } from '../../lib/shown-text.ts';

/** A text, or one with values in it. */
type Text = string | ((...values: never[]) => string);

/** The texts of a family of pages in every language. */
export type Catalogue<Texts> = Readonly<Record<Locale, Texts>>;

/** Widens the texts of one language to what the others may say in their place. */
type Same<Texts> = { readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Texts[Key] };

/** Makes a catalogue: every language has the texts that English has, and no other. */
export const catalogue = <const Texts extends Record<string, Text>>(texts: {
  readonly en: Texts & NoInfer<Same<Texts>>;
  readonly de: NoInfer<Same<Texts>>;
  readonly fr: NoInfer<Same<Texts>>;
}): Catalogue<Same<Texts>> => texts;

/** Isolates the texts that the texts of one language are given: names run from right to left, too, and others wrote them. */
const isolating = <Texts extends object>(texts: Texts): Texts =>
  new Proxy(texts, {
    get(target, name): unknown {
      const text: unknown = Reflect.get(target, name);
      if (typeof text !== 'function') return text;
      return (...values: unknown[]): unknown =>
        Reflect.apply(
          text,
          undefined,
          values.map((value) => (typeof value === 'string' ? isolated(value) : value)),
        );
    },
  });

/** The texts of one language. */
export const say = <Texts extends object>(texts: Catalogue<Texts>, locale: Locale): Texts =>
  isolating(texts[locale]);
