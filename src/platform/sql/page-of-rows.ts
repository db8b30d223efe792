import { invalid } from '../../failure.ts';
import { named, sql, type Sql } from '../../lib/sql.ts';
import { isValueOf, type KeyType, type Position } from '../../lib/cursor.ts';
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
  /** The value that was read with the page; undefined where the page has no row. */
  beside?: string;
}

interface Selection<Raw, Row> {
  /** `from … where …`. */
  from: Sql;
  columns: string;
  order: Order;
  toRow: (raw: Raw) => Row;
  /** Joins tables to the rows of the page alone. Must keep their order, and their columns `"pageKey"` and `"pageTie"`. */
  around?: (page: Sql) => Sql;
  /** The number of rows, where it is already known. */
  total?: number;
  /** A subquery that tells the number of rows, if not a count of all of them. */
  count?: Sql;
  /** One more value, which the statement of the page reads. */
  beside?: Beside;
  /**
   * The name of the statement, where nothing but values and the size of the page differs between two requests ({@link named}).
   * Its filter must be the same for all, and an index must give the page in its order.
   */
  named?: string;
}

/** A subquery of one value. */
interface Beside {
  sql: Sql;
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
  const found = await tx.rows<Found<Raw>>(statementOf(selection, window));
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
function statementOf<Raw extends object, Row>(selection: Selection<Raw, Row>, window: Window): Sql {
  const { from, columns, order, around = (page: Sql) => page, beside, named: name } = selection;
  const after = 'after' in window ? window.after : undefined;
  const behind = after && conditionOf(order, after);
  const offset = 'offset' in window ? window.offset : 0;
  // One row more than the page has tells whether another page follows. The numbers are written out: a plan is for a size.
  const limit = sql.raw(`limit ${window.limit + 1}${offset === 0 ? '' : ` offset ${offset}`}`);
  const keys = sql.raw(`to_jsonb(${order.key}) #>> '{}' as "pageKey", (${order.tie})::text as "pageTie"`);
  const page = around(sql`select ${sql.raw(columns)}, ${keys}
     ${from}${behind ? sql` and ${behind}` : sql.empty} order by ${sql.raw(orderBy(order))}
     ${limit}`);
  const isCounted = !after && selection.total === undefined && beside?.total === undefined;
  const more = [
    ...(isCounted ? [sql`(${countIn(selection)}) as "pageTotal"`] : []),
    ...(beside ? [sql`(${beside.sql}) as "pageBeside"`] : []),
  ];
  const whole = more.length === 0 ? page : sql`select page.*, ${sql.join(more)} from (${page}) as page`;
  const isNamed = name !== undefined && offset === 0 && preparedSizes.has(window.limit);
  const kind = `${name} ${orderBy(order)}${after ? ' behind' : ''} ${window.limit}`;
  return isNamed ? named(kind, whole) : whole;
}

const countIn = ({ from, count }: Pick<Selection<never, never>, 'from' | 'count'>): Sql =>
  count ?? sql`select count(*)::int ${from}`;

async function countOf(tx: Tx, selection: Pick<Selection<never, never>, 'from' | 'count'>): Promise<number> {
  const count = await tx.row<{ total: number }>(sql`select (${countIn(selection)}) as total`);
  return count?.total ?? 0;
}

/** The first half of the condition is what an index on the key can use. */
function conditionOf(order: Order, { key, tie }: Position): Sql {
  const { keyType, tieType = 'text' } = order;
  if (key === null || !isValueOf(keyType, key) || !isValueOf(tieType, tie)) throw invalidCursor();
  const sign = order.descending ? '<' : '>';
  const tieSign = order.tieDescending ? '<' : '>';
  const [column, ofKey, ofTie] = [sql.raw(order.key), sql.raw(keyType), sql.raw(tieType)];
  const [before, tieBefore] = [sql.raw(sign), sql.raw(tieSign)];
  return sql`${column} ${before}= ${key}::${ofKey}
    and (${column} ${before} ${key}::${ofKey} or ${sql.raw(order.tie)} ${tieBefore} ${tie}::${ofTie})`;
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
  const conditions = Object.entries(equal).flatMap(([column, value]) =>
    value === undefined ? [] : [sql` and ${sql.raw(column)} = ${value}`],
  );
  return pageOfRows<{ id: string }, string>(
    tx,
    {
      from: sql`from ${sql.raw(table)} where org_id = ${orgId}${sql.join(conditions, '')}`,
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
