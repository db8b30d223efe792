import { invalid } from '../failure.ts';
import { cursorOf, listingOf, type Position, positionOf } from '../lib/cursor.ts';
import { offsetOf, type Page, pageOf, type Slice, sliceOf } from '../lib/page.ts';
import { invalidCursor, type Window } from './sql/page-of-rows.ts';

interface Found {
  total: number;
  next: Position | undefined;
}

type Continued<Pagination> = Pagination & { readonly nextCursor?: string };

interface PageAsked {
  page: number;
  limit: number;
  cursor?: string;
}
interface SliceAsked {
  offset: number;
  limit: number;
  cursor?: string;
}

/** A page that a query asks for: the window of its statement, its filter and sort, and its description. */
interface Asked<Rest, Pagination> {
  window: Window;
  rest: Rest;
  pagination: (found: Found) => Continued<Pagination>;
}

/**
 * Reads which page of a list a query asks for.
 * @param scope what else names the listing: the operation, the tenant, the resource whose list it is
 * @throws {Failure} VALIDATION_ERROR for a cursor that is malformed, of another listing, or beside a `page`
 */
export function askedPage<Query extends PageAsked>(
  scope: readonly string[],
  query: Query,
): Asked<Omit<Query, keyof PageAsked>, Page> {
  const { page, limit, cursor, ...rest } = query;
  const listing = listingOf([...scope, rest]);
  if (cursor !== undefined && page !== 1)
    throw invalid('cursor', 'cannot be combined with `page`; send one of them');
  const window = windowOf(listing, { limit, offset: offsetOf(page, limit) }, cursor);
  return {
    window,
    rest,
    pagination: ({ total, next }) => {
      const number = 'after' in window ? Math.floor(window.after.before / limit) + 1 : page;
      return { ...pageOf(number, limit, total), ...continuation(window, listing, next) };
    },
  };
}

/**
 * As {@link askedPage}, for a list by `offset`.
 * @throws {Failure} VALIDATION_ERROR for a cursor that is malformed, of another listing, or beside an `offset`
 */
export function askedSlice<Query extends SliceAsked>(
  scope: readonly string[],
  query: Query,
): Asked<Omit<Query, keyof SliceAsked>, Slice> {
  const { offset, limit, cursor, ...rest } = query;
  const listing = listingOf([...scope, rest]);
  if (cursor !== undefined && offset !== 0)
    throw invalid('cursor', 'cannot be combined with `offset`; send one of them');
  const window = windowOf(listing, { limit, offset }, cursor);
  return {
    window,
    rest,
    pagination: ({ total, next }) => {
      const start = 'after' in window ? window.after.before : offset;
      return { ...sliceOf(limit, start, total), ...continuation(window, listing, next) };
    },
  };
}

function windowOf(
  listing: string,
  first: { limit: number; offset: number },
  cursor: string | undefined,
): Window {
  if (cursor === undefined) return first;
  const after = positionOf(cursor, listing);
  if (after === 'MALFORMED') throw invalidCursor();
  if (after === 'FOREIGN')
    throw invalid(
      'cursor',
      'belongs to another list, filter or sort; send the filter and sort of the page that returned it',
    );
  return { limit: first.limit, after };
}

/** Behind a cursor, another page follows when another row does. The count of the first page may be outdated. */
const continuation = (
  window: Window,
  listing: string,
  next: Position | undefined,
): { hasMore?: boolean; nextCursor?: string } => ({
  ...('after' in window ? { hasMore: next !== undefined } : {}),
  ...(next ? { nextCursor: cursorOf(listing, next) } : {}),
});
