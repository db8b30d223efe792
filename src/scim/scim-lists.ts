import { tenancyOf } from '../platform/entities/owned.ts';
import type { Tx } from '../platform/tx.ts';
import { Failure } from '../failure.ts';
import type { NamedScimUser } from './named-users.ts';
import { bindFilter, resolveSort } from './protocol/bind.ts';
import { type Filter, parseFilter } from './protocol/filter.ts';
import { groupType, type ResourceType, userType } from './protocol/schema.ts';
import { withinTime } from './sql/fair-shares.ts';
import { pageOfIds, type ScimListing, type ScimPage, type ScimWindow } from './sql/scim-page.ts';
import { readScimGroups, readScimUsers, type ScimGroupRow, type ScimUserRow } from './sql/scim-resources.ts';

/** The parameters of a listing or a search (RFC 7644 sections 3.4.2 and 3.4.3, RFC 9865). */
export interface ScimQuestion {
  filter?: string | null | undefined;
  sortBy?: string | null | undefined;
  sortOrder?: string | null | undefined;
  startIndex?: number | null | undefined;
  count?: number | null | undefined;
  cursor?: string | null | undefined;
}

export const usualCount = 100;
export const mostCount = 200;

/** Where a page begins: undefined in a listing by cursors. */
export const startOf = ({ cursor, startIndex }: ScimQuestion): number | undefined =>
  typeof cursor === 'string' ? undefined : Math.max(startIndex ?? 1, 1);

/** @throws {Failure} SCIM_VALUE_INVALID */
function windowOf({ cursor, startIndex, count }: ScimQuestion): ScimWindow {
  const bounded = Math.min(Math.max(count ?? usualCount, 0), mostCount);
  if (typeof cursor !== 'string') return { startIndex: Math.max(startIndex ?? 1, 1), count: bounded };
  if (typeof startIndex === 'number')
    throw new Failure('SCIM_VALUE_INVALID', { detail: 'startIndex may not be sent with cursor' });
  return { cursor, count: bounded };
}

/** @throws {Failure} SCIM_FILTER_INVALID, SCIM_PATH_INVALID, SCIM_VALUE_INVALID */
function listingOf(type: ResourceType, question: ScimQuestion): ScimListing {
  const filter = parsed(question);
  return {
    type,
    page: windowOf(question),
    ...(filter ? { filter: bindFilter(type, filter) } : {}),
    ...sortOf(type, question),
  };
}

const parsed = ({ filter }: ScimQuestion): Filter | undefined =>
  typeof filter === 'string' ? parseFilter(filter) : undefined;

function sortOf(type: ResourceType, { sortBy, sortOrder }: ScimQuestion): Pick<ScimListing, 'sort'> {
  const order = sortOrder?.toLowerCase() ?? 'ascending';
  if (order !== 'ascending' && order !== 'descending')
    throw new Failure('SCIM_VALUE_INVALID', { detail: 'sortOrder must be ascending or descending' });
  if (typeof sortBy !== 'string') return {};
  return { sort: { target: resolveSort(type, sortBy), descending: order === 'descending' } };
}

/**
 * Lists users as SCIM shows them: one statement finds the page, another reads it. Users that SCIM deleted are left out.
 * @throws {Failure} SCIM_FILTER_INVALID, SCIM_PATH_INVALID, SCIM_CURSOR_INVALID
 */
export async function listScimUsers(
  tx: Tx,
  orgId: string,
  { groups, ...listing }: ScimListing & { groups: boolean },
): Promise<ScimPage<ScimUserRow>> {
  const page = await pageOfIds(tx, orgId, listing);
  return { ...page, rows: await readScimUsers(tx, orgId, page.rows, { groups }) };
}

/**
 * Lists groups as {@link listScimUsers} lists users.
 * @throws {Failure} SCIM_FILTER_INVALID, SCIM_PATH_INVALID, SCIM_CURSOR_INVALID
 */
export async function listScimGroups(
  tx: Tx,
  orgId: string,
  { members, ...listing }: ScimListing & { members: boolean },
): Promise<ScimPage<ScimGroupRow>> {
  const page = await pageOfIds(tx, orgId, listing);
  return { ...page, rows: await readScimGroups(tx, orgId, page.rows, { members }) };
}

