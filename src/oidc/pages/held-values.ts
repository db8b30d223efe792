import { cut } from '../../lib/cut.ts';
import type { Locale } from '../../lib/locale.ts';
import { say } from '../../platform/pages/catalogue.ts';
import { claimNames } from './messages/claim-names.ts';
import { oidcTexts } from './messages/oidc.ts';

/** All claims about a user, with their values now. */
export type HeldClaims = Readonly<Record<string, unknown>>;

/** The claims of the standard scopes that describe the user. The others say how a value was proved, or when it changed. */
const shownClaims: Readonly<Record<string, readonly string[]>> = {
  profile: [
    'name',
    'given_name',
    'middle_name',
    'family_name',
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
};

/** The parts of a name. The whole name may have them already. */
const partsOfName = new Set(['given_name', 'middle_name', 'family_name']);

/** A user with many groups cannot read all of them on a page. */
const mostGroups = 10;
const mostSigns = 500;

/**
 * Returns the values that a client gets now by a scope, in words.
 * @param ofCustom the claims of a custom scope
 * @returns undefined for a scope without values
 */
export function heldValues(
  locale: Locale,
  scope: string,
  held: HeldClaims,
  ofCustom: readonly string[] = [],
): string | undefined {
  const names = Object.hasOwn(shownClaims, scope) ? (shownClaims[scope] ?? []) : ofCustom;
  if (names.length === 0) return undefined;
  const labels: Readonly<Record<string, string>> = say(claimNames, locale);
  const shown = names.flatMap((name) => {
    const value = heldValue(locale, name, held);
    if (value === undefined || (partsOfName.has(name) && isPart(value, held['name']))) return [];
    const label = labels[name] ?? (ofCustom.length > 0 ? name : undefined);
    return [label === undefined ? value : `${label}: ${value}`];
  });
  return shown.length === 0 ? say(oidcTexts, locale).nothingHeld : shown.join(' · ');
}

const isPart = (part: string, whole: unknown): boolean =>
  typeof whole === 'string' && ` ${whole} `.includes(` ${part} `);

/** Returns the value of a claim in words; undefined if the user has none. */
export function heldValue(locale: Locale, name: string, held: HeldClaims): string | undefined {
  const value = held[name];
  const texts = say(oidcTexts, locale);
  if (Array.isArray(value)) {
    const more = value.length > mostGroups ? texts.andMore(value.length - mostGroups) : '';
    return value.length === 0 ? undefined : cut(value.slice(0, mostGroups).join(', '), mostSigns) + more;
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'object' && value !== null) return cut(lineOf(value), mostSigns);
  if (typeof value !== 'string' || value === '') return undefined;
  if (name === 'picture') return texts.hasPicture;
  return cut(name === 'locale' ? languageName(locale, value) : value, mostSigns);
}

/** Returns an address in one line (OpenID Connect Core section 5.1.1). Its `formatted` often repeats the other members. */
function lineOf(value: object): string {
  const { formatted = '', ...members } = value as Record<string, unknown>;
  const first = textOf(formatted);
  const others = Object.values(members)
    .map(textOf)
    .filter((member) => !first.includes(member));
  return [first, ...others]
    .filter(Boolean)
    .join(', ')
    .replaceAll(/\s*\n\s*/g, ', ');
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Returns the name of a language, or the tag itself if it names none. */
function languageName(locale: Locale, tag: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
