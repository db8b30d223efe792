/** A row of either list, which has a place among the rows of the other list. */
export interface Placed {
  id: string;
  createdAt: string;
}

/** The last row of a page, and how many rows of each list came up to it. */
interface Place extends Placed {
  seen: readonly number[];
}

interface Page<Row> {
  rows: readonly Row[];
  hasMore: boolean;
  total: number;
}

/** A list with numbered pages. Its rows are the newest first; rows of the same time are in the order of their ids. */
export type Numbered<Row> = (page: number, limit: number) => Promise<Page<Row>>;

/** The order of both lists of the API. */
const order = (one: Placed, other: Placed): number => {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1;
  return one.id < other.id ? -1 : 1;
};

const place = {
  read(cursor: string | undefined): Place | undefined {
    const [, createdAt, id, seen] =
      /^([0-9TZ:.-]{20,30}),([a-z]+_[0-9a-z]{26}),([0-9,]{1,20})$/.exec(cursor ?? '') ?? [];
    return createdAt && id && seen ? { createdAt, id, seen: seen.split(',').map(Number) } : undefined;
  },
  write: ({ createdAt, id, seen }: Place): string => [createdAt, id, ...seen].join(','),
};

/**
 * Reads the rows of one list after a row. The number of rows before it is only where the search begins: others may have
 * added and deleted rows since.
 * @returns at most `count` rows
 */
async function rowsAfter<Row extends Placed>(
  list: Numbered<Row>,
  after: Placed | undefined,
  seen: number,
  count: number,
): Promise<{ rows: Row[]; total: number }> {
  const isAfter = (row: Placed, one: Placed | undefined) => one === undefined || order(one, row) < 0;
  let number = after ? Math.floor(seen / count) + 1 : 1;
  let page = await list(number, count);
  // Deleted rows moved the others to the front.
  while (number > 1 && (page.rows[0] === undefined || isAfter(page.rows[0], after)))
    page = await list(--number, count);
  const rows: Row[] = [];
  const take = ({ rows: read }: Page<Row>) => {
    // A row that was added meanwhile moves the others to the back: the last row comes again.
    for (const row of read) if (isAfter(row, rows.at(-1) ?? after)) rows.push(row);
  };
  take(page);
  while (rows.length < count && page.hasMore) take((page = await list(++number, count)));
  return { rows: rows.slice(0, count), total: page.total };
}

/** A page of several lists as one, the newest first. Each row comes once, however many pages each list has. */
export async function mergedPage<Row extends Placed>(
  lists: readonly Numbered<Row>[],
  cursor: string | undefined,
  limit: number,
): Promise<{ rows: Row[]; total: number; nextCursor: string | undefined }> {
  const from = place.read(cursor);
  // One row more than the page has says whether another page follows.
  const read = await Promise.all(
    lists.map(async (list, at) => rowsAfter(list, from, from?.seen[at] ?? 0, limit + 1)),
  );
  const all = read.flatMap(({ rows }) => rows).toSorted(order);
  const rows = all.slice(0, limit);
  const last = rows.at(-1);
  const shown = new Set(rows);
  const seen = read.map(
    ({ rows: own }, at) => (from?.seen[at] ?? 0) + own.filter((row) => shown.has(row)).length,
  );
  return {
    rows,
    total: read.reduce((sum, { total }) => sum + total, 0),
    nextCursor: all.length > limit && last ? place.write({ ...last, seen }) : undefined,
  };
}
