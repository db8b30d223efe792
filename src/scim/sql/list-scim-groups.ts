import type { EntityManager } from '@mikro-orm/postgresql';
import { readScimGroups, type ScimGroupRow } from './read-scim-groups.ts';
import { pageOfIds, type ScimListing, type ScimPage } from './scim-page.ts';

/**
 * Lists groups as SCIM shows them.
 * @throws {Failure} SCIM_FILTER_INVALID, SCIM_PATH_INVALID, SCIM_CURSOR_INVALID
 */
export async function listScimGroups(
  em: EntityManager,
  orgId: string,
  { members, ...listing }: ScimListing & { members: boolean },
): Promise<ScimPage<ScimGroupRow>> {
  const page = await pageOfIds(em, orgId, listing);
  return { ...page, rows: await readScimGroups(em, orgId, page.rows, { members }) };
}
