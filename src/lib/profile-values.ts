// What the claims of a person may be (OpenID Connect Core section 5.1).

/** A postal address, by the names of RFC 7643 section 4.1.2. */
export interface PostalAddress {
  formatted?: string;
  streetAddress?: string;
  locality?: string;
  region?: string;
  postalCode?: string;
  country?: string;
}

export const addressFields = [
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

/** Values of claims that have a form of their own, and how each is said. Null is no value. */
const forms = {
  birthdate: {
    fits: isBirthdate,
    rule: 'must be a date such as 1815-12-10, 0000-12-10 without the year, or a year such as 1815',
  },
  website: { fits: isWebAddress, rule: 'must be a URL such as https://example.com/ada, with http or https' },
  profileUrl: {
    fits: isWebAddress,
    rule: 'must be a URL such as https://example.com/ada, with http or https',
  },
} as const;

export type FormedValue = keyof typeof forms;

export const formedValues: readonly FormedValue[] = ['birthdate', 'website', 'profileUrl'];

/** @returns the rule that a value breaks; undefined for one that may be */
export const refusalOfProfileValue = (name: FormedValue, value: string): string | undefined =>
  forms[name].fits(value) ? undefined : forms[name].rule;

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
