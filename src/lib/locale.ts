/** The languages that pages are written in; the first is what everybody gets who asked for none of them. */
export const locales = ['en', 'de', 'fr'] as const;
export type Locale = (typeof locales)[number];

/** The cookie that keeps the language that a user chose on a page. */
export const languageCookie = 'kd_language';

/** Returns the language of that cookie. Over https, its name has the prefix `__Host-`. */
export function chosenLocale(cookies: Readonly<Record<string, string>>): Locale | undefined {
  const chosen = cookies[`__Host-${languageCookie}`] ?? cookies[languageCookie];
  return locales.find((locale) => locale === chosen);
}

const known = (tag: string): Locale | undefined => {
  const language = tag.toLowerCase().split('-', 1)[0];
  return locales.find((locale) => locale === language);
};

/** Returns the first language of a `ui_locales` (OpenID Connect Core section 3.1.2.1) that we have. */
export const wishedLocale = (uiLocales: string | undefined): Locale | undefined =>
  (uiLocales ?? '').slice(0, 500).split(' ').map(known).find(Boolean);

/**
 * Returns the language of an `Accept-Language` (RFC 9110 section 12.5.4) with the greatest weight. If weights are
 * equal, the first one wins.
 */
export function acceptedLocale(header: string | undefined): Locale | undefined {
  let best: { locale: Locale; weight: number } | undefined;
  for (const part of (header ?? '').slice(0, 500).split(',')) {
    const [tag = '', ...parameters] = part.split(';').map((one) => one.trim());
    const q = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1';
    const weight = /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(q) ? Number(q) : 0;
    const locale = known(tag);
    if (locale && weight > (best?.weight ?? 0)) best = { locale, weight };
  }
  return best?.locale;
}

/** Returns the language of a user's stored tag. Directories also write the tag with an underscore. */
export const languageOf = (tag: string | null | undefined): Locale | undefined =>
  wishedLocale(tag?.replaceAll('_', '-'));
