import type { EntityManager } from '@mikro-orm/postgresql';
import { readScimUsers, type ScimUserRow } from './read-scim-users.ts';
import { pageOfIds, type ScimListing, type ScimPage } from './scim-page.ts';

/**
 * Lists people as SCIM shows them; those whom SCIM deleted are hidden.
 * @throws {Failure} SCIM_FILTER_INVALID, SCIM_PATH_INVALID, SCIM_CURSOR_INVALID
 */
export async function listScimUsers(
  em: EntityManager,
  orgId: string,
  { groups, ...listing }: ScimListing & { groups: boolean },
): Promise<ScimPage<ScimUserRow>> {
  const page = await pageOfIds(em, orgId, listing);
  return { ...page, rows: await readScimUsers(em, orgId, page.rows, { groups }) };
}
