import { Failure } from '../../failure.ts';
import { sql, type Sql } from '../../lib/sql.ts';
import { contains, foldedPattern, isRespelledAs } from '../../platform/sql/spellings.ts';
import type { BoundFilter, BoundOperator, Target } from '../protocol/bind.ts';
import type { Attribute, ResourceType } from '../protocol/schema.ts';
import { type Elements, elementsOf, memberScalar, type Scalar, scalarOf } from './scim-attributes.ts';

type Compare = Extract<BoundFilter, { kind: 'compare' }>;

/**
 * A condition on the row `r` of users or groups that is true for the resources a filter selects, and false or null for
 * the others (RFC 7644 section 3.4.2.2). A comparison of an absent value is false; of several values one must meet it.
 * @throws {Failure} SCIM_FILTER_INVALID for attributes that are not in the database
 */
export function compileFilter(type: ResourceType, filter: BoundFilter, orgId: string): Sql {
  return compile(filter, {
    present: (target) =>
      target.multi
        ? ofElements(target, orgId, (elements, leaf) => presence(elements, leaf))
        : presentIn(target.attribute, (attribute) => scalarOf(type, attribute)),
    compare: (compared) =>
      compared.target.multi
        ? compareElements(compared, orgId)
        : compareScalar(scalarOf(type, compared.target.attribute), compared),
    values: ({ attribute, filter: inner }) => {
      const elements = elementsOf(attribute);
      return elements.having(orgId, compileElement(inner, elements.scalarOf));
    },
  });
}

/** A condition on the member `m` of a group, from what stands in `members[…]`. */
export const compileMemberFilter = (filter: BoundFilter): Sql => compileElement(filter, memberScalar);

/** Turns the leaves of a filter, which have no logic, into SQL. */
interface Leaves {
  present(target: Target): Sql;
  compare(compared: Compare): Sql;
  values(filter: Extract<BoundFilter, { kind: 'values' }>): Sql;
}

function compile(filter: BoundFilter, leaves: Leaves): Sql {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return joined(
        filter.terms.map((term) => compile(term, leaves)),
        filter.kind,
      );
    case 'not':
      return isNot(compile(filter.term, leaves));
    case 'present':
      return leaves.present(filter.target);
    case 'compare':
      return leaves.compare(filter);
    case 'values':
    default:
      return leaves.values(filter);
  }
}

/** A condition on one element of a multi-valued attribute. */
function compileElement(filter: BoundFilter, scalar: Elements['scalarOf']): Sql {
  return compile(filter, {
    present: ({ attribute }) => presentIn(attribute, scalar),
    compare: (compared) => compareScalar(scalar(compared.target.attribute), compared),
    values: ({ attribute }) => {
      throw new Failure('SCIM_FILTER_INVALID', { detail: `${attribute.path} has no elements in an element` });
    },
  });
}

const joined = (parts: readonly Sql[], by: 'and' | 'or'): Sql =>
  parts.length === 0 ? sql.raw(String(by === 'and')) : sql`(${sql.join(parts, ` ${by} `)})`;

/** Null, what the comparison of an absent value gives, is not true either. */
const isNot = (condition: Sql): Sql => sql`(${condition}) is not true`;

/** Returns the condition for a present value: a value that is not empty (RFC 7644 table 3). */
function presentIn(attribute: Attribute, scalar: Elements['scalarOf']): Sql {
  const { sql: value, kind } = scalar(attribute);
  return kind === 'text' ? sql`${value} <> ''` : sql`${value} is not null`;
}

function ofElements(
  { attribute, parent }: Target,
  orgId: string,
  condition: (elements: Elements, leaf: Attribute) => Sql,
): Sql {
  const elements = elementsOf(parent?.multiValued ? parent : attribute);
  return elements.having(orgId, condition(elements, attribute));
}

const presence = (elements: Elements, leaf: Attribute): Sql =>
  leaf.type === 'complex' ? sql`true` : presentIn(leaf, elements.scalarOf);

const compareElements = (compared: Compare, orgId: string): Sql =>
  ofElements(compared.target, orgId, (elements, leaf) => compareScalar(elements.scalarOf(leaf), compared));

