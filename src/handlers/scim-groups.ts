import type { EntityManager } from '@mikro-orm/postgresql';
import { type Watch, watchGroups } from '../conditional-access/resources/groups-lockout.ts';
import type { AccessGuard } from '../conditional-access/judge/machines.ts';
import type { ScimGroup } from '../../generated/types/types.gen.ts';
import {
  type ChangedGroup,
  changeScimGroup,
  createScimGroup,
  deleteScimGroup,
  resourceOfGroup,
} from '../scim/scim-groups.ts';
import { findScimGroups, type ScimQuestion, startOf } from '../scim/scim-lists.ts';
import { askedOfPatch, askedOfResource, names, replacing, searchIn } from '../scim/scim-requests.ts';
import { replacingMembers } from '../scim/scim-members.ts';
import { Failure } from '../failure.ts';
import { type Attempt, created, type Handlers, noContent, ok, type ScimCaller } from '../operation.ts';
import { weakEtagOf } from '../lib/etag.ts';
import { applyPatch } from '../scim/protocol/patch.ts';
import { parseProjection, type Projection, project, wants } from '../scim/protocol/project.ts';
import { readResource, type ScimResource } from '../scim/protocol/resource.ts';
import { groupType } from '../scim/protocol/schema.ts';
import { giveWay } from '../scim/sql/fair-shares.ts';
import { readScimGroups, type ScimGroupRow } from '../scim/sql/scim-resources.ts';
import { scimBase, viewScimGroup, viewScimList } from '../scim/views/scim.ts';
import { labelOf, pathsOf } from './scim-users.ts';

/** What showing a group takes. */
interface Shower {
  em: EntityManager;
  caller: ScimCaller;
  baseUrl: string;
}

/** What watching a directory takes. */
interface Watched {
  access: AccessGuard;
  caller: ScimCaller;
}

export const scimGroups: Handlers<'scim-groups'> = {
  async listScimGroups({ query, ...call }) {
    return ok(await listed(call, query, parseProjection(groupType, query)));
  },

  async searchScimGroups({ body, ...call }) {
    const search = searchIn(body);
    return ok(await listed(call, search, parseProjection(groupType, pathsOf(search))));
  },

  async createScimGroup({ body, query, attempt, ...call }) {
    attempt.asked = askedOfResource(body, 'add');
    const projection = parseProjection(groupType, query);
    const { resource, ignored } = readResource(groupType, body);
    Object.assign(attempt, { ignored, ...labelOf(resource) });
    const edited = { resource: withoutMembers(resource), members: replacingMembers(resource, true) };
    const changed = await createScimGroup(call.em, edited, call.caller, call.quotas);
    note(attempt, changed);
    const { body: view, headers } = await shown(call, changed.group.id, projection);
    return created(view, headers);
  },

  async getScimGroup({ path, query, ...call }) {
    return shown(call, path.id, parseProjection(groupType, query));
  },

  async replaceScimGroup({ path, body, query, ifMatch, attempt, ...call }) {
    attempt.asked = askedOfResource(body, 'replace');
    const projection = parseProjection(groupType, query);
    const { resource, ignored } = readResource(groupType, body);
    Object.assign(attempt, { ignored, ...labelOf(resource) });
    const members = replacingMembers(resource, names(body, groupType, 'members'));
    const changed = await watchGroups(call.em, [path.id], watcher(call), () =>
      changeScimGroup(
        call.em,
        path.id,
        (before) => ({ resource: replacing(groupType, before, withoutMembers(resource)), members }),
        { ifMatch },
        call.caller,
      ),
    );
    note(attempt, changed);
    return shown(call, path.id, projection, afterChange(changed, query));
  },

  async updateScimGroup({ path, body, query, ifMatch, attempt, ...call }) {
    attempt.asked = askedOfPatch(body);
    const projection = parseProjection(groupType, query);
    const edit = async (before: ScimResource) => {
      const { ignored, ...edited } = await call.think(
        applyPatch(groupType, before, body, { profile: call.caller.profile }),
        () => giveWay(call.em),
      );
      attempt.ignored = ignored;
      return edited;
    };
    const changed = await watchGroups(call.em, [path.id], watcher(call), () =>
      changeScimGroup(call.em, path.id, edit, { ifMatch }, call.caller),
    );
    note(attempt, changed);
    return shown(call, path.id, projection, afterChange(changed, query));
  },

  async deleteScimGroup({ path, ifMatch, attempt, dryRun, ...call }) {
    // The group that a dry run shows is gone after its deletion, also in a transaction that is rolled back.
    const before = dryRun
      ? await shown(call, path.id, parseProjection(groupType, {}), { members: false })
      : undefined;
    const deleted = await watchGroups(call.em, [path.id], watcher(call), () =>
      deleteScimGroup(call.em, path.id, { ifMatch }, call.caller),
    );
    note(attempt, deleted);
    return before ?? noContent();
  },
};

const watcher = ({ access: { geoIp }, caller: { actor } }: Watched): Watch => ({ geoIp, actor });

async function listed({ em, ...call }: Shower, question: ScimQuestion, projection: Projection) {
  const page = await findScimGroups(em, question, { members: wants(projection, 'members') });
  const base = baseOf(call);
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
async function shown({ em, ...call }: Shower, id: string, projection: Projection, options: Options = {}) {
  const members = (options.members ?? true) && wants(projection, 'members');
  const [row] = await readScimGroups(em, call.caller.orgId, [id], { members });
  if (!row) throw new Failure('SCIM_RESOURCE_NOT_FOUND', { id });
  return {
    ...ok(projected(row, projection, baseOf(call))),
    headers: { ETag: weakEtagOf(row.version), Location: `${baseOf(call)}/Groups/${row.id}` },
  };
}

/** A group as a client asked to see it. */
export const projected = (row: ScimGroupRow, projection: Projection, base: string): ScimGroup =>
  project(groupType, viewScimGroup(resourceOfGroup(row), row, base), projection) as ScimGroup;

const baseOf = ({ baseUrl, caller }: Pick<Shower, 'baseUrl' | 'caller'>): string =>
  scimBase(baseUrl, caller.orgId);

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
