// Values for the fields of a request: each fits its schema, and no other field or resource has it.
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { defaultOf, type Schema } from '../../src/lib/contract.ts';
import type { Client } from '../support/client.ts';
import { withValue, type Place } from '../support/places.ts';
import { reader } from './enumerate.ts';
import { type Maker, makers, references } from './ids.ts';

/** A field of a body that has no named fields inside. */
export interface Field {
  place: Place;
  schema: Schema;
}

const isNull = ({ type }: Schema): boolean => type === 'null';

/** A schema with everything that it refers to and is composed of. Null is not one of its choices. */
export function shapeOf(node: Schema): Schema {
  const { allOf = [], anyOf = [], oneOf = [], ...own } = reader.follow(node);
  const parts = [...allOf, ...anyOf, ...oneOf].map(shapeOf).filter((part) => !isNull(part));
  const properties: Record<string, Schema> = { ...own.properties };
  for (const part of parts)
    for (const [name, schema] of Object.entries(part.properties ?? {})) {
      const known = properties[name];
      properties[name] = known ? { allOf: [known, schema] } : schema;
    }
  return { ...(Object.assign({}, ...parts.toReversed(), own) as Schema), properties };
}

/** The fields of a schema that have no named fields inside. An array of objects has the place `0`. */
export function fieldsOf(node: Schema, above: Place = []): Field[] {
  const shape = shapeOf(node);
  const inside = Object.entries(shape.properties ?? {});
  if (inside.length > 0) return inside.flatMap(([name, one]) => fieldsOf(one, [...above, name]));
  const item = shape.items && shapeOf(shape.items);
  if (item && Object.keys(item.properties ?? {}).length > 0) return fieldsOf(item, [...above, '0']);
  return [{ place: above, schema: shape }];
}

/** The schema at a place; undefined if there is none. */
export function schemaAt(node: Schema, [name, ...rest]: Place): Schema | undefined {
  const shape = shapeOf(node);
  if (name === undefined) return shape;
  const inside = name === '0' ? shape.items : shape.properties?.[name];
  return inside && schemaAt(inside, rest);
}

/** The value at a place of a body; undefined if there is none. */
export const valueAt = (body: unknown, place: Place): unknown =>
  place.reduce<unknown>(
    (inside, name) =>
      typeof inside === 'object' && inside !== null ? (inside as Record<string, unknown>)[name] : undefined,
    body,
  );

/** The body with these values at their places. */
export const withValues = (body: unknown, values: readonly (readonly [Place, unknown])[]): unknown =>
  values.reduce<unknown>((changed, [place, value]) => withValue(changed, place, value), body);

const group = makers['/api/v1/directory/groups/{groupId}'];
const identity = makers['/api/v1/identities/{id}'];
const location = makers['/api/v1/conditional-access/named-locations/{id}'];

/** Makes the resource that a field names, by the place of the field or the pattern of its ids. */
function makerOf(place: Place, { pattern = '' }: Schema): Maker | undefined {
  const name = place.join('.');
  if (/(^|\.)locations\./.test(name)) return location;
  if (pattern.startsWith('^grp_')) return group;
  if (pattern.startsWith('^idn_')) return identity;
  return references[name === 'members.0.value' ? 'userId' : name];
}