function compareScalar(scalar: Scalar, { operator, value }: Compare): Sql {
  if (scalar.kind === 'text') return compareText(scalar, operator, String(value));
  const type = { boolean: 'boolean', number: 'numeric', time: 'timestamptz' }[scalar.kind];
  return sql`${scalar.sql} ${signs[operator] ?? unknown(operator)} ${value}::${sql.raw(type)}`;
}

const signs: Readonly<Partial<Record<BoundOperator, Sql>>> = {
  eq: sql`=`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
};

function unknown(operator: BoundOperator): never {
  throw new Failure('SCIM_FILTER_INVALID', { detail: `${operator} compares text` });
}

/** Texts are compared in all their spellings unless they are caseExact. They are ordered by the code points of their lower case. */
function compareText(scalar: Scalar, operator: BoundOperator, value: string): Sql {
  if (value.includes('\0'))
    throw new Failure('SCIM_FILTER_INVALID', { detail: 'text must not contain U+0000' });
  if (scalar.caseExact) return compareExactly(scalar, operator, value);
  const condition =
    operator in signs ? compareWhole(scalar, operator, value) : comparePart(scalar, operator, value);
  const narrower = narrowed(scalar, operator, value);
  return narrower ? joined([narrower, condition], 'and') : condition;
}

function compareExactly(scalar: Scalar, operator: BoundOperator, value: string): Sql {
  const sign = signs[operator];
  const compared = sign === undefined ? pattern(operator, value) : value;
  const condition = sql`${scalar.sql} collate "C" ${sign ?? sql`like`} ${compared}`;
  if (!scalar.indexedStart || operator !== 'eq') return condition;
  return joined([sql`${start} = left(lower(${value}), 256)`, condition], 'and');
}

function compareWhole({ sql: text, spelled }: Scalar, operator: BoundOperator, value: string): Sql {
  if (operator !== 'eq')
    return sql`lower(${text}) collate "C" ${signs[operator] ?? sql.empty} lower(${value})`;
  if (!spelled) return sql`folded(${text}) = folded(${value})`;
  const { column, key } = spelled;
  const asked = sql`${sql.raw(key)}(${value})`;
  return sql`(lower(${text}) collate "C" = ${asked} or ${isRespelledAs(column, key)} = ${asked})`;
}

function comparePart({ sql: text, spelled }: Scalar, operator: BoundOperator, value: string): Sql {
  const like = foldedPattern(value, operator === 'sw' ? '' : '%', operator === 'ew' ? '' : '%');
  if (!spelled || operator !== 'sw') return sql`folded(${text}) like ${like}`;
  const { column, key } = spelled;
  return sql`(lower(${text}) collate "C" like ${like} or ${isRespelledAs(column, key)} like ${like})`;
}

const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

function pattern(operator: BoundOperator, value: string): string {
  const start = operator === 'sw' ? '' : '%';
  const end = operator === 'ew' ? '' : '%';
  return `${start}${literally(value)}${end}`;
}

/** A trigram index finds nothing by less. */
const leastSearched = 3;
/**
 * The characters of a value that the index `user_values_value` surely holds. The index has 256 characters in
 * lower case, and one character can become two.
 */
const indexedLength = sql.raw('128');

const start = sql`left(lower(v.value), 256) collate "C"`;
const respelled = isRespelledAs('v.value', 'sign_in_key');

/** A condition that follows from the comparison, and that an index answers. */
function narrowed(
  { searched, indexedStart }: Scalar,
  operator: BoundOperator,
  value: string,
): Sql | undefined {
  if (indexedStart && operator === 'eq') {
    return sql`(${start} = left(sign_in_key(${value}), 256) or ${respelled} = sign_in_key(${value}))`;
  }
  if (indexedStart && operator === 'sw') {
    const pattern = foldedPattern(sql`left(folded(${value}), ${indexedLength})`, '', '%');
    return sql`(${start} like ${pattern} or ${respelled} like ${pattern})`;
  }
  if (searched && (operator === 'co' || operator === 'ew') && value.length >= leastSearched) {
    return contains('r.search_text', value);
  }
  return undefined;
}
