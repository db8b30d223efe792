import type { FieldChange } from '../../platform/events.ts';
import type { Vault } from '../../platform/vault.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Endings } from '../../users/endings.ts';

/** A row of an audit export that the restored database does not have. */
export interface LostEntry {
  id: string;
  sequence: number;
  timestamp: string;
  action: string;
  targetType: string;
  targetId: string;
  /** Null if it was erased with a person. */
  targetName: string | null;
  /** Null if there was none, or if it was erased with a person. */
  reason: string | null;
  changes: readonly FieldChange[];
  /** Its changes were erased with a person, so they may have been any. */
  erased: boolean;
}

/** The result of a replay for an action. */
export interface Replayed {
  action: string;
  /** `LOOK`: the operator compares it, and the tenant stays closed until then. `KNOWN`: the restored state has it already. */
  outcome: 'APPLIED' | 'KNOWN' | 'LOOK';
  entry: LostEntry;
  note?: string;
  /** The id of the audit row of the creation, if the target of a deletion may be newer than the backup. */
  madeBy?: string;
}

export interface ReplayParts {
  endings: Endings;
  vault: Vault;
}

/**
 * Takes from one target what was taken from it after the backup. It never gives anything. Runs in a transaction of the tenant.
 * @param entries in their order, one or more
 * @returns undefined if the restored database does not have the target
 */
export type Replay = (
  tx: Tx,
  id: string,
  entries: readonly LostEntry[],
  parts: ReplayParts,
) => Promise<Replayed[] | undefined>;

/** The last entry of these actions. */
export const lastOf = (entries: readonly LostEntry[], ...actions: string[]): LostEntry | undefined =>
  entries.findLast(({ action }) => actions.includes(action));

/** The last value that a field of the target got, with its entry. */
export function lastValue(
  entries: readonly LostEntry[],
  field: string,
): { entry: LostEntry; from: unknown; to: unknown } | undefined {
  for (const entry of entries.toReversed()) {
    const change = entry.changes.findLast((one) => one.field === field);
    if (change) return { entry, from: change.from, to: change.to };
  }
  return undefined;
}

/** The first entry of these actions whose changes were erased. Then a replay takes everything that they may have taken. */
export const erasedOf = (entries: readonly LostEntry[], ...actions: string[]): LostEntry | undefined =>
  entries.find(({ action, erased }) => erased && actions.includes(action));

export const isErased = (entries: readonly LostEntry[], ...actions: string[]): boolean =>
  erasedOf(entries, ...actions) !== undefined;

/** When something was changed for the last time, among entries. */
export const lastTime = (entries: readonly LostEntry[]): string =>
  entries.reduce((last, { timestamp }) => (timestamp > last ? timestamp : last), '');

/** Returns the values that both lists have: a replay takes values away and adds none. */
export const narrowed = (has: readonly string[], to: unknown): string[] => {
  const kept = new Set(Array.isArray(to) ? to : []);
  return has.filter((one) => kept.has(one));
};

/** For a list whose absence means "no limit". A text is a list that was too long for the audit log, so nothing is kept. */
export const narrowedOrNull = (has: readonly string[] | null, to: unknown): string[] | null => {
  if (typeof to === 'string') return [];
  if (!Array.isArray(to)) return has === null ? null : [...has];
  return has === null ? to.filter((one) => typeof one === 'string') : narrowed(has, to);
};

/** The earlier end. */
export function earlier(has: Date | null, to: unknown): Date | null {
  const end = typeof to === 'string' ? new Date(to) : null;
  if (end === null || Number.isNaN(end.getTime())) return has;
  return has === null || end < has ? end : has;
}

/** Whether an entry changes a field that no replay narrows. Then the operator compares it. */
export const unreplayed = (
  entries: readonly LostEntry[],
  action: string,
  fields: ReadonlySet<string>,
): Replayed[] =>
  entries
    .filter((entry) => entry.action === action)
    .flatMap((entry) => {
      const others = entry.changes.map(({ field }) => field).filter((field) => !fields.has(field));
      if (entry.changes.length > 0 && others.length === 0) return [];
      return [
        toCompare(entry, others.length === 0 ? erasedNote : `compare ${[...new Set(others)].join(', ')}`),
      ];
    });

/** Entries whose changes were erased: they may have been any. */
export const erasedAmong = (entries: readonly LostEntry[]): Replayed[] =>
  entries.filter(({ erased }) => erased).map((entry) => toCompare(entry, erasedNote));

const erasedNote = 'its changes were erased';

export const toCompare = (entry: LostEntry, note: string): Replayed => ({
  action: entry.action,
  outcome: 'LOOK',
  entry,
  note,
});

export const applied = (entry: LostEntry, action = entry.action): Replayed => ({
  action,
  outcome: 'APPLIED',
  entry,
});
export const known = (entry: LostEntry, action = entry.action): Replayed => ({
  action,
  outcome: 'KNOWN',
  entry,
});

/** Why a change was made, for audit rows and events. */
export const reasonOf = ({ id }: LostEntry): string => `RESTORED: replays ${id}`;
