import { Failure } from '../../failure.ts';
import { quotaIn } from '../../platform/sql/counters.ts';
import type { Tx } from '../../platform/tx.ts';
import { cursorOf, isValueOf, listingOf, type Position, positionOf } from '../../lib/cursor.ts';
import type { BoundFilter, Target } from '../protocol/bind.ts';
import type { ResourceType } from '../protocol/schema.ts';
import { elementsOf, type Scalar, scalarOf, type Sql } from './scim-attributes.ts';
import { compileFilter } from './scim-filter.ts';

export interface ScimSort {
  /** The result of `resolveSort`. */
  target: Target;
  descending: boolean;
}

/** `startIndex` counts from 1 (RFC 7644 section 3.4.2.4); the empty cursor starts a listing (RFC 9865). */
export type ScimWindow = { startIndex: number; count: number } | { cursor: string; count: number };

export interface ScimListing {
  type: ResourceType;
  filter?: BoundFilter | undefined;
  sort?: ScimSort | undefined;
  page: ScimWindow;
}

export interface ScimPage<Row> {
  /** With a cursor, how many there were when its listing began. */
  total: number;
  rows: Row[];
  /** Only in a listing by cursors that goes on. */
  nextCursor?: string;
}

/**
 * Returns the ids of a page of a listing; without a sort, in the order of ids. Absent values sort last, and first in
 * descending order (RFC 7644 section 3.4.2.3).
 * @throws {Failure} SCIM_FILTER_INVALID, SCIM_PATH_INVALID, SCIM_CURSOR_INVALID
 */
export async function pageOfIds(
  tx: Tx,
  orgId: string,
  { type, filter, sort, page }: ScimListing,
): Promise<ScimPage<string>> {
  const selected = selection(type, orgId, filter);
  const order = orderOf(type, sort);
  const asks = 'cursor' in page;
  const sorting = [sort?.target.attribute.path, order.descending];
  const listing = asks ? listingOf([orgId, selected.sql, selected.values, ...sorting]) : '';
  const after = asks && page.cursor !== '' ? placeOf(page.cursor, listing, order.key) : undefined;
  const offset = asks ? 0 : page.startIndex - 1;
  // Triggers keep the count of all groups, in the transactions that change it. That of users has those that SCIM deleted, too.
  const isKept = type.name === 'Group' && !filter;
  const total = async (): Promise<number> =>
    after?.total ?? (await countOf(tx, isKept ? quotaIn(orgId, 'groups') : counted(selected)));
  if (page.count === 0) return { total: await total(), rows: [] };

  // One more than asked for tells whether there are more.
  const read = after ? pageBehind(selected, order, after, page.count + 1) : firstPage(selected, order);
  const found = await tx.execute<Found[]>(`${read.sql} limit ? offset ?`, [
    ...read.values,
    page.count + 1,
    offset,
  ]);
  const rows = found.slice(0, page.count).map(({ id }) => id);
  const more = found.length > page.count;
  const last = found[page.count - 1];
  if (!asks || !more || !last) {
    const whole = !after && !more && (found.length > 0 || offset === 0);
    return { total: whole ? offset + found.length : await total(), rows };
  }
  const before = (after?.before ?? 0) + rows.length;
  const position = { key: last.key, tie: last.id, before, total: await total() };
  return { total: position.total, rows, nextCursor: cursorOf(listing, position) };
}

/**
 * The place where a page starts (RFC 9865).
 * @throws {Failure} SCIM_CURSOR_INVALID
 */
function placeOf(cursor: string, listing: string, { kind }: Scalar): Position {
  const position = positionOf(cursor, listing);
  if (position === 'FOREIGN')
    throw new Failure('SCIM_CURSOR_INVALID', {
      detail: 'the cursor belongs to another filter or sort; start again without a cursor',
    });
  if (position === 'MALFORMED' || (position.key !== null && !isValueOf(types[kind], position.key)))
    throw new Failure('SCIM_CURSOR_INVALID');
  return position;
}

/** Kinds of values as Postgres names them. */
const types = { text: 'text', boolean: 'boolean', number: 'numeric', time: 'timestamptz' } as const;

interface Found {
  id: string;
  key: string | null;
}

interface Order {
  key: Scalar;
  descending: boolean;
}

