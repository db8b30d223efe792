import type { Attribute } from '../protocol/schema.ts';
import { kindOf, type Scalar, type Sql, stored, unfiltered } from './scim-scalar.ts';

/** The elements of a multi-valued attribute, and what their sub-attributes are in SQL. */
export interface Elements {
  /** The resources `r` of which an element meets a condition. */
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
  having: (orgId, { sql, values }) => ({
    sql: `r.id in (select v.user_id from user_values v where v.org_id = ? and v.attribute = ? and (${sql}))`,
    values: [orgId, attribute.path, ...values],
  }),
  scalarOf(leaf) {
    const isValue = leaf === attribute || leaf.name === 'value';
    if (!isValue) return stored(leaf, { sql: 'v.data ->> ?', values: [leaf.name] });
    const scalar = stored(leaf, { sql: 'v.value', values: [] });
    return scalar.kind === 'text' ? { ...scalar, sql: 'v.value', indexedStart: true } : scalar;
  },
});

const text = (leaf: Attribute, sql: string): Scalar => ({
  sql,
  values: [],
  kind: kindOf(leaf),
  caseExact: leaf.caseExact,
});

// An outer join, so that Postgres leaves it away where no name is asked for.
const groups: Elements = {
  having: (orgId, { sql, values }) => ({
    sql: `r.id in (select m.user_id from group_members m
                     left join groups g on g.org_id = m.org_id and g.id = m.group_id
                    where m.org_id = ? and (${sql}))`,
    values: [orgId, ...values],
  }),
  scalarOf: (leaf) => nameOf(leaf, { value: 'm.group_id', display: 'g.name', type: `'direct'::text` }),
};

const members: Elements = {
  having: (orgId, { sql, values }) => ({
    sql: `r.id in (select m.group_id from group_members m where m.org_id = ? and (${sql}))`,
    values: [orgId, ...values],
  }),
  scalarOf: memberScalar,
};

/** A sub-attribute of the member `m`. @throws {Failure} SCIM_FILTER_INVALID */
export function memberScalar(leaf: Attribute): Scalar {
  return nameOf(leaf, { value: 'm.user_id', type: `'User'::text` });
}

function nameOf(leaf: Attribute, known: Readonly<Record<string, string>>): Scalar {
  return Object.hasOwn(known, leaf.name) ? text(leaf, known[leaf.name] ?? '') : unfiltered(leaf);
}
