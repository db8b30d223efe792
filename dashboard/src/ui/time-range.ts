import { useMemo } from 'react';
import { useSearch } from './use-search.ts';

/** Time ranges that end now, in milliseconds, by their name in the address. */
export const lasting: Readonly<Record<string, number>> = {
  '1h': 3_600_000,
  '24h': 86_400_000,
  '7d': 604_800_000,
  '30d': 2_592_000_000,
};

export interface Range {
  from?: string;
  to?: string;
}

/** Returns the begin and the end of the time range in the address. A text that is not a time is ignored. */
export function rangeOf(search: Readonly<Record<string, string | undefined>>): Range {
  const length = lasting[search['last'] ?? ''];
  if (length !== undefined) return { from: new Date(Date.now() - length).toISOString() };
  const [from, to] = [search['from'], search['to']].map((text) =>
    text && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : undefined,
  );
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

/** The same for a list. A range that ends now begins at one time until a filter changes, so that the list keeps its key. */
export function useRange(): Range {
  const [search] = useSearch();
  const { row: _row, cursor: _cursor, ...filters } = search;
  const key = JSON.stringify(filters);
  return useMemo(() => rangeOf(JSON.parse(key) as Record<string, string | undefined>), [key]);
}
