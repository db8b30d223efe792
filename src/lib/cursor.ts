import { hash } from 'node:crypto';

/** The row behind which a page of a list starts. */
export interface Position {
  /** The value the list is sorted by, as Postgres writes it in JSON; null where the row has none. */
  key: string | null;
  /** The value that orders rows of the same key. */
  tie: string;
  /** Rows of the listing before the page. */
  before: number;
  /** Rows of the listing when its first page was read. */
  total: number;
}

/** Names a listing: a cursor continues only the listing that gave it. `parts` are the operation, tenant, filter and sort. */
export const listingOf = (parts: readonly unknown[]): string =>
  hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 22);

/** Returns the cursor of a position. It needs no signature: it grants nothing but a place in a list. */
export const cursorOf = (listing: string, { key, tie, before, total }: Position): string =>
  Buffer.from(JSON.stringify([listing, key, tie, before, total])).toString('base64url');

/** Returns the position of a cursor, `MALFORMED`, or `FOREIGN` for the cursor of another listing. */
export function positionOf(cursor: string, listing: string): Position | 'MALFORMED' | 'FOREIGN' {
  const parts = decoded(cursor);
  if (parts?.length !== 5) return 'MALFORMED';
  const [of, key, tie, before, total] = parts;
  if (!(key === null || isText(key)) || !isText(tie) || !isCount(before) || !isCount(total))
    return 'MALFORMED';
  return of === listing ? { key, tie, before, total } : 'FOREIGN';
}

function decoded(cursor: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(value) ? (value as unknown[]) : undefined;
  } catch {
    return undefined;
  }
}

/** Postgres cannot store NUL in a text. */
const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');

/** Counts stay below 2^31, the largest `page` and `offset` of the contract. */
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2_147_483_648;

/** The types of values that lists are sorted by. */
export type KeyType = 'timestamptz' | 'text' | 'bigint' | 'numeric' | 'boolean';

const forms: Readonly<Record<Exclude<KeyType, 'timestamptz'>, RegExp>> = {
  text: /^/,
  bigint: /^\d{1,18}$/,
  numeric: /^-?\d{1,30}(\.\d{1,30})?$/,
  boolean: /^(true|false)$/,
};

/** Tells whether Postgres can read this text as a value of the type; a time is in UTC with up to microseconds. */
export function isValueOf(type: KeyType, text: string): boolean {
  if (type !== 'timestamptz') return forms[type].test(text);
  if (!/^[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?\+00:00$/.test(text)) return false;
  const time = Date.parse(text);
  // A 30th of February would be read as a day of March.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text.slice(0, 19));
}
