import { Failure } from '../../failure.ts';
import { marked, sql, type Sql } from '../../lib/sql.ts';
import { quotaIn } from '../../platform/sql/counters.ts';
import type { Tx } from '../../platform/tx.ts';
import { cursorOf, isValueOf, listingOf, type Position, positionOf } from '../../lib/cursor.ts';
import type { BoundFilter, Target } from '../protocol/bind.ts';
import type { ResourceType } from '../protocol/schema.ts';
import { elementsOf, type Scalar, scalarOf } from './scim-attributes.ts';
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
  const listing = asks ? listingOfIds(orgId, selected, sorting) : '';
  const after = asks && page.cursor !== '' ? placeOf(page.cursor, listing, order.key) : undefined;
  const offset = asks ? 0 : page.startIndex - 1;
  // Triggers keep the count of all groups, in the transactions that change it. That of users has those that SCIM deleted, too.
  const isKept = type.name === 'Group' && !filter;
  const total = async (): Promise<number> =>
    after?.total ?? (await countOf(tx, isKept ? quotaIn(orgId, 'groups') : counted(selected)));
  if (page.count === 0) return { total: await total(), rows: [] };

  // One more than asked for tells whether there are more.
  const read = after ? pageBehind(selected, order, after, page.count + 1) : firstPage(selected, order);
  const found = await tx.rows<Found>(sql`${read} limit ${page.count + 1} offset ${offset}`);
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

function listingOfIds(orgId: string, selected: Sql, sorting: readonly unknown[]): string {
  const { text, values } = marked(selected);
  return listingOf([orgId, text, values, ...sorting]);
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
      ? sql`from users r where r.org_id = ${orgId} and r.released_at is null`
      : sql`from groups r where r.org_id = ${orgId}`;
  if (!filter) return from;
  const conditions = (filter.kind === 'or' ? filter.terms : [filter]).map((term) =>
    compileFilter(type, term, orgId),
  );
  const [only] = conditions;
  if (conditions.length === 1 && only) return sql`${from} and ${only}`;
  if (!conditions.some(({ texts }) => texts.some((text) => text.includes('select')))) {
    return sql`${from} and ${compileFilter(type, filter, orgId)}`;
  }
  // Each way to be selected through its own index: in one condition, Postgres would try every row.
  const ways = conditions.map((condition) => sql`select r.id ${from} and ${condition}`);
  return sql`${from} and r.id = any (array(${sql.join(ways, ' union all ')}))`;
}

const counted = (selected: Sql): Sql => sql`select count(*)::int ${selected}`;

async function countOf(tx: Tx, count: Sql): Promise<number> {
  const row = await tx.row<{ total: number }>(sql`select (${count}) as total`);
  return row?.total ?? 0;
}

const byId: Order = {
  key: { sql: sql`r.id`, kind: 'text', caseExact: true, always: true },
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
  const text = scalar.caseExact ? scalar.sql : sql`lower(${scalar.sql})`;
  return { ...scalar, sql: sql`(${text} collate "C")` };
}

/** Several values sort by the primary one, or else the first (RFC 7644 section 3.4.2.3). */
function leadingScalar({ attribute, parent }: Target): Scalar {
  const list = parent?.multiValued ? parent : attribute;
  if (list.storage.computed !== undefined) {
    throw new Failure('SCIM_PATH_INVALID', { detail: `${list.path} has no value to sort by` });
  }
  const leaf = attribute === list ? (list.subAttributes.get('value') ?? list) : attribute;
  const { sql: value, kind, caseExact } = elementsOf(list).scalarOf(leaf);
  return {
    sql: sql`(select ${value} from user_values v
            where v.org_id = r.org_id and v.user_id = r.id and v.attribute = ${list.path} and v.leads)`,
    kind,
    caseExact,
  };
}

const columns = ({ sql: value }: Scalar): Sql => sql`r.id, to_jsonb(${value}) #>> '{}' as key`;

function firstPage(selected: Sql, { key, descending }: Order): Sql {
  const direction = directionOf(descending);
  return sql`select ${columns(key)} ${selected} order by ${key.sql} ${direction}, r.id ${direction}`;
}

const directionOf = (descending: boolean): Sql => (descending ? sql`desc` : sql`asc`);

/**
 * Selects the resources behind a position. Resources with the value and resources without it are read apart,
 * because one index scan answers each part.
 */
function pageBehind(selected: Sql, { key, descending }: Order, after: Position, limit: number): Sql {
  const direction = directionOf(descending);
  const sign = descending ? sql`<` : sql`>`;
  const cast = key.kind === 'text' ? sql.empty : sql.raw(`::${types[key.kind]}`);
  const part = (rank: number, condition: Sql, order: Sql): Sql =>
    sql`(select ${columns(key)}, ${sql.raw(String(rank))} as rank, ${key.sql} as sorting ${selected} and ${condition}
            order by ${order}r.id ${direction} limit ${limit})`;
  const present = (condition: Sql): Sql =>
    part(descending ? 2 : 1, condition, sql`${key.sql} ${direction}, `);
  const absent = (condition: Sql): Sql =>
    part(descending ? 1 : 2, sql`${key.sql} is null${condition}`, sql.empty);
  const parts: Sql[] = [];
  if (after.key === null) {
    parts.push(absent(sql` and r.id ${sign} ${after.tie}`));
    if (descending) parts.push(present(sql`${key.sql} is not null`));
  } else {
    parts.push(present(sql`(${key.sql}, r.id) ${sign} (${after.key}${cast}, ${after.tie})`));
    if (!descending && !key.always) parts.push(absent(sql.empty));
  }
  return sql`select id, key from (${sql.join(parts, ' union all ')}) as p
           order by rank, sorting ${direction}, id ${direction}`;
}
