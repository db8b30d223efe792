import type { ScimBulkResult, ScimError } from '../../../generated/types/types.gen.ts';
import { advisedBulkOperations, readBulk, runBulk } from '../scim-bulk.ts';
import { mostCount, searchScim, startOf, usualCount } from '../scim-lists.ts';
import { searchIn } from '../scim-requests.ts';
import { Failure } from '../../failure.ts';
import { type BulkAnswer, type Handlers, ok, type ScimCaller } from '../../operation.ts';
import { parseProjection, wants } from '../protocol/project.ts';
import { groupType, schemaDocuments, userType } from '../protocol/schema.ts';
import { viewScimConfig, viewScimResourceType, viewScimSchema } from '../views/scim-discovery.ts';
import { scimBase, viewScimList } from '../views/scim.ts';
import { projected as projectedGroup } from './groups.ts';
import { pathsOf, projected as projectedUser } from './users.ts';

/** The largest body that the service reads (decisions 6.16). */
const mostBytes = 1_048_576;

export const routes = ({ baseUrl }: { baseUrl: () => string }): Handlers<'scim'> => ({
  async searchScim({ body: sent, tx, caller }) {
    if (!may(caller, 'users.read') && !may(caller, 'groups.read'))
      throw new Failure('INSUFFICIENT_SCOPE', { required: ['users.read', 'groups.read'] });
    const body = searchIn(sent);
    const ofUsers = parseProjection(userType, pathsOf(body));
    const ofGroups = parseProjection(groupType, pathsOf(body));
    const page = await searchScim(tx, body, {
      users: may(caller, 'users.read') ? { groups: wants(ofUsers, 'groups') } : undefined,
      groups: may(caller, 'groups.read') ? { members: wants(ofGroups, 'members') } : undefined,
    });
    const base = scimBase(baseUrl(), caller.orgId);
    const found = [
      ...page.users.map((row) => projectedUser(row, ofUsers, base)),
      ...page.groups.map((row) => projectedGroup(row, ofGroups, base)),
    ];
    return ok(viewScimList(found, page, startOf(body)));
  },

  async runScimBulk({ body, caller, sent: { dryRun }, bulk: { perform, reserve } }) {
    // A step may refer to a resource of an earlier step. A dry run never creates that resource.
    if (dryRun)
      throw new Failure('SCIM_VALUE_INVALID', {
        detail: 'X-Dry-Run: /Bulk does not support it; send the operations one by one',
      });
    const bulk = readBulk(body);
    reserve(bulk.operations.length);
    const base = scimBase(baseUrl(), caller.orgId);
    const outcomes = await runBulk(bulk, async ({ method, bulkId, path, version, data }, refusal) => {
      const step = { method, path, body: data, ifMatch: version, ...(refusal ? { refusal } : {}) };
      const answer = await perform(step);
      const result = {
        ...resultOf(answer, method, base + path),
        method,
        ...(bulkId === undefined ? {} : { bulkId }),
      };
      return { status: answer.status, id: idIn(answer), result };
    });
    const inOrder = [...outcomes].toSorted(([one], [other]) => one - other);
    return ok({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:BulkResponse'],
      Operations: inOrder.map(([, { result }]) => result),
    });
  },

  async getScimServiceProviderConfig({ query, caller }) {
    requireNoFilter(query);
    const limits = { bulkOperations: advisedBulkOperations, bulkBytes: mostBytes, usualCount, mostCount };
    return ok(viewScimConfig(limits, scimBase(baseUrl(), caller.orgId)));
  },

  async listScimSchemas({ query, caller }) {
    requireNoFilter(query);
    const base = scimBase(baseUrl(), caller.orgId);
    return ok(whole(schemaDocuments.map((document) => viewScimSchema({ ...document }, base))));
  },

  async getScimSchema({ path, query, caller }) {
    requireNoFilter(query);
    const found = schemaDocuments.find(({ id }) => id.toLowerCase() === path.id.toLowerCase());
    if (!found) throw new Failure('SCIM_RESOURCE_NOT_FOUND');
    return ok(viewScimSchema({ ...found }, scimBase(baseUrl(), caller.orgId)));
  },

  async listScimResourceTypes({ query, caller }) {
    requireNoFilter(query);
    const base = scimBase(baseUrl(), caller.orgId);
    return ok(whole(types.map((type) => viewScimResourceType(type, base))));
  },

  async getScimResourceType({ path, query, caller }) {
    requireNoFilter(query);
    const found = types.find(({ name }) => name === path.name);
    if (!found) throw new Failure('SCIM_RESOURCE_NOT_FOUND');
    return ok(viewScimResourceType(found, scimBase(baseUrl(), caller.orgId)));
  },
});

const types = [userType, groupType];

const may = ({ permissions }: ScimCaller, permission: ScimCaller['permissions'][number]): boolean =>
  permissions.includes(permission);

/** All there is, on one page. */
const whole = <Item>(items: Item[]) => viewScimList(items, { total: items.length }, 1);

/**
 * Rejects a filter on discovery. RFC 7644 section 4 forbids it, so that no client takes a filtered response for the
 * whole.
 */
function requireNoFilter(query: object | undefined): void {
  if (query && Object.hasOwn(query, 'filter')) throw new Failure('SCIM_DISCOVERY_UNFILTERED');
}

/**
 * RFC 7644 section 3.7: everything has a location but a POST that failed.
 * @param address of what the step named, for answers that do not tell it
 */
function resultOf(
  { status, body, headers }: BulkAnswer,
  method: string,
  address: string,
): Omit<ScimBulkResult, 'method'> {
  if (status >= 400) {
    const location = method === 'POST' ? {} : { location: address };
    return { status: String(status), ...location, response: body as ScimError };
  }
  const { ETag: version } = headers;
  return {
    status: String(status),
    location: headers['Location'] ?? address,
    ...(version === undefined ? {} : { version }),
  };
}

const idIn = ({ status, body }: BulkAnswer): string | undefined =>
  status < 400 && typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : undefined;