/** @throws {Failure} SCIM_FILTER_INVALID, SCIM_PATH_INVALID, SCIM_VALUE_INVALID, SCIM_CURSOR_INVALID */
export async function findScimUsers(
  tx: Tx,
  findNamed: NamedScimUser,
  question: ScimQuestion,
  { groups }: { groups: boolean },
): Promise<ScimPage<ScimUserRow>> {
  const { orgId } = tenancyOf(tx);
  const listing = listingOf(userType, question);
  const userName = onlyUserName(listing);
  if (userName === undefined)
    return withinTime(tx, (inner) => listScimUsers(inner, orgId, { ...listing, groups }));
  const row = await findNamed(orgId, userName, { groups });
  return row ? { total: 1, rows: [row] } : { total: 0, rows: [] };
}

/** Directories ask for a user name before each change. Returns it where it is all that the first page asks for. */
function onlyUserName({ filter, page }: ScimListing): string | undefined {
  if ('cursor' in page || page.startIndex > 1 || page.count === 0) return undefined;
  if (filter?.kind !== 'compare' || filter.operator !== 'eq') return undefined;
  const { target, value } = filter;
  if (target.multi || target.attribute !== userType.attributes.get('username')) return undefined;
  return typeof value === 'string' && !value.includes('\0') ? value : undefined;
}

/** @throws {Failure} SCIM_FILTER_INVALID, SCIM_PATH_INVALID, SCIM_VALUE_INVALID, SCIM_CURSOR_INVALID */
export const findScimGroups = (
  tx: Tx,
  question: ScimQuestion,
  { members }: { members: boolean },
): Promise<ScimPage<ScimGroupRow>> =>
  withinTime(tx, (inner) => groupsOf(inner, listingOf(groupType, question), members));

/**
 * The most members that one response shows of several groups. The first group is shown whole, however large.
 */
const mostMembers = 100_000;

/** A page of large groups is shorter than asked for (RFC 7644 section 3.4.2.4 allows it), or it would be gigabytes. */
async function groupsOf(tx: Tx, listing: ScimListing, members: boolean): Promise<ScimPage<ScimGroupRow>> {
  const { orgId } = tenancyOf(tx);
  const page = await listScimGroups(tx, orgId, { ...listing, members: false });
  if (!members) return page;
  let shown = 0;
  let sum = 0;
  for (const { memberCount } of page.rows) {
    sum += memberCount;
    if (sum > mostMembers && shown > 0) break;
    shown += 1;
  }
  // Again, because its cursor must continue behind the last group that is shown.
  const shorter =
    shown < page.rows.length && 'cursor' in listing.page
      ? await listScimGroups(tx, orgId, {
          ...listing,
          page: { ...listing.page, count: shown },
          members: false,
        })
      : page;
  const ids = shorter.rows.slice(0, shown).map(({ id }) => id);
  return { ...shorter, rows: await readScimGroups(tx, orgId, ids, { members: true }) };
}

/** Which types a search over several looks at, and what it loads of them. */
export interface ScimScope {
  users: { groups: boolean } | undefined;
  groups: { members: boolean } | undefined;
}

export interface ScimMixedPage {
  total: number;
  users: ScimUserRow[];
  groups: ScimGroupRow[];
  nextCursor?: string;
}

/**
 * Searches users and groups (RFC 7644 section 3.4.3): first the users, then the groups, each in the requested order. An
 * attribute that one type lacks has no value there.
 * @throws {Failure} SCIM_FILTER_INVALID and SCIM_PATH_INVALID for what fits no type, SCIM_VALUE_INVALID,
 * SCIM_CURSOR_INVALID
 */
export const searchScim = (tx: Tx, question: ScimQuestion, scope: ScimScope): Promise<ScimMixedPage> =>
  withinTime(tx, (inner) => search(inner, question, scope));

