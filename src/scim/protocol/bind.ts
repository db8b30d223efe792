import { Failure } from '../../failure.ts';
import { folded } from '../../lib/name-key.ts';
import { comparison, operand } from './compare.ts';
import type { Filter, Operator } from './filter.ts';
import { findAttribute } from './path.ts';
import { type Attribute, everyAttribute, type ResourceType } from './schema.ts';

/** The attribute that a comparison looks at. */
export interface Target {
  /** The leaf that is compared; for `present` it may be a multi-valued complex attribute as a whole. */
  attribute: Attribute;
  /** The complex attribute it is in. */
  parent?: Attribute;
  /**
   * Whether the attribute may have several values, so that one value has to match. It is always false inside of
   * `values`, where the filter looks at one element.
   */
  multi: boolean;
}

export type BoundOperator = Exclude<Operator, 'ne'>;

/**
 * A filter that fits a schema. `ne` is bound as `not` of `eq`, `eq null` as `not` of `present`. Logical terms
 * may be empty: `and` of nothing is true, `or` of nothing is false (what `meta.resourceType eq "x"` becomes).
 */
export type BoundFilter =
  | { kind: 'and' | 'or'; terms: BoundFilter[] }
  | { kind: 'not'; term: BoundFilter }
  | { kind: 'present'; target: Target }
  /** A dateTime is the ISO string of its time in UTC; a boolean is only compared by eq. */
  | { kind: 'compare'; target: Target; operator: BoundOperator; value: string | number | boolean }
  /** One element of `attribute` matches `filter`, whose targets are sub-attributes of it. */
  | { kind: 'values'; attribute: Attribute; filter: BoundFilter };

type Expression = Exclude<Filter, { kind: 'and' | 'or' | 'not' }>;
type Leaf = Exclude<Expression, { kind: 'values' }>;

/**
 * @param others types that are searched as well: what only they know has no value here (RFC 7644 section 3.4.2.1)
 * @throws {Failure} SCIM_FILTER_INVALID: unknown attributes, secret ones, operators that do not fit the type
 */
export const bindFilter = (
  type: ResourceType,
  filter: Filter,
  others: readonly ResourceType[] = [],
): BoundFilter =>
  bound(filter, (expression) => {
    const knows = (each: ResourceType): boolean => findAttribute(each, expression.path) !== undefined;
    const other = knows(type) ? undefined : others.find(knows);
    return other ? withoutValue(bindExpression(other, expression)) : bindExpression(type, expression);
  });

/** Returns a filter with the same result as this one has if none of its attributes has a value. */
function withoutValue(filter: BoundFilter): BoundFilter {
  if ('terms' in filter) return { kind: filter.kind, terms: filter.terms.map(withoutValue) };
  return filter.kind === 'not' ? not(withoutValue(filter.term)) : never;
}

/**
 * Binds what stands in the brackets of a PATCH path.
 * @param attribute a complex one, whose sub-attributes the filter names
 * @throws {Failure} as `bindFilter`
 */
export const bindElementFilter = (attribute: Attribute, filter: Filter): BoundFilter =>
  bound(filter, (expression) => {
    // The grammar allows no brackets in brackets (RFC 7644 figure 1); the parser has refused them.
    if (expression.kind === 'values') return refuse(expression, 'cannot stand in brackets');
    const sub = attribute.subAttributes.get(expression.path.toLowerCase());
    if (sub === undefined) return refuse(expression, `is not a sub-attribute of ${attribute.path}`);
    return bindLeaf({ attribute: sub, parent: attribute, multi: false }, expression);
  });

/**
 * @returns what `sortBy` names; of a multi-valued attribute the value of the primary element, else of the first
 * @throws {Failure} SCIM_PATH_INVALID when resources cannot be sorted by it (RFC 7644 section 3.4.2.3)
 */
export function resolveSort(type: ResourceType, sortBy: string): Target {
  const found = findAttribute(type, sortBy);
  const target = found && leaf(targetOf(found));
  if (
    !target ||
    target.attribute.type === 'complex' ||
    isHidden(target) ||
    target.attribute.name === 'schemas'
  )
    throw new Failure('SCIM_PATH_INVALID', { detail: 'sortBy must name an attribute that can be sorted by' });
  return target;
}

function bound(filter: Filter, bind: (expression: Expression) => BoundFilter): BoundFilter {
  if ('terms' in filter) return { kind: filter.kind, terms: filter.terms.map((term) => bound(term, bind)) };
  return filter.kind === 'not' ? not(bound(filter.term, bind)) : bind(filter);
}

