import type { Locked } from '../../src/platform/locked.ts';
import type { KeptUserId } from '../../src/users/directory/sql/users.ts';

/** Passes a row off as locked, for a statement that a test runs alone. Name the columns that the statement reads. */
export const asLocked = <Row>(row: Partial<Row>): Locked<Row> => row as Locked<Row>;

/** Passes users off as kept by `lockUsers`, for a statement that a test runs alone. */
export const asKept = (ids: readonly string[]): readonly KeptUserId[] => ids as readonly KeptUserId[];
