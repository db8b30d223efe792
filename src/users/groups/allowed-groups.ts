import { invalid } from '../../failure.ts';
import { unknownGroups } from './sql/groups.ts';
import type { Tx } from '../../platform/tx.ts';

/** Requires that the groups of `allowedGroups` exist. @throws {Failure} VALIDATION_ERROR */
export async function requireAllowedGroups(
  tx: Tx,
  orgId: string,
  ids: readonly string[] | null,
): Promise<void> {
  const [unknown] = ids === null ? [] : await unknownGroups(tx, orgId, ids);
  if (unknown !== undefined)
    throw invalid(`allowedGroups.${ids?.indexOf(unknown)}`, 'must be the ID of an existing group');
}
