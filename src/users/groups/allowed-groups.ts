import type { EntityManager } from '@mikro-orm/postgresql';
import { invalid } from '../../failure.ts';
import { unknownGroups } from './sql/groups.ts';

/** Requires that the groups of `allowedGroups` exist. @throws {Failure} VALIDATION_ERROR */
export async function requireAllowedGroups(
  em: EntityManager,
  orgId: string,
  ids: readonly string[] | null,
): Promise<void> {
  const [unknown] = ids === null ? [] : await unknownGroups(em, orgId, ids);
  if (unknown !== undefined)
    throw invalid(`allowedGroups.${ids?.indexOf(unknown)}`, 'must be the id of an existing group');
}
