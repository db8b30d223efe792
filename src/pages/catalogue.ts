import type { Locale } from '../lib/locale.ts';

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

/** The texts of one language. */
export const say = <Texts>(texts: Catalogue<Texts>, locale: Locale): Texts => texts[locale];
