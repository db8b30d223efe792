import { lowerCase } from '../../lib/lower-case.ts';
import { formedValues, refusalOfProfileValue } from '../../lib/profile-values.ts';
import { withoutDisguise } from '../../lib/shown-text.ts';
import { type Claims, claimAt } from './claims.ts';
import type { AttributeSource } from './entities/connection.ts';

/**
 * The fields of a user that a mapping can set, besides attributes. An e-mail address, a name to sign in with and rights never are.
 */
export const mappedFields = [
  'firstName',
  'lastName',
  'displayName',
  'nickname',
  'title',
  'department',
  'division',
  'organization',
  'costCenter',
  'employeeNumber',
  'phoneNumber',
  'locale',
  'timezone',
  'picture',
] as const;

type MappedField = (typeof mappedFields)[number];

type Scalar = string | number | boolean;

/**
 * The values that a mapping takes from the claims of a user. A field without a value is absent, and is not
 * changed.
 */
export interface Mapped {
  fields: Partial<Record<MappedField, string>>;
  attributes: Readonly<Record<string, Scalar | Scalar[]>>;
}

export type AttributeMapping = Readonly<Record<string, AttributeSource>>;

/** The claims that name a new user, unless the mapping has the field (OpenID Connect Core section 5.1). */
const standardNames: AttributeMapping = {
  firstName: { from: ['given_name'] },
  lastName: { from: ['family_name'] },
  displayName: { from: ['name'] },
};

/** The mapping of a user who is new here. */
export const mappingOfNewUser = (mapping: AttributeMapping): AttributeMapping => ({
  ...standardNames,
  ...mapping,
});

/**
 * Returns the name that a new user is shown by where the identity provider sends none: first and last name.
 * @returns undefined without both, or if the name is too long
 */
export function fullNameOf({
  firstName,
  lastName,
}: {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
}): string | undefined {
  if (!firstName || !lastName) return undefined;
  return lineOf(`${firstName} ${lastName}`, longestField);
}

const attributePrefix = 'attributes.';

/** Applies a mapping to the claims of a user. A value of the wrong type, or one that is too long, counts as absent. */
export function mapped(mapping: AttributeMapping, claims: Claims): Mapped {
  const fields: Mapped['fields'] = {};
  const attributes: [string, Scalar | Scalar[]][] = [];
  for (const [target, source] of Object.entries(mapping)) {
    if (target.startsWith(attributePrefix)) {
      const value = firstOf(source, claims, attributeOf);
      if (value !== undefined) attributes.push([target.slice(attributePrefix.length), value]);
      continue;
    }
    const field = mappedFields.find((name) => name === target);
    const text = field && firstOf(source, claims, (value) => fieldOf(field, value));
    if (field && text !== undefined) fields[field] = text;
  }
  // fromEntries defines own properties, `__proto__` too.
  return { fields, attributes: Object.fromEntries(attributes) };
}

/** The claims that a mapping reads, each with those that may stand in for it. */
export const pathsOf = (mapping: AttributeMapping): string[][] =>
  Object.values(mapping).flatMap(({ from }) => (from ? [from] : []));

/** Returns the first value that `read` accepts. */
function firstOf<Value extends Scalar | Scalar[]>(
  { from, constant, lowerCase: lowers = false }: AttributeSource,
  claims: Claims,
  read: (value: unknown) => Value | undefined,
): Value | undefined {
  const values = constant === undefined ? (from ?? []).map((path) => claimAt(claims, path)) : [constant];
  for (const value of values) {
    const found = read(lowers ? lowered(value) : value);
    if (found !== undefined) return found;
  }
  return undefined;
}

const lowered = (value: unknown): unknown => {
  if (typeof value === 'string') return lowerCase(value);
  return Array.isArray(value) ? value.map(lowered) : value;
};

/** As long as a field of a user may be. */
const longestField = 256;
const longestAttribute = 1_000;
const mostItems = 100;

/** A field is one line of text. Some directories send numbers of employees as numbers, and single values as lists. */
function fieldOf(field: MappedField, value: unknown): string | undefined {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  const text = lineOf(typeof one === 'number' && Number.isSafeInteger(one) ? String(one) : one, longestField);
  if (text === undefined) return undefined;
  const formed = formedValues.find((name) => name === field);
  return formed && refusalOfProfileValue(formed, text) !== undefined ? undefined : text;
}

function attributeOf(value: unknown): Scalar | Scalar[] | undefined {
  if (!Array.isArray(value)) return scalarOf(value);
  if (value.length > mostItems) return undefined;
  const items = value.map(scalarOf).filter((item) => item !== undefined);
  return items.length === value.length ? items : undefined;
}

function scalarOf(value: unknown): Scalar | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return lineOf(value, longestAttribute);
}

/** Returns a text without characters that disguise it; undefined if it is empty then, or too long. */
function lineOf(value: unknown, most: number): string | undefined {
  // Looking for disguise takes time. No field has so many characters that disguise it.
  if (typeof value !== 'string' || value.length > 4 * most) return undefined;
  const text = withoutDisguise(value).trim();
  return text === '' || Array.from(text).length > most ? undefined : text;
}
