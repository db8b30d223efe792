// The values that the claims of a user may have (OpenID Connect Core section 5.1).
import { isTimeZone, timeZoneRule } from './time-zone.ts';

/** A postal address, by the names of RFC 7643 section 4.1.2. */
export interface PostalAddress {
  formatted?: string;
  streetAddress?: string;
  locality?: string;
  region?: string;
  postalCode?: string;
  country?: string;
}

const addressFields = [
  'formatted',
  'streetAddress',
  'locality',
  'region',
  'postalCode',
  'country',
] as const satisfies readonly (keyof PostalAddress)[];

/** The claim `address` (OpenID Connect Core section 5.1.1) has other names for some. */
const claimNames = {
  formatted: 'formatted',
  streetAddress: 'street_address',
  locality: 'locality',
  region: 'region',
  postalCode: 'postal_code',
  country: 'country',
} as const satisfies Record<keyof PostalAddress, string>;

/** @returns null for one that says nothing */
export function addressOf(values: Readonly<Record<string, unknown>> | null): PostalAddress | null {
  if (values === null) return null;
  const said = addressFields.flatMap((name) => {
    const value = values[name];
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  return said.length === 0 ? null : Object.fromEntries(said);
}

/** The claim `address`. */
export function addressClaim(address: PostalAddress | null): Record<string, string> | undefined {
  if (address === null) return undefined;
  const said = addressFields.flatMap((name) => {
    const value = address[name];
    return value === undefined ? [] : [[claimNames[name], value] as const];
  });
  return said.length === 0 ? undefined : Object.fromEntries(said);
}

interface Form {
  fits: (text: string) => boolean;
  /** How a refusal says it. */
  rule: string;
  /** The claim of a value that fits, where it is not the value. */
  claim?: (text: string) => string;
}

const webAddress: Form = {
  fits: isWebAddress,
  rule: 'must be a URL such as https://example.com/ada, with http or https',
};

/** The forms of claims that have their own form (OpenID Connect Core section 5.1). Null does not count as a value. */
const forms = {
  birthdate: {
    fits: isBirthdate,
    rule: 'must be a date such as 1815-12-10, 0000-12-10 without the year, or a year such as 1815',
  },
  website: webAddress,
  profileUrl: webAddress,
  picture: webAddress,
  timezone: { fits: isTimeZone, rule: timeZoneRule },
  locale: {
    fits: (text) => languageTag(text) !== undefined,
    rule: 'must be a language tag of BCP 47 such as en-GB',
    claim: (text) => languageTag(text) ?? text,
  },
  phoneNumber: {
    fits: isPhoneNumber,
    rule: 'must be a phone number such as +44 20 7946 0000',
    claim: (text) => text.replace(/^tel:/i, ''),
  },
} as const satisfies Record<string, Form>;

export type FormedValue = keyof typeof forms;

export const formedValues = Object.keys(forms) as readonly FormedValue[];

const formOf = (name: FormedValue): Form => forms[name];

/** @returns the rule that a value breaks; undefined for one that may be */
export const refusalOfProfileValue = (name: FormedValue, value: string): string | undefined =>
  formOf(name).fits(value) ? undefined : formOf(name).rule;

/**
 * Returns what applications are told of a stored value: null for one that does not fit. Directories keep such values over
 * SCIM, where they are free texts, and others were stored before there was a rule.
 */
export function profileClaim(name: FormedValue, value: string | null): string | null {
  const { fits, claim } = formOf(name);
  if (value === null || !fits(value)) return null;
  return claim === undefined ? value : claim(value);
}

/** `YYYY-MM-DD`, `0000-MM-DD` or `YYYY`. */
function isBirthdate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)-(\d\d))?$/.exec(text) ?? [];
  if (year === undefined) return false;
  if (month === undefined || day === undefined) return year !== '0000';
  // In a leap year, so that 0000-02-29 is a day.
  const date = new Date(`${year === '0000' ? '2000' : year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(5, 10) === `${month}-${day}`;
}

function isWebAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || /[\s\p{C}]/u.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

/** @returns the tag (RFC 5646) as it is written; Okta has `en_US`, which OpenID Connect Core section 5.1 knows of */
function languageTag(text: string): string | undefined {
  // Longer languages are well formed, but there is none.
  if (!/^[a-z]{2,3}(?:[-_]|$)/i.test(text)) return undefined;
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0];
  } catch {
    return undefined;
  }
}

/** Digits as people group them, an extension and, as RFC 7643 has it, `tel:`. Section 5.1 recommends E.164, and asks for no form. */
function isPhoneNumber(text: string): boolean {
  return /^(?:tel:)?\+?[\d ()./-]*\d\)?(?: ?(?:;ext=|ext\.? ?|x ?)\d+)?$/i.test(text);
}
