import { ownValue } from '../../lib/object.ts';
import type { BoundFilter } from './bind.ts';
import { holds } from './compare.ts';

/** Whether one element of a multi-valued attribute matches a filter bound by `bindElementFilter`. */
export function matchesFilter(filter: BoundFilter, element: unknown): boolean {
  if ('terms' in filter) {
    const matches = (term: BoundFilter): boolean => matchesFilter(term, element);
    return filter.kind === 'and' ? filter.terms.every(matches) : filter.terms.some(matches);
  }
  if (filter.kind === 'not') return !matchesFilter(filter.term, element);
  // Brackets in brackets, which the grammar does not have.
  if (filter.kind === 'values') return false;
  const { attribute } = filter.target;
  const value = ownValue(element, attribute.name);
  if (filter.kind === 'present') return value !== undefined && value !== null && value !== '';
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return false;
  return holds(filter.operator, value, filter.value, attribute.caseExact);
}
