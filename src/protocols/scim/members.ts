import { Failure } from '../../failure.ts';
import type { BoundFilter } from './bind.ts';
import type { ElementPatch } from './elements.ts';
import type { ScimProfile } from './patch.ts';
import type { Attribute } from './schema.ts';
import { type Element, type Ignored, readAttribute, refuseValue, valueLimits } from './values.ts';
import type { Work } from './work.ts';

/** What happens to the members of a group, in this order. */
export type MemberChange =
  | { op: 'add' | 'remove' | 'replace'; ids: string[] }
  | { op: 'removeWhere'; filter: BoundFilter }
  | { op: 'clear' };

/** Collects what a PATCH does to the members, which are not loaded: a group may have 100,000. */
export class Members {
  readonly changes: MemberChange[] = [];
  private readonly profile: ScimProfile;
  private readonly work: Work;
  private count = 0;

  constructor(profile: ScimProfile, work: Work) {
    this.profile = profile;
    this.work = work;
  }

  /** @throws {Failure} SCIM_MUTABILITY, SCIM_VALUE_INVALID, SCIM_NO_TARGET, PAYLOAD_TOO_LARGE */
  patch(attribute: Attribute, { op, filter, sub, value }: ElementPatch, ignored: Ignored): void {
    if (sub) throw new Failure('SCIM_MUTABILITY', { detail: `${sub.path} cannot be changed` });
    if (filter) {
      if (op !== 'remove')
        throw new Failure('SCIM_NO_TARGET', {
          detail: 'members are added by the path "members", without a filter',
        });
      const ids = idsIn(filter);
      if (ids !== undefined) return this.push(attribute, 'remove', ids);
      this.work.select();
      this.changes.push({ op: 'removeWhere', filter });
      return;
    }
    if (op === 'remove' && (value === undefined || value === null)) {
      // Entra ID has emptied groups so (azure-docs issue 30826); it means a list it forgot to send.
      if (this.profile === 'ENTRA') refuseValue(attribute, 'needs a value that lists whom to remove');
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
    if (last?.op === op && op !== 'replace') last.ids = [...new Set([...last.ids, ...ids])];
    else this.changes.push({ op, ids });
  }
}

/** The ids a filter names, when it does nothing else. */
function idsIn(filter: BoundFilter): string[] | undefined {
  if (filter.kind === 'compare' && filter.operator === 'eq') return [String(filter.value)];
  if (filter.kind !== 'or') return undefined;
  const each = filter.terms.map(idsIn);
  return each.every((ids) => ids !== undefined) ? each.flat() : undefined;
}