/** The forms of texts, by the name of a field or by its example. Each makes a text that no other field has. */
const forms: readonly (readonly [name: RegExp, example: RegExp, make: (unique: string) => string])[] = [
  [
    /(ur[il]s?|redirectAllowlist|resources|picture|(federatedSubjects|assertionAudiences)\.0\.issuer)$/i,
    /^https:\/\//,
    (unique) => `https://own-${unique}.example.com/own`,
  ],
  [/^(allowedO|o)rigins$/, /^never$/, (unique) => `https://own-${unique}.example.com`],
  [
    /(^|\.)(allowedIps|cidrs|ipRanges)$/,
    /^\d+\.\d+\.\d+\.\d+/,
    () => `10.${randomInt(256)}.${randomInt(256)}.0/24`,
  ],
  [/^email$|^emails\.0\.value$/, /@/, (unique) => `own-${unique}@example.com`],
  [/^(locale|preferredLanguage)$/, /^never$/, () => 'gsw-CH'],
  [/^phoneNumber$/, /^never$/, () => `+64 21 ${randomInt(1e5, 1e6)}`],
  [/^birthdate$/, /^\d{4}-\d\d-\d\d$/, () => `19${randomInt(10, 99)}-0${randomInt(1, 9)}-1${randomInt(9)}`],
  [/(^|\.)timezone$/, /^never$/, () => 'Pacific/Auckland'],
  [/(^|\.)countries$/, /^[A-Z]{2}$/, () => 'NZ'],
  [/(^|\.)from$/, /^never$/, () => `1${randomInt(3)}:${randomInt(10, 60)}`],
  [/(^|\.)to$/, /^never$/, () => `1${randomInt(4, 9)}:${randomInt(10, 60)}`],
  [/^x509Certificates\.0\.value$/, /^never$/, () => randomBytes(60).toString('base64')],
  [/color$/i, /^#/, () => `#${randomInt(0x10, 0x40).toString(16)}2030`],
  [/aaguids$/i, /^never$/, () => randomUUID()],
  [/thumbprints$/i, /^[0-9a-f]{64}$/, () => randomBytes(32).toString('hex')],
  [/(^|\.)source$|Attribute$/, /^attributes\./, (unique) => `attributes.own${unique}`],
  [/domains$|^(allowedH|blockedH|h)osts$/i, /\.example$/, (unique) => `own-${unique}.example`],
  [
    /^(s|allowedS|deniedS)copes$|\.(allowed|denied)Scopes$/,
    /^[a-z]+\.[a-z]+$/,
    (unique) => `own${unique}.read`,
  ],
  // Texts of mails have no long runs of digits: they would be phone numbers.
  [/^never$/, /\{organization\}/, (unique) => `Own text ${unique.replace(/\d/g, 'g')} of {organization}`],
  [/(^|\.)employeeNumber$/, /^never$/, () => String(randomInt(1e6, 1e7))],
];

/** The form of addresses, which is the first one. An address can be as long as its field allows. */
const [addresses] = forms;

const plain: readonly ((name: string, unique: string) => string)[] = [
  (name, unique) => `Own ${name} ${unique}`,
  (name, unique) => `own-${name}-${unique}`,
  (_, unique) => `own${unique}`,
];

/** @param isLongest whether a plain text or an address is as long as the schema allows */
function aText(
  place: Place,
  { pattern, minLength = 0, maxLength, ...schema }: Schema,
  isLongest: boolean,
): string {
  const unique = randomBytes(5).toString('hex');
  const name = place.findLast((part) => part !== '0') ?? '';
  const [example] = reader.written(schema).filter((one) => typeof one === 'string');
  const form =
    forms.find(([names]) => names.test(place.join('.'))) ??
    forms.find(([, examples]) => example !== undefined && examples.test(example));
  const allowed = new RegExp(pattern ?? '', 'u');
  const candidates = form ? [form[2](unique)] : plain.map((make) => make(name, unique));
  const found = candidates.find(
    (text) => allowed.test(text) && text.length >= minLength && text.length <= (maxLength ?? 1_000),
  );
  if (found === undefined)
    throw new Error(`test/contract/own-values.ts has no text for ${place.join('.')}: ${String(pattern)}`);
  if (!isLongest || maxLength === undefined || (form && form !== addresses)) return found;
  const long = found.padEnd(maxLength, 'x');
  return allowed.test(long) ? long : found;
}

/** The first candidate that is not taken. If all are, it is one that differs from what the field has now. */
const untaken = (candidates: readonly unknown[], taken: readonly unknown[]): unknown =>
  candidates.find((one) => !taken.includes(one)) ??
  candidates.find((one) => one !== taken[0]) ??
  candidates[0];

const day = 86_400_000;

/**
 * A value that fits the schema of a field. It differs from the default, from the example and from `now`.
 * If the schema allows one value only, it is that one.
 * @param now what the field has
 * @param isLongest whether a text is as long as the schema allows
 */
export async function ownValue(
  { place, schema }: Field,
  client: Client,
  now?: unknown,
  isLongest = false,
): Promise<unknown> {
  const [example] = reader.written(schema);
  const taken = [now, defaultOf(schema), example].filter((one) => one !== undefined);
  const types = [schema.type ?? []].flat();
  if (schema.enum)
    return untaken(
      schema.enum.filter((one) => one !== null),
      taken,
    );
  if (types.includes('boolean')) return untaken([true, false], taken);
  if (types.includes('integer') || types.includes('number')) {
    const { minimum = 0, maximum = 1_000 } = schema;
    const spread = Math.min(maximum - minimum, 50);
    const candidates = Array.from({ length: 4 }, () => minimum + randomInt(spread + 1));
    return untaken([...candidates, minimum, Math.min(minimum + 1, maximum)], taken);
  }
  if (types.includes('array')) {
    const [first] = Array.isArray(now) ? (now as unknown[]) : [];
    const items = shapeOf(schema.items ?? {});
    return [await ownValue({ place, schema: items }, client, first, isLongest)];
  }
  if (types.includes('object')) {
    const { additionalProperties: more } = schema;
    const inside = typeof more === 'object' ? shapeOf(more) : { type: 'string' };
    return {
      [`own${randomBytes(3).toString('hex')}`]: await ownValue(
        { place, schema: inside },
        client,
        undefined,
        isLongest,
      ),
    };
  }
  if (schema.format === 'date-time')
    return new Date(Date.now() + randomInt(10 * day, 20 * day)).toISOString();
  const maker = makerOf(place, schema);
  if (maker) return maker.make(client);
  return aText(place, schema, isLongest);
}