/** Selects from the table of a resource type. Users that SCIM deleted are hidden. */
function selection(type: ResourceType, orgId: string, filter: BoundFilter | undefined): Sql {
  const from =
    type.name === 'User'
      ? 'from users r where r.org_id = ? and r.released_at is null'
      : 'from groups r where r.org_id = ?';
  if (!filter) return { sql: from, values: [orgId] };
  const conditions = (filter.kind === 'or' ? filter.terms : [filter]).map((term) =>
    compileFilter(type, term, orgId),
  );
  const [only] = conditions;
  if (conditions.length === 1 && only) return both(from, orgId, only);
  if (!conditions.some(({ sql }) => sql.includes('select'))) {
    return both(from, orgId, compileFilter(type, filter, orgId));
  }
  // Each way to be selected through its own index: in one condition, Postgres would try every row.
  const ways = conditions.map((condition) => both(`select r.id ${from}`, orgId, condition));
  return both(from, orgId, {
    sql: `r.id = any (array(${ways.map(({ sql }) => sql).join(' union all ')}))`,
    values: ways.flatMap(({ values }) => values),
  });
}

const both = (from: string, orgId: string, { sql, values }: Sql): Sql => ({
  sql: `${from} and ${sql}`,
  values: [orgId, ...values],
});

const counted = ({ sql, values }: Sql): Sql => ({ sql: `select count(*)::int ${sql}`, values });

async function countOf(tx: Tx, { sql, values }: Sql): Promise<number> {
  const [row] = await tx.execute<{ total: number }[]>(`select (${sql}) as total`, values);
  return row?.total ?? 0;
}

const byId: Order = {
  key: { sql: 'r.id', values: [], kind: 'text', caseExact: true, always: true },
  descending: false,
};

function orderOf(type: ResourceType, sort: ScimSort | undefined): Order {
  if (!sort) return byId;
  const scalar = sort.target.multi ? leadingScalar(sort.target) : scalarOf(type, sort.target.attribute);
  return { key: sortable(scalar), descending: sort.descending };
}

/** Texts sort as they are compared. */
function sortable(scalar: Scalar): Scalar {
  if (scalar.kind !== 'text') return scalar;
  const text = scalar.caseExact ? scalar.sql : `lower(${scalar.sql})`;
  return { ...scalar, sql: `(${text} collate "C")` };
}

/** Several values sort by the primary one, or else the first (RFC 7644 section 3.4.2.3). */
function leadingScalar({ attribute, parent }: Target): Scalar {
  const list = parent?.multiValued ? parent : attribute;
  if (list.storage.computed !== undefined) {
    throw new Failure('SCIM_PATH_INVALID', { detail: `${list.path} has no value to sort by` });
  }
  const leaf = attribute === list ? (list.subAttributes.get('value') ?? list) : attribute;
  const { sql, values, kind, caseExact } = elementsOf(list).scalarOf(leaf);
  return {
    sql: `(select ${sql} from user_values v
            where v.org_id = r.org_id and v.user_id = r.id and v.attribute = ? and v.leads)`,
    values: [...values, list.path],
    kind,
    caseExact,
  };
}

const columns = ({ sql }: Scalar): string => `r.id, to_jsonb(${sql}) #>> '{}' as key`;

function firstPage(selected: Sql, { key, descending }: Order): Sql {
  const direction = descending ? 'desc' : 'asc';
  return {
    sql: `select ${columns(key)} ${selected.sql} order by ${key.sql} ${direction}, r.id ${direction}`,
    values: [...key.values, ...selected.values, ...key.values],
  };
}

/**
 * What comes behind a position. Those who have the value and those who have not are read apart, because one index scan
 * answers each.
 */
function pageBehind(selected: Sql, { key, descending }: Order, after: Position, limit: number): Sql {
  const direction = descending ? 'desc' : 'asc';
  const sign = descending ? '<' : '>';
  const cast = key.kind === 'text' ? '' : `::${types[key.kind]}`;
  const part = (rank: number, condition: string, values: unknown[], order: string): Sql => ({
    sql: `(select ${columns(key)}, ${rank} as rank, ${key.sql} as sorting ${selected.sql} and ${condition}
            order by ${order}r.id ${direction} limit ?)`,
    values: [
      ...key.values,
      ...key.values,
      ...selected.values,
      ...key.values,
      ...values,
      ...(order === '' ? [] : key.values),
      limit,
    ],
  });
  const present = (condition: string, values: unknown[]): Sql =>
    part(descending ? 2 : 1, condition, values, `${key.sql} ${direction}, `);
  const absent = (condition: string, values: unknown[]): Sql =>
    part(descending ? 1 : 2, `${key.sql} is null${condition}`, values, '');
  const parts: Sql[] = [];
  if (after.key === null) {
    parts.push(absent(` and r.id ${sign} ?`, [after.tie]));
    if (descending) parts.push(present(`${key.sql} is not null`, []));
  } else {
    parts.push(present(`(${key.sql}, r.id) ${sign} (?${cast}, ?)`, [after.key, after.tie]));
    if (!descending && !key.always) parts.push(absent('', []));
  }
  return {
    sql: `select id, key from (${parts.map(({ sql }) => sql).join(' union all ')}) as p
           order by rank, sorting ${direction}, id ${direction}`,
    values: parts.flatMap(({ values }) => values),
  };
}
