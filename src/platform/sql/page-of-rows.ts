import { invalid } from '../../failure.ts';
import { isValueOf, type KeyType, type Position } from '../../lib/cursor.ts';
import { prepared } from './prepared.ts';
import type { Tx } from '../tx.ts';

/** The order of a list: by a column that is never null, then by one that is unique among rows of the same key. */
export interface Order {
  key: string;
  keyType: KeyType;
  descending: boolean;
  tie: string;
  tieType?: 'text' | 'bigint';
  tieDescending: boolean;
}

/** Which rows of a list a page has: those after an offset, or those behind a position. */
export type Window = { limit: number } & ({ offset: number } | { after: Position });

/** A page of a list. */
export interface ListPage<Row> {
  rows: Row[];
  /** Rows in the whole list; behind a position, as many as when its listing began. */
  total: number;
  /** Where the next page starts; undefined at the end. */
  next: Position | undefined;
  /** What was read with the page; undefined where the page has no row. */
  beside?: string;
}

interface Selection<Raw, Row> {
  /** `from … where …`, with a `?` for each value. */
  from: string;
  values: readonly unknown[];
  columns: string;
  order: Order;
  toRow: (raw: Raw) => Row;
  /** Joins tables to the rows of the page alone. Must keep their order, and their columns `"pageKey"` and `"pageTie"`. */
  around?: (page: string) => string;
  /** The number of rows, where it is already known. */
  total?: number;
  /** What tells the number of rows, if not a count of all of them. */
  count?: Scalar;
  /** One more value, which the statement of the page reads. */
  beside?: Beside;
  /**
   * The name of the statement, where nothing but values and the size of the page differs between two requests ({@link prepared}).
   * Its filter must be the same for all, and an index must give the page in its order.
   */
  prepared?: string;
}

/** A subquery of one value, with a `?` for each of its values. */
interface Scalar {
  sql: string;
  values: readonly unknown[];
}

interface Beside extends Scalar {
  /** Reads the number of rows of the list in it, where it tells that. */
  total?: (beside: string) => number;
}

/** Tells whether a list asks for all rows of a tenant. Then a count that is kept can tell the total. */
export const isUnfiltered = (filter: object): boolean =>
  Object.values(filter).every((wanted) => wanted === undefined);

/** A sort by a time, as the contract names it. */
export type TimeSort<Field extends string> = Field | `-${Field}`;

/**
 * The order by a time and an id. The id runs the other way, as in the indexes `(…, created_at desc, id)`: read backwards,
 * these serve the ascending order as well.
 */
export const byTime = (column: string, id: string, sort: string): Order => {
  const descending = sort.startsWith('-');
  return { key: column, keyType: 'timestamptz', descending, tie: id, tieDescending: !descending };
};

/** The text of `order by`. */
export const orderBy = ({ key, descending, tie, tieDescending }: Order): string =>
  `${key}${descending ? ' desc' : ''}, ${tie}${tieDescending ? ' desc' : ''}`;

/** Sizes of pages that have prepared statements. The others are planned each time, so that no caller fills connections with plans. */
const preparedSizes: ReadonlySet<number> = new Set([10, 20, 25, 50, 100]);

type Found<Raw> = Raw & { pageKey: string; pageTie: string; pageTotal?: number; pageBeside?: string };

/**
 * Reads a page of a list with its total, and where the next one starts. Pages behind positions repeat no row and skip none, even while
 * others insert.
 * @throws {Failure} VALIDATION_ERROR for a position that this order cannot have
 */
export async function pageOfRows<Raw extends object, Row>(
  tx: Tx,
  selection: Selection<Raw, Row>,
  window: Window,
): Promise<ListPage<Row>> {
  const { toRow, beside } = selection;
  const after = 'after' in window ? window.after : undefined;
  const offset = 'offset' in window ? window.offset : 0;
  const { text, values, options } = statementOf(selection, window);
  const found = await tx.execute<Found<Raw>[]>(text, values, 'all', options);
  const [first] = found;
  const told = first?.pageBeside;
  // No row tells the total of a page that is beyond the end.
  const isEmpty = !first && offset === 0;
  const total =
    after?.total ??
    selection.total ??
    first?.pageTotal ??
    (told === undefined ? undefined : beside?.total?.(told)) ??
    (isEmpty ? 0 : await countOf(tx, selection));
  const rows = found.slice(0, window.limit);
  const last = found.length > window.limit ? rows.at(-1) : undefined;
  const before = (after?.before ?? offset) + rows.length;
  return {
    rows: rows.map(toRow),
    total,
    next: last && { key: last.pageKey, tie: last.pageTie, before, total },
    ...(told === undefined ? {} : { beside: told }),
  };
}

