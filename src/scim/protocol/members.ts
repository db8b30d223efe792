import { Failure } from '../../failure.ts';
import type { BoundFilter } from './bind.ts';
import type { ElementPatch } from './elements.ts';
import type { ScimProfile } from './profile.ts';
import type { Attribute } from './schema.ts';
import { type Element, type Ignored, readAttribute, refuseValue, valueLimits } from './values.ts';

/** Each is a statement that goes through all members of a group. */
const mostSelections = 10;

/**
 * A change of the members of a group. Changes are made in their order.
 * @typeParam Id the ids of users who become members
 */
export type MemberChange<Id extends string = string> =
  | { op: 'add'; ids: Id[] }
  | { op: 'replace'; ids: Id[] }
  | { op: 'remove'; ids: string[] }
  | { op: 'removeWhere'; filter: BoundFilter }
  | { op: 'clear' };

/** Collects what a PATCH does to the members, which are not loaded: a group may have 100,000. */
export class Members {
  readonly changes: MemberChange[] = [];
  private readonly profile: ScimProfile;
  private count = 0;
  private selections = 0;
  /** The ids of the last change, so that the next operation of its kind joins it. */
  private joined = new Set<string>();

  constructor(profile: ScimProfile) {
    this.profile = profile;
  }

  /** @throws {Failure} SCIM_MUTABILITY, SCIM_VALUE_INVALID, SCIM_NO_TARGET, PAYLOAD_TOO_LARGE */
  patch(attribute: Attribute, { op, filter, sub, value }: ElementPatch, ignored: Ignored): void {
    if (sub) throw new Failure('SCIM_MUTABILITY', { detail: `${sub.path} cannot be changed` });
    if (filter) {
      if (op !== 'remove')
        throw new Failure('SCIM_NO_TARGET', {
          detail: 'add members with the path "members", without a filter',
        });
      const ids = idsIn(filter);
      if (ids !== undefined) return this.push(attribute, 'remove', ids);
      this.selections += 1;
      if (this.selections > mostSelections)
        throw new Failure('PAYLOAD_TOO_LARGE', {
          detail: `the request selects members by more than ${mostSelections} filters without IDs; send some of them in another request`,
        });
      this.changes.push({ op: 'removeWhere', filter });
      return;
    }
    if (op === 'remove' && (value === undefined || value === null)) {
      // Entra ID has emptied groups so (azure-docs issue 30826); it means a list it forgot to send.
      if (this.profile === 'ENTRA') refuseValue(attribute, 'needs a value that lists the members to remove');
      this.changes.push({ op: 'clear' });
      return;
    }
    if (value === '') refuseValue(attribute, 'must be a list');
    const elements = (readAttribute(attribute, value, ignored) ?? []) as Element[];
    const ids = [...new Set(elements.map(({ value }) => String(value)))];
    if (op === 'replace' && ids.length === 0) this.changes.push({ op: 'clear' });
    else this.push(attribute, op, ids);
  }

  /** Joins what follows each other, because Entra ID sends one operation per member. */
  private push(attribute: Attribute, op: 'add' | 'remove' | 'replace', ids: string[]): void {
    this.count += ids.length;
    if (this.count > valueLimits.members)
      refuseValue(attribute, `may have at most ${valueLimits.members} values in one request`);
    if (ids.length === 0) return;
    const last = this.changes.at(-1);
    if (last?.op !== op || op === 'replace') {
      this.joined = new Set(ids);
      this.changes.push({ op, ids: [...this.joined] });
      return;
    }
    for (const id of ids) {
      if (this.joined.has(id)) continue;
      this.joined.add(id);
      last.ids.push(id);
    }
  }
}

/** The ids a filter names, when it does nothing else. */
function idsIn(filter: BoundFilter): string[] | undefined {
  if (filter.kind === 'compare' && filter.operator === 'eq' && filter.target.attribute.name === 'value')
    return [String(filter.value)];
  if (filter.kind !== 'or') return undefined;
  const each = filter.terms.map(idsIn);
  return each.every((ids) => ids !== undefined) ? each.flat() : undefined;
}
