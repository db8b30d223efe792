import { globSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { locales } from '../../../src/lib/locale.ts';
import { catalogue, say } from '../../../src/platform/pages/catalogue.ts';

const families = await Promise.all(
  globSync('src/**/pages/messages/*.ts').map(async (name) => {
    const module = (await import(pathToFileURL(name).href)) as Record<string, unknown>;
    return { name, catalogues: Object.values(module) as Record<string, Record<string, unknown>>[] };
  }),
);

/** Texts of a catalogue by their names, also those in objects. */
function textsOf(texts: Record<string, unknown>, at = ''): [string, unknown][] {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'object' && text !== null
      ? textsOf(text as Record<string, unknown>, `${at}${name}.`)
      : [[`${at}${name}`, text] as [string, unknown]],
  );
}

/** The names of the values that a text takes, in their order. */
const valuesOf = (text: unknown): string[] => {
  if (typeof text !== 'function') return [];
  const [, list = ''] = /^\(?([^)=]*?)\)?\s*=>/.exec(String(text)) ?? [];
  return list.split(',').map((one) => one.trim());
};

/** Returns a text with the name of each value in its place: `Hello ⟨name⟩`. */
const saidBy = (text: unknown): string => {
  const values = valuesOf(text).map((name) => `⟨${name}⟩`);
  return typeof text === 'function' ? String(Reflect.apply(text, undefined, values)) : String(text);
};

describe('catalogue', () => {
  test('says a text in the language that is asked for, with its values', () => {
    const texts = catalogue({
      en: { hello: (name: string) => `Hello ${name}`, bye: 'Bye' },
      de: { hello: (name) => `Hallo ${name}`, bye: 'Tschüss' },
      fr: { hello: (name) => `Bonjour ${name}`, bye: 'Au revoir' },
    });
    expect(say(texts, 'de').hello('Ada')).toBe('Hallo Ada');
    expect(say(texts, 'fr').bye).toBe('Au revoir');
    expect(say(texts, 'en').hello('שלום\u202e')).toBe('Hello \u2068שלום\u2069');
  });

  test('does not compile where a language lacks a text, has one of its own or takes other values', () => {
    // @ts-expect-error a text is missing in German
    catalogue({ en: { a: 'a', b: 'b' }, de: { a: 'a' }, fr: { a: 'a', b: 'b' } });
    // @ts-expect-error a text is in French alone
    catalogue({ en: { a: 'a' }, de: { a: 'a' }, fr: { a: 'a', b: 'b' } });
    // @ts-expect-error a language is missing
    catalogue({ en: { a: 'a' }, de: { a: 'a' } });
    // @ts-expect-error a text with values is not one without
    catalogue({ en: { a: (n: number) => `${n}` }, de: { a: 'a' }, fr: { a: (n) => `${n}` } });
  });
});

describe.for(families)('$name', ({ catalogues }) => {
  const all = catalogues.filter((one) => typeof one === 'object' && 'en' in one);

  test('has every text in every language, without HTML', () => {
    expect(all.length).toBeGreaterThan(0);
    for (const one of all) {
      expect(Object.keys(one).sort()).toEqual([...locales].sort());
      const names = textsOf(one['en'] ?? {}).map(([name]) => name);
      for (const locale of locales) {
        const texts = textsOf(one[locale] ?? {});
        expect(texts.map(([name]) => name).sort()).toEqual([...names].sort());
        for (const [name, text] of texts) {
          expect({ locale, name, text }).not.toMatchObject({
            text: expect.stringMatching(/^\s*$|[<>]|&\w+;/),
          });
        }
      }
    }
  });

  // Two values of one type compile in any order, and then a page names an organization as the user.
  test('takes the same values in the same order in every language, and says the same ones', () => {
    for (const one of all) {
      const english = new Map(textsOf(one['en'] ?? {}));
      for (const locale of locales)
        for (const [name, text] of textsOf(one[locale] ?? {})) {
          const of = { locale, name };
          expect({ ...of, values: valuesOf(text) }).toEqual({ ...of, values: valuesOf(english.get(name)) });
          const said = (from: unknown) => [...new Set(saidBy(from).match(/⟨\w+⟩/g))].toSorted();
          expect({ ...of, said: said(text) }).toEqual({ ...of, said: said(english.get(name)) });
        }
    }
  });
});
