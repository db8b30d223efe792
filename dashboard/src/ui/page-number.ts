import type { PagePagination } from '../generated/types.gen.ts';
import type { PageOfRows } from './csv.ts';
import type { Paging } from './data-table.tsx';

/** A list with numbered pages and no cursor. Its address keeps the number where other lists keep the cursor. */
export const byPage = {
  query: (cursor: string | undefined): { page?: number } =>
    /^[1-9][0-9]{0,5}$/.test(cursor ?? '') ? { page: Number(cursor) } : {},
  paging: ({ page, total, hasMore }: PagePagination): Paging => ({
    total,
    hasMore,
    nextCursor: String(page + 1),
  }),
  /** The same query for another page, with as many rows as a page may have. */
  queryAt: <Query extends { page?: number }>(query: Query, cursor: string | undefined): Query => {
    const { page: _, ...rest } = query;
    return { ...rest, limit: 100, ...byPage.query(cursor) } as unknown as Query;
  },
  /** The answer of such a list, as a list with cursors would give it. */
  page: <Row>({ data, pagination }: { data: Row[]; pagination: PagePagination }): PageOfRows<Row> => ({
    data,
    pagination: byPage.paging(pagination),
  }),
};