function bindExpression(type: ResourceType, expression: Expression): BoundFilter {
  const found = findAttribute(type, expression.path);
  if (found === undefined) return refuse(expression, 'is not an attribute');
  const target = targetOf(found);
  const { attribute } = target;
  if (expression.kind === 'values') {
    if (attribute.type !== 'complex') return refuse(expression, 'has no sub-attributes');
    const filter = bindElementFilter(attribute, expression.filter);
    return attribute.multiValued ? { kind: 'values', attribute, filter } : filter;
  }
  if (attribute.storage.computed === 'schemas') return bindSchemas(type, expression);
  if (attribute.storage.computed === 'resourceType') return bindConstant(expression, attribute, type.name);
  return bindLeaf(target, expression);
}

const targetOf = ({ attribute, sub }: { attribute: Attribute; sub?: Attribute }): Target =>
  sub === undefined
    ? { attribute, multi: attribute.multiValued }
    : { attribute: sub, parent: attribute, multi: attribute.multiValued };

/** `emails eq "x"` means `emails.value eq "x"`, and so for `manager` (RFC 7643 section 2.4). */
function leaf(target: Target): Target {
  const value = target.attribute.subAttributes.get('value');
  return value ? { attribute: value, parent: target.attribute, multi: target.multi } : target;
}

function bindLeaf(target: Target, expression: Leaf): BoundFilter {
  if (isHidden(target)) return refuse(expression, 'cannot be used in a filter');
  if (expression.kind === 'present') return present(target);
  const on = leaf(target);
  if (on.attribute.type === 'complex')
    return refuse(expression, 'is complex: compare one of its sub-attributes');
  if (isHidden(on)) return refuse(expression, 'cannot be used in a filter');
  return bindComparison(on, expression);
}

function bindComparison(target: Target, expression: Extract<Leaf, { kind: 'compare' }>): BoundFilter {
  const { operator, value: given } = expression;
  if (given === null) {
    if (operator === 'eq') return not(present(target));
    return operator === 'ne'
      ? present(target)
      : refuse(expression, 'can be compared with null by eq and ne only');
  }
  const value = operand(target.attribute, operator, given, (why) => refuse(expression, why));
  if (operator === 'ne') return not({ kind: 'compare', target, operator: 'eq', value });
  return { kind: 'compare', target, operator, value };
}

/** A complex attribute with one value is present when one of its sub-attributes is. */
function present(target: Target): BoundFilter {
  const { attribute } = target;
  if (attribute.type !== 'complex' || attribute.multiValued) return { kind: 'present', target };
  const subs = [...attribute.subAttributes.values()].map((sub) => ({
    ...target,
    attribute: sub,
    parent: attribute,
  }));
  const terms = subs
    .filter((sub) => sub.attribute.storage.computed === undefined)
    .map((sub): BoundFilter => ({ kind: 'present', target: sub }));
  return { kind: 'or', terms };
}

/** Binds a condition on an attribute that is the same for all resources of a type. The result needs no row. */
function bindConstant(expression: Leaf, attribute: Attribute, actual: string): BoundFilter {
  if (expression.kind === 'present') return always;
  const { operator, value: given } = expression;
  if (given === null) return operator === 'ne' ? always : never;
  const value = operand(attribute, operator, given, (why) => refuse(expression, why));
  const keyOf = (text: string): string => (attribute.caseExact ? text : folded(text));
  return comparison(operator, keyOf(String(value)))(keyOf(actual)) ? always : never;
}

/** The core schema is always there, an extension when one of its attributes is (RFC 7644 figure 2 filters so). */
function bindSchemas(type: ResourceType, expression: Leaf): BoundFilter {
  if (expression.kind === 'compare' && expression.operator === 'ne')
    return not(bindSchemas(type, { ...expression, operator: 'eq' }));
  const attribute = type.attributes.get('schemas') as Attribute;
  const terms = [type.schema, ...type.extensions].flatMap((schema): BoundFilter[] => {
    const named = bindConstant(expression, { ...attribute, caseExact: false }, schema);
    if (named === never) return [];
    if (schema === type.schema) return [always];
    return everyAttribute(type)
      .filter((each) => each.schema === schema)
      .map((each) => present({ attribute: each, multi: each.multiValued }));
  });
  return { kind: 'or', terms };
}

const always: BoundFilter = { kind: 'and', terms: [] };
const never: BoundFilter = { kind: 'or', terms: [] };
const not = (term: BoundFilter): BoundFilter => ({ kind: 'not', term });

/** Secrets, and what is made up for the answer only. */
const isHidden = ({ attribute, parent }: Target): boolean =>
  [attribute, parent].some((each) => each?.returned === 'never' || each?.mutability === 'writeOnly') ||
  attribute.storage.computed === 'derived';

function refuse(expression: Expression, why: string): never {
  throw new Failure('SCIM_FILTER_INVALID', {
    detail: `${expression.path.slice(0, 100)} ${why}, at position ${expression.at}`,
  });
}
