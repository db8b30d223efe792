import type { PagePagination } from '../generated/types.gen.ts';
import type { Paging } from './csv.ts';

/** How a list of the API is read page by page. The address keeps the place as `cursor` for both. */
export interface Pages {
  /** Returns the parameters of a page. Without a place, it is the first one. */
  query: (place: string | undefined) => { cursor?: string; page?: number };
  /** Returns how the list goes on after a page. */
  paging: (pagination: PagePagination) => Paging;
}

export const byCursor: Pages = {
  query: (cursor) => (cursor ? { cursor } : {}),
  paging: (pagination) => pagination,
};

/** A list with numbered pages and no cursor. */
export const byPage: Pages = {
  query: (place) => (/^[1-9][0-9]{0,5}$/.test(place ?? '') ? { page: Number(place) } : {}),
  paging: ({ page, total, hasMore }) => ({ total, hasMore, nextCursor: String(page + 1) }),
};
