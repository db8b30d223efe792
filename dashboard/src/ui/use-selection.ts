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
export function useSelection<Row>(
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string,
): Selection<Row> {
  const [chosen, select] = useState<Record<string, true>>({});
  const items = (rows ?? []).filter((row) => chosen[idOf(row)]);
  const named = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, true as const]));
  return {
    items,
    selected: named(items.map(idOf)),
    select,
    keep: (some) => select(named(some.map(({ id }) => id))),
  };
}
