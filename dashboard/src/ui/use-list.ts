import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Call } from '../api/sends.ts';
import type { PageOfRows, Paging } from './csv.ts';
import type { Listed, Listing } from './listing.ts';
import { useSearch } from './use-search.ts';

/** A list as it was read. */
export interface List<Row, Answer = Listed<Row>> {
  /** The whole response. */
  answer: Answer | undefined;
  rows: readonly Row[] | undefined;
  /** The request, for **Do it in code**. */
  call: Call;
  /** The parameters of `DataTable`. */
  table: {
    rows: readonly Row[] | undefined;
    rowId: (row: Row) => string;
    error: unknown;
    onRetry: () => void;
    paging: Paging | undefined;
    cursor: string | undefined;
    onCursor: (cursor: string | undefined) => void;
    readPage: (cursor: string | undefined, signal: AbortSignal) => Promise<PageOfRows<Row>>;
    defaultSort: string | undefined;
  };
}

/** A CSV file reads pages with as many rows as a page may have. */
const mostOfPage = 100;

/**
 * Reads the page of a list that the address names.
 * @param more parameters that do not come from a filter, such as a range of time
 * @param refetchMs after how long the list is read again, in milliseconds
 */
export function useList<Row extends object, Answer>(
  { operation, path, pages, limit, filters, defaultSort, rowId, read }: Listing<Row, Answer>,
  more: object = {},
  refetchMs: (rows: readonly Row[]) => number | false = () => false,
): List<Row, Answer> {
  const [search, change] = useSearch();
  const filtered = filters.flatMap(({ name, as }) => {
    const text = search[name];
    const value = text && as ? as(text) : text;
    return value ? [[name, value] as const] : [];
  });
  const { cursor } = search;
  const chosen = { ...Object.fromEntries(filtered), ...more };
  const query = { limit, ...chosen, ...pages.query(cursor) };
  const { data, error, refetch } = useQuery({
    queryKey: [{ _id: operation, path, query }],
    queryFn: ({ signal }) => read(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => refetchMs(state.data?.data ?? []),
  });
  return {
    answer: data,
    rows: data?.data,
    call: { operation, path, query },
    table: {
      rows: data?.data,
      rowId,
      error,
      onRetry: () => void refetch(),
      paging: data && pages.paging(data.pagination),
      cursor,
      onCursor: (to) => change({ cursor: to }, true),
      readPage: async (at, signal) => {
        const page = await read({ limit: mostOfPage, ...chosen, ...pages.query(at) }, signal);
        return { data: page.data, pagination: pages.paging(page.pagination) };
      },
      defaultSort,
    },
  };
}
