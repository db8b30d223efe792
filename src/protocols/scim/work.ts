import { Failure } from '../../failure.ts';
import type { BoundFilter } from './bind.ts';
import type { Element } from './values.ts';

/** Half a second at worst. A thousand operations that each look for one of a hundred addresses need less than half. */
const mostCharacters = 50_000_000;
/** What an element takes besides its texts. */
const ofAnElement = 32;
const mostSelections = 10;

/**
 * What one PATCH may cost. It is applied in memory while nobody else is answered, so a small body with many filters on
 * long lists must not keep the process busy for minutes.
 */
export class Work {
  private characters = 0;
  private selections = 0;

  /** @param elements that are gone through @throws {Failure} PAYLOAD_TOO_LARGE */
  look(elements: readonly Element[], filter: BoundFilter | undefined): void {
    const size = elements.reduce((sum, element) => sum + sizeOf(element), 0);
    this.characters += size * (1 + (filter ? comparisonsIn(filter) : 0));
    if (this.characters > mostCharacters) throw tooMuch('compares too much');
  }

  /** Each is a statement that goes through all members of a group. @throws {Failure} PAYLOAD_TOO_LARGE */
  select(): void {
    this.selections += 1;
    if (this.selections > mostSelections)
      throw tooMuch(`selects members by more than ${mostSelections} filters that name no ids`);
  }
}

const sizeOf = (element: Element): number =>
  Object.values(element).reduce<number>(
    (sum, value) => sum + (typeof value === 'string' ? value.length : 0),
    ofAnElement,
  );

function comparisonsIn(filter: BoundFilter): number {
  if ('terms' in filter) return filter.terms.reduce((sum, term) => sum + comparisonsIn(term), 0);
  if (filter.kind === 'not') return comparisonsIn(filter.term);
  return filter.kind === 'values' ? comparisonsIn(filter.filter) : 1;
}

const tooMuch = (what: string): Failure =>
  new Failure('PAYLOAD_TOO_LARGE', { detail: `the request ${what}; send some of it in another one` });
