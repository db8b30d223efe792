import { ownValue } from '../../lib/object.ts';
import type { BoundFilter } from './bind.ts';
import { comparison } from './compare.ts';
import type { Texts } from './texts.ts';

type Matcher = (element: unknown) => boolean;

/**
 * Returns a function that tells whether one element of a multi-valued attribute matches a filter bound by
 * `bindElementFilter`. Work that depends on the filter alone is done once.
 */
export function matcherOf(filter: BoundFilter, texts: Texts): Matcher {
  if ('terms' in filter) {
    const terms = filter.terms.map((term) => matcherOf(term, texts));
    return filter.kind === 'and'
      ? (element) => terms.every((matches) => matches(element))
      : (element) => terms.some((matches) => matches(element));
  }
  if (filter.kind === 'not') {
    const matches = matcherOf(filter.term, texts);
    return (element) => !matches(element);
  }
  // Brackets in brackets, which the grammar does not have.
  if (filter.kind === 'values') return () => false;
  const { attribute } = filter.target;
  if (filter.kind === 'present')
    return (element) => {
      const value = ownValue(element, attribute.name);
      return value !== undefined && value !== null && value !== '';
    };
  const compared = <Value>(value: Value) =>
    filter.operator === 'eq' ? texts.identifying(attribute, value) : texts.comparable(attribute, value);
  const holds = comparison(filter.operator, compared(filter.value));
  return (element) => {
    const value = ownValue(element, attribute.name);
    const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    return isScalar && holds(compared(value));
  };
}
