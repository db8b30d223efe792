/**
 * Statements in SQL, and parts of them, which carry their values: `sql` is the only way to make one.
 *
 *     const live = sql`u.status = ${status}`;
 *     tx.rows(sql`select u.id from users u where u.org_id = ${orgId} and ${live}`);
 *
 * A value never becomes a part of the text that Postgres parses as SQL.
 */

import { type ArrayElement, arrayLiteral } from './array-literal.ts';

/** A value that a statement takes. A list is one value, an array of Postgres. */
export type SqlValue =
  | string
  | number
  | bigint
  | boolean
  | Date
  | Uint8Array
  | null
  | readonly ArrayElement[];

/** One value that stands in a statement more than once. See {@link shared}. */
class Shared {
  readonly value: SqlValue;

  constructor(value: SqlValue) {
    this.value = value;
  }
}

export type { Shared };

/** A statement, or a part of one, with its values. */
export class Sql {
  /** One more than values: each value stands between two texts. */
  readonly texts: readonly string[];
  readonly values: readonly (SqlValue | Shared)[];
  /** See {@link named}. */
  readonly name: string | undefined;
  /** See {@link withSecret}. */
  readonly hasSecret: boolean;

  constructor(
    texts: readonly string[],
    values: readonly (SqlValue | Shared)[],
    { name, hasSecret = false }: { name?: string; hasSecret?: boolean } = {},
  ) {
    this.texts = texts;
    this.values = values;
    this.name = name;
    this.hasSecret = hasSecret;
  }
}

/** Makes a statement or a part of one. Between the texts stand values, and parts with values of their own. */
export function sql(texts: TemplateStringsArray, ...given: readonly (SqlValue | Shared | Sql)[]): Sql {
  const values: (SqlValue | Shared)[] = [];
  let hasParts = false;
  let hasSecret = false;
  for (const one of given) {
    if (one instanceof Sql) {
      hasParts = true;
      hasSecret ||= one.hasSecret;
      for (const value of one.values) values.push(value);
    } else values.push(one);
  }
  return new Sql(hasParts ? joinedTexts(texts, given) : texts, values, { hasSecret });
}

type Texts = readonly string[];

/**
 * The texts of each template, joined with the parts that the template had last. Most parts are constants, so a
 * statement is joined once.
 */
const joinedBefore = new WeakMap<Texts, { parts: readonly (Texts | undefined)[]; joined: Texts }>();

function joinedTexts(texts: Texts, given: readonly (SqlValue | Shared | Sql)[]): Texts {
  const before = joinedBefore.get(texts);
  const isSame = before?.parts.every((part, at) => part === partOf(given[at]));
  if (before && isSame) return before.joined;
  const parts = given.map(partOf);
  const joined = [texts[0] ?? ''];
  parts.forEach((part, at) => {
    const next = texts[at + 1] ?? '';
    if (part) {
      append(joined, part);
      append(joined, [next]);
    } else joined.push(next);
  });
  joinedBefore.set(texts, { parts, joined });
  return joined;
}

/** Continues the last text of `joined` with the first of a part. */
function append(joined: string[], texts: Texts): void {
  texts.forEach((text, at) => {
    if (at === 0) joined.push(`${joined.pop() ?? ''}${text}`);
    else joined.push(text);
  });
}

const partOf = (one: SqlValue | Shared | Sql | undefined): Texts | undefined =>
  one instanceof Sql ? one.texts : undefined;

/** Nothing, where a part may be left out. */
sql.empty = new Sql([''], []);

/** Makes a part of a text that is written in the source, such as the name of a column. Never give it what a caller sent. */
sql.raw = (text: string): Sql => new Sql([text], []);

/** Puts a text that is written in the source between parts. It makes one pass, because there may be thousands of parts. */
sql.join = (parts: readonly Sql[], between = ', '): Sql => {
  const [only = sql.empty] = parts;
  if (parts.length < 2) return only;
  const joined = [''];
  const values: (SqlValue | Shared)[] = [];
  parts.forEach((part, at) => {
    if (at > 0) append(joined, [between]);
    append(joined, part.texts);
    for (const value of part.values) values.push(value);
  });
  return new Sql(joined, values, { hasSecret: parts.some((part) => part.hasSecret) });
};

/**
 * Gives a statement a name of its own. Postgres parses and plans a named statement once for each connection, and all of its values are
 * bound. So its text must not depend on what was asked, and its plan serves all values: no condition may need a plan for one value,
 * such as the size of a page.
 * @param name of this text alone; traces show it
 */
export const named = (name: string, { texts, values }: Sql): Sql => new Sql(texts, values, { name });

/**
 * Has the texts and bytes of a statement bound, although it has no name: a server may log the text of a statement. For statements that
 * hold a secret, such as the hash of a password. A named statement needs no mark.
 */
export const withSecret = ({ texts, values }: Sql): Sql => new Sql(texts, values, { hasSecret: true });

/** Makes one value of what stands in a statement more than once, so that a named statement sends it once. */
export const shared = (value: SqlValue): Shared => new Shared(value);

/** A statement as the driver takes it: with `$1`, `$2`, …. */
export function numbered({ texts, values, name }: Sql): {
  name?: string;
  text: string;
  values: SqlValue[];
} {
  const sent: (SqlValue | Shared)[] = [];
  const places = values.map((value) => {
    const found = value instanceof Shared ? sent.indexOf(value) : -1;
    return found >= 0 ? found + 1 : sent.push(value);
  });
  const all = sent.map(valueOf);
  if (name === undefined) return { text: withPlaces(texts, places), values: all };
  const before = namedBefore.get(name);
  const isSame = before?.texts === texts && before.places.every((place, at) => place === places[at]);
  const text = before && isSame ? before.text : withPlaces(texts, places);
  if (before && before.text !== text) throw new Error(`two statements have the name ${name}`);
  if (!isSame) namedBefore.set(name, { texts, places, text });
  return { name, text, values: all };
}

/** The text of each named statement. It is made once, and the driver compares two texts that are one string. */
const namedBefore = new Map<string, { texts: Texts; places: readonly number[]; text: string }>();

const withPlaces = (texts: Texts, places: readonly number[]): string =>
  places.reduce((text, place, at) => `${text}$${place}${texts[at + 1]}`, texts[0] ?? '');

/** A statement as MikroORM takes it: with a `?` for each value, which it writes into the text. */
export const marked = ({ texts, values }: Sql): { text: string; values: SqlValue[] } => ({
  // MikroORM leaves a text without values as it is.
  text: values.length === 0 ? texts.join('') : texts.map(withoutMarks).join('?'),
  values: values.map((value) => literalOf(valueOf(value))),
});

/** A mark that stands right before a value would be read with it. */
const withoutMarks = (text: string): string => text.replaceAll('?', String.raw`\?`).replace(/\?$/, '? ');

/** MikroORM would write a list as values with commas between them, and of bytes it knows only those of a Buffer. */
function literalOf(value: SqlValue): SqlValue {
  if (value instanceof Uint8Array) return Buffer.isBuffer(value) ? value : Buffer.from(value);
  return isList(value) ? arrayLiteral(value) : value;
}

const isList = (value: SqlValue): value is readonly ArrayElement[] => Array.isArray(value);

const valueOf = (value: SqlValue | Shared): SqlValue => (value instanceof Shared ? value.value : value);