/** The total and what stands beside the page are read with it, so that one moment is shown. */
function statementOf<Raw extends object, Row>(
  selection: Selection<Raw, Row>,
  window: Window,
): { text: string; values: unknown[]; options?: Readonly<Record<string, string>> } {
  const { from, values, columns, order, around = (page) => page, beside, prepared: name } = selection;
  const after = 'after' in window ? window.after : undefined;
  const behind = after && conditionOf(order, after);
  const offset = 'offset' in window ? window.offset : 0;
  // One row more than the page has tells whether another page follows. The numbers are written out: a plan is for a size.
  const page =
    around(`select ${columns}, to_jsonb(${order.key}) #>> '{}' as "pageKey", (${order.tie})::text as "pageTie"
     ${from}${behind ? ` and ${behind.sql}` : ''} order by ${orderBy(order)}
     limit ${window.limit + 1}${offset === 0 ? '' : ` offset ${offset}`}`);
  const isCounted = !after && selection.total === undefined && beside?.total === undefined;
  const counted = isCounted ? countIn(selection) : undefined;
  const more = [
    ...(counted ? [{ ...counted, name: 'pageTotal' }] : []),
    ...(beside ? [{ ...beside, name: 'pageBeside' }] : []),
  ];
  const text =
    more.length === 0
      ? page
      : `select page.*, ${more.map(({ sql, name }) => `(${sql}) as "${name}"`).join(', ')} from (${page}) as page`;
  const isPrepared = name !== undefined && offset === 0 && preparedSizes.has(window.limit);
  const kind = `${name} ${orderBy(order)}${after ? ' behind' : ''} ${window.limit}`;
  return {
    text,
    values: [...more.flatMap((one) => one.values), ...values, ...(behind?.values ?? [])],
    ...(isPrepared ? { options: prepared(kind) } : {}),
  };
}

const countIn = ({
  from,
  values,
  count,
}: Pick<Selection<never, never>, 'from' | 'values' | 'count'>): Scalar =>
  count ?? { sql: `select count(*)::int ${from}`, values };

async function countOf(
  tx: Tx,
  selection: Pick<Selection<never, never>, 'from' | 'values' | 'count'>,
): Promise<number> {
  const { sql, values } = countIn(selection);
  const [count] = await tx.execute<{ total: number }[]>(`select (${sql}) as total`, [...values]);
  return count?.total ?? 0;
}

/** The first half of the condition is what an index on the key can use. */
function conditionOf(order: Order, { key, tie }: Position): { sql: string; values: unknown[] } {
  const { keyType, tieType = 'text' } = order;
  if (key === null || !isValueOf(keyType, key) || !isValueOf(tieType, tie)) throw invalidCursor();
  const sign = order.descending ? '<' : '>';
  const tieSign = order.tieDescending ? '<' : '>';
  return {
    sql: `${order.key} ${sign}= ?::${keyType} and (${order.key} ${sign} ?::${keyType} or ${order.tie} ${tieSign} ?::${tieType})`,
    values: [key, key, tie],
  };
}

/** The refusal of a cursor that no listing gave. */
export const invalidCursor = () =>
  invalid('cursor', 'must be the `nextCursor` of the page before, unchanged; leave it out to start again');

/** Reads the ids of a page of a table of findings, by their time of creation. `equal` maps columns to values; undefined ones are left out. */
export function idsOfPage(
  tx: Tx,
  orgId: string,
  table: 'anomalies' | 'alerts',
  equal: Readonly<Record<string, string | undefined>>,
  sort: string,
  window: Window,
): Promise<ListPage<string>> {
  const conditions = Object.entries(equal).filter(([, value]) => value !== undefined);
  return pageOfRows<{ id: string }, string>(
    tx,
    {
      from: `from ${table} where org_id = ?${conditions.map(([column]) => ` and ${column} = ?`).join('')}`,
      values: [orgId, ...conditions.map(([, value]) => value)],
      columns: 'id',
      order: byTime('created_at', 'id', sort),
      toRow: ({ id }) => id,
    },
    window,
  );
}

/** Puts entities into the order of their ids. */
export const inOrderOf = <Entity extends { id: string }>(
  ids: readonly string[],
  found: Entity[],
): Entity[] => {
  const byId = new Map(found.map((one) => [one.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};
