import { useState } from 'react';

interface Selection<Row> {
  /** The selected rows of this page. */
  items: Row[];
  selected: Record<string, true>;
  select: (selected: Record<string, true>) => void;
  /** Selects these alone, such as those that failed. */
  keep: (rows: readonly { id: string }[]) => void;
}

/** The rows that the user selected. Rows that another page or filter hides do not count. */
export function useSelection<Row extends { id: string }>(rows: readonly Row[] | undefined): Selection<Row> {
  const [chosen, select] = useState<Record<string, true>>({});
  const items = (rows ?? []).filter(({ id }) => chosen[id]);
  const named = (some: readonly { id: string }[]) =>
    Object.fromEntries(some.map(({ id }) => [id, true as const]));
  return { items, selected: named(items), select, keep: (some) => select(named(some)) };
}
