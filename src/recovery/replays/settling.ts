import { isDeepStrictEqual } from 'node:util';
import type { FieldChange } from '../../platform/events.ts';
import { assignChanges, comparable } from '../../platform/fields.ts';
import type { Tx } from '../../platform/tx.ts';
import { type LostEntry, type Replayed, toCompare } from './replay.ts';
import { told } from './told.ts';

/** Tells whether changes of a target loosen: the table of its room. */
export type LoosensAny = (changes: readonly FieldChange[]) => boolean;

/** Lists that have at least one value: the contract demands it, or the target is of no use without one. */
const neverEmpty: ReadonlySet<string> = new Set([
  'acsUrls',
  'allowedAaguids',
  'allowedGroups',
  'certificates',
  'events',
  'grantTypes',
  'origins',
]);

/** The new values of fields of a target that a replay changes, and the changes that the operator compares. */
export interface Settled {
  values: Record<string, unknown>;
  compare: Replayed[];
  /** The last entry that took something. */
  last: LostEntry | undefined;
}

/**
 * Compares the restored fields of a target with the values that they got after the backup. A field keeps its value, or gets the
 * later value, or what both lists have, or what either has: the first of them that is not looser than any of the two. If there is none,
 * the operator compares: for example, an address moved.
 * @param has the restored fields
 * @param entries those of one kind of change, in their order
 */
export function settle(
  has: Readonly<Record<string, unknown>>,
  entries: readonly LostEntry[],
  loosens: LoosensAny,
): Settled {
  const settled: Settled = { values: {}, compare: [], last: undefined };
  for (const [field, { entry, to }] of lastValues(entries)) {
    const now = comparable(has[field]);
    if (isDeepStrictEqual(now, to)) continue;
    const isSafe = (value: unknown): boolean =>
      [now, to].every((from) => isDeepStrictEqual(from, value) || !loosens([{ field, from, to: value }])) &&
      !(neverEmpty.has(field) && Array.isArray(value) && value.length === 0);
    // A field that the audit log names otherwise than the target, or a list that was too long for the audit log.
    const isKnown = field in has && isAlike(now, to);
    const value = isKnown ? [now, to, ...joined(now, to)].find(isSafe) : undefined;
    if (value === undefined) settled.compare.push(toCompare(entry, `compare ${field}`));
    else if (!isDeepStrictEqual(value, now)) {
      settled.values[field] = stored(field, value);
      settled.last = entry;
    }
  }
  return settled;
}

/** The last value of each field, in the order of the changes. */
function lastValues(entries: readonly LostEntry[]): Map<string, { entry: LostEntry; to: unknown }> {
  const last = new Map<string, { entry: LostEntry; to: unknown }>();
  for (const entry of entries) for (const { field, to } of entry.changes) last.set(field, { entry, to });
  return last;
}

/** The audit log has times as text. */
const stored = (field: string, value: unknown): unknown =>
  typeof value === 'string' && field.endsWith('At') ? new Date(value) : value;

const isAlike = (one: unknown, other: unknown): boolean =>
  one === null ||
  other === null ||
  (typeof one === typeof other && Array.isArray(one) === Array.isArray(other));

/** Returns two lists: the values that both lists have, and the values that either has. */
function joined(one: unknown, other: unknown): unknown[] {
  if (!Array.isArray(one) || !Array.isArray(other)) return [];
  const isIn = (list: readonly unknown[], value: unknown): boolean =>
    list.some((each) => isDeepStrictEqual(each, value));
  return [
    one.filter((value) => isIn(other, value)),
    [...one, ...other.filter((value: unknown) => !isIn(one, value))],
  ];
}

/** Settles the fields of an entity, and records what it took. @param entries as {@link settle} */
export async function settleFields(
  tx: Tx,
  row: object & { id: string },
  entries: readonly LostEntry[],
  loosens: LoosensAny,
): Promise<Replayed[]> {
  const { values, compare, last } = settle({ ...row }, entries, loosens);
  const changes = assignChanges(row, values);
  if (!last || changes.length === 0) return compare;
  return [await told(tx, last, { changes }), ...compare];
}
