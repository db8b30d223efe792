import { hash } from 'node:crypto';
import { Failure } from '../failure.ts';
import type { Scalar, Sql } from './scim-scalar.ts';

/** Where a page ended (RFC 9865): the next one starts behind it, whatever was added or deleted meanwhile. */
export interface Position {
  /** The value sorted by, as text. */
  key: string | null;
  id: string;
  /** How many resources there were in all when the first page was read. */
  total: number;
}

/** What a cursor is good for: it continues the listing that gave it, and no other. */
export const listingOf = (orgId: string, filter: Sql, sort: readonly unknown[]): string =>
  hash('sha256', JSON.stringify([orgId, filter.sql, filter.values, ...sort]), 'base64url').slice(0, 22);

/** A cursor grants nothing: what it says is only where to go on, so that it needs no signature. */
export const cursorOf = (listing: string, { key, id, total }: Position): string =>
  Buffer.from(JSON.stringify([listing, key, id, total])).toString('base64url');

/** @throws {Failure} SCIM_CURSOR_INVALID */
export function positionOf(cursor: string, listing: string, kind: Scalar['kind']): Position {
  const [of, key, id, total] = decoded(cursor);
  const sorting = key === null ? null : typeof key === 'string' ? sortingOf(key, kind) : undefined;
  if (
    sorting === undefined ||
    typeof id !== 'string' ||
    id.includes('\0') ||
    typeof total !== 'number' ||
    !Number.isSafeInteger(total) ||
    total < 0
  ) {
    throw new Failure('SCIM_CURSOR_INVALID');
  }
  if (of !== listing) {
    throw new Failure('SCIM_CURSOR_INVALID', { detail: 'the cursor belongs to another filter or sort' });
  }
  return { key: sorting, id, total };
}

function decoded(cursor: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(value)) return value as unknown[];
  } catch {
    // No JSON: refused below.
  }
  throw new Failure('SCIM_CURSOR_INVALID');
}

/** @returns undefined for what Postgres would fail on */
function sortingOf(key: string, kind: Scalar['kind']): string | undefined {
  switch (kind) {
    case 'text':
      return key.includes('\0') ? undefined : key;
    case 'boolean':
      return key === 'true' || key === 'false' ? key : undefined;
    case 'number':
      return /^-?\d{1,30}(\.\d{1,30})?$/.test(key) ? key : undefined;
    case 'time':
    default: {
      const time = /^[12]\d{3}-/.test(key) ? Date.parse(key) : Number.NaN;
      return Number.isNaN(time) ? undefined : new Date(time).toISOString();
    }
  }
}
