import { useMemo } from 'react';
import type { AuditResult, ListAuditLogsData } from '../../generated/types.gen.ts';
import { rangeOf } from '../../ui/time-range.ts';
import { useSearch } from '../../ui/use-search.ts';

export type AuditQuery = NonNullable<ListAuditLogsData['query']>;

const texts = ['action', 'actorId', 'targetId', 'targetType', 'requestId', 'ip'] as const;

/** The filters in the address as the API takes them, without the cursor. The begin of a range is fixed until a filter changes. */
export function useAuditFilters(): AuditQuery {
  const [search] = useSearch();
  const { row: _row, cursor: _cursor, ...filters } = search;
  const key = JSON.stringify(filters);
  return useMemo(() => {
    const set = JSON.parse(key) as Record<string, string | undefined>;
    return {
      ...rangeOf(set),
      ...Object.fromEntries(texts.filter((name) => set[name]).map((name) => [name, set[name]])),
      ...(set['result'] ? { result: set['result'] as AuditResult } : {}),
      ...(set['sort'] === 'timestamp' ? { sort: 'timestamp' as const } : {}),
    };
  }, [key]);
}
