import type { ScimGroupRow, ScimUserRow } from '../sql/scim-resources.ts';
import { weakEtagOf } from '../../lib/etag.ts';

type Resource = Record<string, unknown>;

/** The base URL of a tenant's SCIM, without a slash at its end. */
export const scimBase = (baseUrl: string, orgId: string): string => `${baseUrl}/api/scim/v2/${orgId}`;

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

/** Adds to a resource what its address tells: where it is, its version, and where those are that it refers to. */
export function viewScimUser(resource: Resource, row: ScimUserRow, base: string): Resource {
  const view: Resource = { ...resource, meta: metaOf(resource, `${base}/Users/${row.id}`, row) };
  if (row.groups.length > 0) view['groups'] = referring(resource['groups'], `${base}/Groups`);
  const extension = resource[enterprise];
  if (row.manager && isObject(extension) && isObject(extension['manager'])) {
    const { displayName } = row.manager;
    const manager = {
      ...extension['manager'],
      $ref: `${base}/Users/${row.managerId}`,
      ...(displayName === null ? {} : { displayName }),
    };
    view[enterprise] = { ...extension, manager };
  }
  return view;
}

export function viewScimGroup(resource: Resource, row: ScimGroupRow, base: string): Resource {
  const view: Resource = { ...resource, meta: metaOf(resource, `${base}/Groups/${row.id}`, row) };
  if (row.members.length > 0) view['members'] = referring(resource['members'], `${base}/Users`);
  return view;
}

const metaOf = ({ meta }: Resource, location: string, { version }: { version: number }): Resource => ({
  ...(isObject(meta) ? meta : {}),
  location,
  version: weakEtagOf(version),
});

const referring = (elements: unknown, below: string): unknown =>
  Array.isArray(elements)
    ? elements.map((element: Resource) => ({ ...element, $ref: `${below}/${String(element['value'])}` }))
    : elements;

const isObject = (value: unknown): value is Resource => typeof value === 'object' && value !== null;

/** A page of resources (RFC 7644 section 3.4.2). @param startIndex nothing in a listing by cursors */
export const viewScimList = <Item>(
  resources: Item[],
  page: { total: number; nextCursor?: string },
  startIndex?: number,
) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: page.total,
  ...(startIndex === undefined ? {} : { startIndex }),
  itemsPerPage: resources.length,
  ...(page.nextCursor === undefined ? {} : { nextCursor: page.nextCursor }),
  Resources: resources,
});
