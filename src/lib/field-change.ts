/** One field of something that was changed. */
export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

const tooLong = '(too long to show here)';

/**
 * Returns the changes without values that have more than `most` characters as JSON, because their store is bounded.
 * Absent values become null.
 */
export const boundedChanges = (changes: readonly FieldChange[], most: number): FieldChange[] =>
  changes.map(({ field, from, to }) => ({ field, from: bounded(from, most), to: bounded(to, most) }));

const bounded = (value: unknown = null, most: number): unknown =>
  JSON.stringify(value).length > most ? tooLong : value;
