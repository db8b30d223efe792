import { Failure } from '../../failure.ts';
import type { Attribute, ResourceType } from '../protocol/schema.ts';

/** Part of a statement, its values in the order of its question marks. */
export interface Sql {
  sql: string;
  values: unknown[];
}

/** One value of a resource, or of an element of a multi-valued attribute, as SQL has it: null when it is absent. */
export interface Scalar extends Sql {
  kind: 'text' | 'boolean' | 'number' | 'time';
  caseExact: boolean;
  /** Whether `users.search_text` holds it, in lower case, among others. */
  searched?: boolean;
  /** Whether `user_values_value` holds its start. */
  indexedStart?: boolean;
  /** Whether it is never absent. */
  always?: boolean;
}

/** @throws {Failure} SCIM_FILTER_INVALID: what a client is told about an attribute that is not in the database */
export function unfiltered({ path }: Attribute): never {
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

export function kindOf(attribute: Attribute): Scalar['kind'] {
  return attribute.type === 'complex' ? unfiltered(attribute) : kinds[attribute.type];
}

/** What a stored JSON text is compared as. Stored values have passed the schema, so that the casts never fail. */
const casts = { text: '', boolean: '::boolean', number: '::numeric', time: '::timestamptz' } as const;

export function stored(attribute: Attribute, text: Sql): Scalar {
  const kind = kindOf(attribute);
  return {
    sql: `(${text.sql})${casts[kind]}`,
    values: text.values,
    kind,
    caseExact: attribute.caseExact,
  };
}

/** Past its end a person is not active, also before the sweeper has written it. */
const active = `(r.status in ('ACTIVE', 'INVITED') and (r.expires_at is null or r.expires_at > now()))`;

const never: ReadonlySet<string> = new Set(['id', 'username', 'name', 'created_at', 'updated_at']);

/** The SQL of a single-valued attribute of the row `r` of users or groups. @throws {Failure} SCIM_FILTER_INVALID */
export function scalarOf(type: ResourceType, attribute: Attribute): Scalar {
  const { column, attribute: key, computed, search = false } = attribute.storage;
  const { caseExact } = attribute;
  if (column !== undefined) {
    const kind = kindOf(attribute);
    return { sql: `r.${column}`, values: [], kind, caseExact, searched: search, always: never.has(column) };
  }
  // What is no text is compared as JSON.
  if (key !== undefined) return stored(attribute, { sql: 'r.attributes ->> ?', values: [key] });
  if (computed === undefined) {
    if (type.name !== 'User') unfiltered(attribute);
    const path = pathOf(attribute);
    return stored(attribute, {
      sql: `r.scim #>> array[${path.map(() => '?').join(', ')}]::text[]`,
      values: path,
    });
  }
  const always = true;
  if (computed === 'active') return { sql: active, values: [], kind: 'boolean', caseExact, always };
  if (computed === 'resourceType')
    return { sql: `'${type.name}'::text`, values: [], kind: 'text', caseExact, always };
  return unfiltered(attribute);
}

/** Where `users.scim` keeps it: attributes of an extension stand under its URN. */
function pathOf({ path, schema }: Attribute): string[] {
  const prefix = `${schema}:`;
  return path.startsWith(prefix) ? [schema, ...path.slice(prefix.length).split('.')] : path.split('.');
}
