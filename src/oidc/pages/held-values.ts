import { cut } from '../../lib/cut.ts';
import type { Locale } from '../../lib/locale.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { claimNames } from './messages/claim-names.ts';
import { oidcTexts } from './messages/oidc.ts';

/** The claims that the consent page shows with their values. The other claims say how something was proved, or repeat a value. */
const shownClaims = {
  profile: [
    'name',
    'nickname',
    'preferred_username',
    'picture',
    'profile',
    'website',
    'gender',
    'birthdate',
    'zoneinfo',
    'locale',
  ],
  email: ['email'],
  address: ['address'],
  phone: ['phone_number'],
  groups: ['groups'],
} as const;

/** Only users with a few groups can read all of them on a page. */
const mostGroups = 10;
const mostSigns = 100;

/**
 * Returns the values that a client gets now by a standard scope, in words.
 * @returns undefined for a scope without values
 */
export function heldValues(
  locale: Locale,
  scope: string,
  claims: Readonly<Record<string, unknown>>,
): string | undefined {
  const names: readonly string[] | undefined = Object.hasOwn(shownClaims, scope)
    ? shownClaims[scope as keyof typeof shownClaims]
    : undefined;
  if (!names) return undefined;
  const texts = say(oidcTexts, locale);
  const labels: Readonly<Record<string, string>> = say(claimNames, locale);
  const held = names.flatMap((name) => {
    const value = inWords(locale, name, claims[name]);
    if (value === undefined) return [];
    const label = labels[name];
    return [label === undefined ? value : `${label}: ${value}`];
  });
  return held.length === 0 ? texts.nothingHeld : held.join(' · ');
}

function inWords(locale: Locale, name: string, value: unknown): string | undefined {
  const texts = say(oidcTexts, locale);
  if (Array.isArray(value)) {
    const shown = value.slice(0, mostGroups).map((one) => cut(String(one), mostSigns));
    if (shown.length === 0) return undefined;
    return shown.join(', ') + (value.length > mostGroups ? texts.andMore(value.length - mostGroups) : '');
  }
  if (typeof value === 'object' && value !== null) {
    const whole: unknown = (value as { formatted?: unknown }).formatted;
    const parts = typeof whole === 'string' ? [whole] : Object.values(value).map(String);
    return cut(parts.join(', ').replaceAll(/\s*\n\s*/g, ', '), mostSigns);
  }
  if (typeof value !== 'string' || value === '') return undefined;
  if (name === 'picture') return texts.hasPicture;
  return cut(name === 'locale' ? languageName(locale, value) : value, mostSigns);
}

/** Returns the name of a language, or the tag itself if it names none. */
function languageName(locale: Locale, tag: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
