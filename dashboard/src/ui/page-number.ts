import type { PagePagination } from '../generated/types.gen.ts';
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
};
