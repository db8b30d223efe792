import { Failure } from '../../failure.ts';
import { sql, type Sql } from '../../lib/sql.ts';
import type { Key } from '../../platform/sql/spellings.ts';
import type { Attribute, ResourceType } from '../protocol/schema.ts';

/** One value of a resource, or of an element of a multi-valued attribute, as SQL has it: null when it is absent. */
export interface Scalar {
  sql: Sql;
  kind: 'text' | 'boolean' | 'number' | 'time';
  caseExact: boolean;
  /** Whether `users.search_text` holds it, in lower case, among others. */
  searched?: boolean;
  /** Whether `user_values_value` holds its start. */
  indexedStart?: boolean;
  /** Its column, and the function that gives all spellings of it one key. Without it, that is `folded`, which no index has. */
  spelled?: { column: string; key: Key };
  /** Whether it is never absent. */
  always?: boolean;
}

/** @throws {Failure} SCIM_FILTER_INVALID: what a client is told about an attribute that is not in the database */
function unfiltered({ path }: Attribute): never {
  throw new Failure('SCIM_FILTER_INVALID', { detail: `${path} cannot be filtered or sorted by` });
}

const kinds = {
  string: 'text',
  reference: 'text',
  binary: 'text',
  boolean: 'boolean',
  integer: 'number',
  decimal: 'number',
  dateTime: 'time',
} as const;

function kindOf(attribute: Attribute): Scalar['kind'] {
  return attribute.type === 'complex' ? unfiltered(attribute) : kinds[attribute.type];
}

/** The casts for comparisons of a stored JSON text. Stored values have passed the schema, so the casts never fail. */
const casts = { text: '', boolean: '::boolean', number: '::numeric', time: '::timestamptz' } as const;

function stored(attribute: Attribute, text: Sql): Scalar {
  const kind = kindOf(attribute);
  return {
    sql: sql`(${text})${sql.raw(casts[kind])}`,
    kind,
    caseExact: attribute.caseExact,
  };
}

/** Past its end a person is not active, also before the sweeper has written it. */
const active = sql`(r.status in ('ACTIVE', 'INVITED') and (r.expires_at is null or r.expires_at > now()))`;

const never: ReadonlySet<string> = new Set(['id', 'username', 'name', 'created_at', 'updated_at']);

/** The columns with an index of their keys (`users_respelled_…` in migrations/schema/10-users.sql). */
const keys: ReadonlyMap<string, Key> = new Map([
  ['username', 'sign_in_key'],
  ['name', 'name_key'],
  ['display_name', 'name_key'],
  ['last_name', 'name_key'],
  ['first_name', 'name_key'],
  ['employee_number', 'name_key'],
]);

/** The SQL of a single-valued attribute of the row `r` of users or groups. @throws {Failure} SCIM_FILTER_INVALID */
export function scalarOf(type: ResourceType, attribute: Attribute): Scalar {
  const { column: stands, attribute: name, computed, search = false } = attribute.storage;
  const { caseExact } = attribute;
  if (stands !== undefined) {
    const kind = kindOf(attribute);
    const key = keys.get(stands);
    const column = `r.${stands}`;
    return {
      sql: sql.raw(column),
      kind,
      caseExact,
      searched: search,
      always: never.has(stands),
      ...(key ? { spelled: { column, key } } : {}),
    };
  }
  // Values other than text are compared as JSON.
  if (name !== undefined) return stored(attribute, sql`r.attributes ->> ${name}`);
  if (computed === undefined) {
    if (type.name !== 'User') unfiltered(attribute);
    const path = sql.join(pathOf(attribute).map((name) => sql`${name}`));
    return stored(attribute, sql`r.scim #>> array[${path}]::text[]`);
  }
  const always = true;
  if (computed === 'active') return { sql: active, kind: 'boolean', caseExact, always };
  if (computed === 'resourceType')
    return { sql: sql.raw(`'${type.name}'::text`), kind: 'text', caseExact, always };
  return unfiltered(attribute);
}

/** Where `users.scim` keeps it: attributes of an extension stand under its URN. */
function pathOf({ path, schema }: Attribute): string[] {
  const prefix = `${schema}:`;
  return path.startsWith(prefix) ? [schema, ...path.slice(prefix.length).split('.')] : path.split('.');
}

/** The elements of a multi-valued attribute, and what their sub-attributes are in SQL. */
export interface Elements {
  /** Selects the resources `r` with an element that meets a condition. */
  having: (orgId: string, condition: Sql) => Sql;
  /** @throws {Failure} SCIM_FILTER_INVALID */
  scalarOf: (leaf: Attribute) => Scalar;
}

/** @throws {Failure} SCIM_FILTER_INVALID */
export function elementsOf(attribute: Attribute): Elements {
  switch (attribute.storage.computed) {
    case undefined:
      return valuesOf(attribute);
    case 'groups':
      return groups;
    case 'members':
      return members;
    default:
      return unfiltered(attribute);
  }
}

/** Rows of user_values. */
const valuesOf = (attribute: Attribute): Elements => ({
  having: (orgId, condition) =>
    sql`r.id in (select v.user_id from user_values v where v.org_id = ${orgId} and v.attribute = ${attribute.path} and (${condition}))`,
  scalarOf(leaf) {
    const isValue = leaf === attribute || leaf.name === 'value';
    if (!isValue) return stored(leaf, sql`v.data ->> ${leaf.name}`);
    const value = sql`v.value`;
    const scalar = stored(leaf, value);
    return scalar.kind === 'text'
      ? { ...scalar, sql: value, indexedStart: true, spelled: { column: 'v.value', key: 'sign_in_key' } }
      : scalar;
  },
});

const textOf = (leaf: Attribute, text: string): Scalar => ({
  sql: sql.raw(text),
  kind: kindOf(leaf),
  caseExact: leaf.caseExact,
});

// An outer join, so that Postgres leaves it away where no name is asked for.
const groups: Elements = {
  having: (orgId, condition) => sql`r.id in (select m.user_id from group_members m
                     left join groups g on g.org_id = m.org_id and g.id = m.group_id
                    where m.org_id = ${orgId} and (${condition}))`,
  scalarOf: (leaf) => nameOf(leaf, { value: 'm.group_id', display: 'g.name', type: `'direct'::text` }),
};

const members: Elements = {
  having: (orgId, condition) =>
    sql`r.id in (select m.group_id from group_members m where m.org_id = ${orgId} and (${condition}))`,
  scalarOf: memberScalar,
};

/** A sub-attribute of the member `m`. @throws {Failure} SCIM_FILTER_INVALID */
export function memberScalar(leaf: Attribute): Scalar {
  return nameOf(leaf, { value: 'm.user_id', type: `'User'::text` });
}

function nameOf(leaf: Attribute, known: Readonly<Record<string, string>>): Scalar {
  return Object.hasOwn(known, leaf.name) ? textOf(leaf, known[leaf.name] ?? '') : unfiltered(leaf);
}
