/** `pagination` of most lists (specification 4.14). */
export type Page = {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly totalPages: number;
  readonly hasMore: boolean;
};

/** `pagination` of the credential list (specification 4.14). */
export type Slice = {
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
  readonly hasMore: boolean;
};

/**
 * Describes one page of a list. An empty list has 0 pages. Every page beyond the end is empty and has no more
 * (decisions 6.16).
 *
 * @param page from 1
 * @param limit rows per page, from 1
 * @param total rows in all, from 0
 */
export function pageOf(page: number, limit: number, total: number): Page {
  const totalPages = Math.ceil(total / limit);
  return { page, limit, total, totalPages, hasMore: page < totalPages };
}

/**
 * Describes the rows `offset` to `offset + limit - 1` of a list.
 *
 * @param limit rows at most, from 1
 * @param offset rows before the first one, from 0
 * @param total rows in all, from 0
 */
export function sliceOf(limit: number, offset: number, total: number): Slice {
  return { limit, offset, total, hasMore: offset + limit < total };
}

/** How many rows stand before a page: the `offset` of its statement. */
export function offsetOf(page: number, limit: number): number {
  return (page - 1) * limit;
}
