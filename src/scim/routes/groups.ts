import { type Watch, watchGroups } from '../../conditional-access/resources/groups-lockout.ts';
import type { AccessGuard } from '../../conditional-access/judge/machines.ts';
import type { ScimGroup } from '../../../generated/types/types.gen.ts';
import {
  type ChangedGroup,
  changeScimGroup,
  createScimGroup,
  deleteScimGroup,
  resourceOfGroup,
} from '../scim-groups.ts';
import { findScimGroups, type ScimQuestion, startOf } from '../scim-lists.ts';
import { askedOfPatch, askedOfResource, names, replacing, searchIn } from '../scim-requests.ts';
import { replacingMembers } from '../scim-members.ts';
import type { Quotas } from '../../platform/quotas.ts';
import type { Tx } from '../../platform/tx.ts';
import { Failure } from '../../failure.ts';
import { type Attempt, created, type Handlers, noContent, ok, type ScimCaller } from '../../operation.ts';
import { weakEtagOf } from '../../lib/etag.ts';
import { applyPatch } from '../protocol/patch.ts';
import { parseProjection, type Projection, project, wants } from '../protocol/project.ts';
import { readResource, type ScimResource } from '../protocol/resource.ts';
import { groupType } from '../protocol/schema.ts';
import { giveWay } from '../sql/fair-shares.ts';
import { readScimGroups, type ScimGroupRow } from '../sql/scim-resources.ts';
import { scimBase, viewScimGroup, viewScimList } from '../views/scim.ts';
import { labelOf, pathsOf } from './users.ts';

/** The transaction, the caller and the address that the view of a group needs. */
interface Shower {
  tx: Tx;
  caller: ScimCaller;
  /** The address of SCIM for the tenant. */
  base: string;
}

interface Parts {
  access: Pick<AccessGuard, 'geoIp'>;
  baseUrl: () => string;
  quotas: Quotas;
}

export const routes = ({ access: { geoIp }, baseUrl, quotas }: Parts): Handlers<'scim-groups'> => {
  const shower = (tx: Tx, caller: ScimCaller): Shower => ({
    tx,
    caller,
    base: scimBase(baseUrl(), caller.orgId),
  });
  const watcher = ({ actor }: ScimCaller): Watch => ({ geoIp, actor });
  return {
    async listScimGroups({ query, tx, caller }) {
      return ok(await listed(shower(tx, caller), query, parseProjection(groupType, query)));
    },

    async searchScimGroups({ body, tx, caller }) {
      const search = searchIn(body);
      return ok(await listed(shower(tx, caller), search, parseProjection(groupType, pathsOf(search))));
    },

    async createScimGroup({ body, query, tx, caller, attempt }) {
      attempt.asked = askedOfResource(body, 'add');
      const projection = parseProjection(groupType, query);
      const { resource, ignored } = readResource(groupType, body);
      Object.assign(attempt, { ignored, ...labelOf(resource) });
      const edited = { resource: withoutMembers(resource), members: replacingMembers(resource, true) };
      const changed = await createScimGroup(tx, edited, caller, quotas);
      note(attempt, changed);
      const { body: view, headers } = await shown(shower(tx, caller), changed.group.id, projection);
      return created(view, headers);
    },

    async getScimGroup({ path, query, tx, caller }) {
      return shown(shower(tx, caller), path.id, parseProjection(groupType, query));
    },

    async replaceScimGroup({ path, body, query, tx, caller, sent: { ifMatch }, attempt }) {
      attempt.asked = askedOfResource(body, 'replace');
      const projection = parseProjection(groupType, query);
      const { resource, ignored } = readResource(groupType, body);
      Object.assign(attempt, { ignored, ...labelOf(resource) });
      const members = replacingMembers(resource, names(body, groupType, 'members'));
      const changed = await watchGroups(tx, [path.id], watcher(caller), () =>
        changeScimGroup(
          tx,
          path.id,
          (before) => ({ resource: replacing(groupType, before, withoutMembers(resource)), members }),
          { ifMatch },
          caller,
        ),
      );
      note(attempt, changed);
      return shown(shower(tx, caller), path.id, projection, afterChange(changed, query));
    },

    async updateScimGroup({ path, body, query, tx, caller, sent: { ifMatch }, attempt, bulk }) {
      attempt.asked = askedOfPatch(body);
      const projection = parseProjection(groupType, query);
      const edit = async (before: ScimResource) => {
        const { ignored, ...edited } = await bulk.think(
          applyPatch(groupType, before, body, { profile: caller.profile }),
          () => giveWay(tx),
        );
        attempt.ignored = ignored;
        return edited;
      };
      const changed = await watchGroups(tx, [path.id], watcher(caller), () =>
        changeScimGroup(tx, path.id, edit, { ifMatch }, caller),
      );
      note(attempt, changed);
      return shown(shower(tx, caller), path.id, projection, afterChange(changed, query));
    },

    async deleteScimGroup({ path, tx, caller, sent: { ifMatch, dryRun }, attempt }) {
      // The group that a dry run shows is gone after its deletion, also in a transaction that is rolled back.
      const before = dryRun
        ? await shown(shower(tx, caller), path.id, parseProjection(groupType, {}), { members: false })
        : undefined;
      const deleted = await watchGroups(tx, [path.id], watcher(caller), () =>
        deleteScimGroup(tx, path.id, { ifMatch }, caller),
      );
      note(attempt, deleted);
      return before ?? noContent();
    },
  };
};

async function listed({ tx, base }: Shower, question: ScimQuestion, projection: Projection) {
  const page = await findScimGroups(tx, question, { members: wants(projection, 'members') });
  return viewScimList(
    page.rows.map((row) => projected(row, projection, base)),
    page,
    startOf(question),
  );
}

/** A change of a group of more members answers without them, unless they are asked for (docs/decisions/0012). */
const mostMembersOfAChange = 1_000;

const afterChange = ({ group }: ChangedGroup, { attributes }: { attributes?: string }): Options =>
  attributes === undefined && group.memberCount > mostMembersOfAChange ? { members: false } : {};

interface Options {
  members?: false;
}

/** @throws {Failure} SCIM_RESOURCE_NOT_FOUND */
async function shown(
  { tx, caller, base }: Shower,
  id: string,
  projection: Projection,
  options: Options = {},
) {
  const members = (options.members ?? true) && wants(projection, 'members');
  const [row] = await readScimGroups(tx, caller.orgId, [id], { members });
  if (!row) throw new Failure('SCIM_RESOURCE_NOT_FOUND', { id });
  return {
    ...ok(projected(row, projection, base)),
    headers: { ETag: weakEtagOf(row.version), Location: `${base}/Groups/${row.id}` },
  };
}

/** A group as a client asked to see it. */
export const projected = (row: ScimGroupRow, projection: Projection, base: string): ScimGroup =>
  project(groupType, viewScimGroup(resourceOfGroup(row), row, base), projection) as ScimGroup;

const withoutMembers = (resource: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(resource).filter(([name]) => name !== 'members'));

function note(attempt: Attempt, { group, changes, note: told }: ChangedGroup): void {
  Object.assign(attempt, {
    targetId: group.id,
    targetName: group.name,
    externalId: group.externalId,
    changes,
    ...(told === undefined ? {} : { note: told }),
  });
}