async function search(tx: Tx, question: ScimQuestion, scope: ScimScope): Promise<ScimMixedPage> {
  const { orgId } = tenancyOf(tx);
  const page = windowOf(question);
  const [ofUsers, ofGroups] = listingsOf(question, scope);
  const nobody = { total: 0, rows: [] };
  const users = (window: ScimWindow): Promise<ScimPage<ScimUserRow>> =>
    ofUsers && scope.users
      ? listScimUsers(tx, orgId, { ...ofUsers, page: window, ...scope.users })
      : Promise.resolve(nobody);
  const groups = (window: ScimWindow): Promise<ScimPage<ScimGroupRow>> =>
    ofGroups && scope.groups
      ? groupsOf(tx, { ...ofGroups, page: window }, scope.groups.members)
      : Promise.resolve(nobody);

  if ('cursor' in page) return byCursor(page, users, groups);
  const { startIndex, count } = page;
  const first = await users({ startIndex, count });
  const second = await groups({
    startIndex: Math.max(startIndex - first.total, 1),
    count: count - first.rows.length,
  });
  return { total: first.total + second.total, users: first.rows, groups: second.rows };
}

type Pager<Row> = (window: ScimWindow) => Promise<ScimPage<Row>>;

const inUsers = 'u.';
const inGroups = 'g.';

/**
 * Returns a page by its cursor. The cursor of a mixed listing is the cursor of one type, with a letter for the type.
 */
async function byCursor(
  { cursor, count }: { cursor: string; count: number },
  users: Pager<ScimUserRow>,
  groups: Pager<ScimGroupRow>,
): Promise<ScimMixedPage> {
  const known = cursor === '' || cursor.startsWith(inUsers) || cursor.startsWith(inGroups);
  if (!known) throw new Failure('SCIM_CURSOR_INVALID');
  const totals = { startIndex: 1, count: 0 };
  if (!cursor.startsWith(inGroups)) {
    const { total, rows, nextCursor } = await users({ cursor: cursor.slice(inUsers.length), count });
    const others = await groups(totals);
    const next = nextCursor === undefined ? inGroups : inUsers + nextCursor;
    if (rows.length > 0 || count === 0 || others.total === 0) {
      const goesOn = count > 0 && (nextCursor !== undefined || others.total > 0);
      return {
        total: total + others.total,
        users: rows,
        groups: [],
        ...(goesOn ? { nextCursor: next } : {}),
      };
    }
  }
  const behind = cursor.startsWith(inGroups) ? cursor.slice(inGroups.length) : '';
  const { total, rows, nextCursor } = await groups({ cursor: behind, count });
  const others = await users(totals);
  return {
    total: total + others.total,
    users: [],
    groups: rows,
    ...(nextCursor === undefined ? {} : { nextCursor: inGroups + nextCursor }),
  };
}

type Fitting = Omit<ScimListing, 'page'> | undefined;

const bothTypes = [userType, groupType];

/** Returns the listing of each type; undefined for a type that the caller may not read. */
function listingsOf(question: ScimQuestion, scope: ScimScope): [users: Fitting, groups: Fitting] {
  const filter = parsed(question);
  const types = [...(scope.users ? [userType] : []), ...(scope.groups ? [groupType] : [])];
  // Resources of a type without the attribute come in the order of ids.
  const sorts = fitting(types, (type) => sortOf(type, question), 'SCIM_PATH_INVALID');
  const of = (type: ResourceType): Fitting =>
    types.includes(type)
      ? { type, ...(filter ? { filter: bindFilter(type, filter, bothTypes) } : {}), ...sorts.get(type) }
      : undefined;
  return [of(userType), of(groupType)];
}

/**
 * Returns the results of `read` for the types that it does not refuse.
 * @throws {Failure} if it refuses all types with `code`, or any type with another code
 */
function fitting<Value>(
  types: readonly ResourceType[],
  read: (type: ResourceType) => Value,
  code: Failure['code'],
): Map<ResourceType, Value> {
  const found = new Map<ResourceType, Value>();
  let refusal: Failure | undefined;
  for (const type of types) {
    try {
      found.set(type, read(type));
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== code) throw error;
      refusal ??= error;
    }
  }
  if (found.size === 0 && refusal) throw refusal;
  return found;
}
