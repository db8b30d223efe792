import { useMemo } from 'react';
import type { AuditResult, ListAuditLogsData } from '../../generated/types.gen.ts';
import { useSearch } from '../../ui/use-search.ts';

export type AuditQuery = NonNullable<ListAuditLogsData['query']>;

/** Time ranges that end now, by their name in the address. */
export const lasting: Readonly<Record<string, number>> = {
  '1h': 3_600_000,
  '24h': 86_400_000,
  '7d': 604_800_000,
  '30d': 2_592_000_000,
};

const texts = ['action', 'actorId', 'targetId', 'targetType', 'requestId', 'ip'] as const;

/** Returns the begin and the end of the time range in the address. */
function rangeOf(search: Readonly<Record<string, string | undefined>>): Pick<AuditQuery, 'from' | 'to'> {
  const length = lasting[search['last'] ?? ''];
  if (length !== undefined) return { from: new Date(Date.now() - length).toISOString() };
  const [from, to] = [search['from'], search['to']].map((text) =>
    text && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : undefined,
  );
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
}

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
