import type { EntityManager } from '@mikro-orm/postgresql';
import { guardGroup } from '../conditional-access/resources/groups-lockout.ts';
import { createGroup, deleteGroup, findGroup, type NewGroup, updateGroup } from '../users/groups/groups.ts';
import { addGroupMembers, namedUsers, removeGroupMember } from '../users/groups/members.ts';
import type { Group } from '../users/groups/entities/group.ts';
import { type Call, created, type Handlers, ok } from '../operation.ts';
import { listGroups } from '../users/groups/sql/groups.ts';
import { listMembers } from '../users/groups/sql/members.ts';
import { viewGroup, viewMember } from '../users/groups/views/groups.ts';
import { askedPage } from '../platform/paging.ts';
import { versioned } from '../platform/versioned.ts';
import type { ReadBy } from '../lib/read-by.ts';

/** How a call has users leave a group. */
const leaving = ({
  query,
  caller,
  address,
  access: { geoIp },
}: Pick<Call<'removeGroupMember'>, 'query' | 'caller' | 'address' | 'access'>) => ({
  address,
  geoIp,
  acknowledgeLockout: query.acknowledgeLockout === true,
  caller,
  how: 'leave' as const,
});

export const groups: Handlers<'groups'> = {
  async listGroups({ query, em, caller }) {
    const { window, rest, pagination } = askedPage(['listGroups', caller.orgId], query);
    const { sort, ...filter } = rest;
    const found = await listGroups(em, caller.orgId, filter, sort, window);
    return ok({ data: found.rows.map(viewGroup), pagination: pagination(found) });
  },

  async createGroup({ body, em, caller, quotas }) {
    const { body: view, headers } = await shown(await createGroup(em, body, caller, quotas), em);
    return created(view, headers);
  },

  async getGroup({ path, em }) {
    return shown(await findGroup(em, path.groupId), em);
  },

  async updateGroup({ path, body, em, caller, ifMatch, attempt }) {
    body satisfies ReadBy<NewGroup, typeof body>;
    const { group, changes } = await updateGroup(em, path.groupId, body, { ifMatch }, caller);
    attempt.changes = changes;
    return shown(group, em);
  },

  async deleteGroup({ path, em, ifMatch, attempt, ...call }) {
    const { caller } = call;
    const { id, name } = await guardGroup(em, path.groupId, leaving(call), () =>
      deleteGroup(em, path.groupId, { ifMatch }, caller),
    );
    attempt.targetName = name;
    return ok({ message: 'Group deleted', id });
  },

  async listGroupMembers({ path, query, em, caller }) {
    const group = await findGroup(em, path.groupId);
    const { window, rest, pagination } = askedPage(['listGroupMembers', group.id], query);
    const found = await listMembers(em, caller.orgId, group, rest.sort, window);
    return ok({ data: found.rows.map(viewMember), pagination: pagination(found) });
  },

  async addGroupMembers({ path, body, em, caller, address, access: { geoIp }, attempt }) {
    const ways = {
      address,
      geoIp,
      acknowledgeLockout: body.acknowledgeLockout,
      caller,
      how: 'join',
    } as const;
    const userIds = namedUsers(body);
    const { group, members, added } = await guardGroup(em, path.groupId, ways, () =>
      addGroupMembers(em, path.groupId, userIds, caller),
    );
    attempt.targetName = group.name;
    if (added.length > 0) attempt.changes = [{ field: 'members', from: [], to: added }];
    return created({ data: members.map(viewMember) });
  },

  async removeGroupMember({ path, em, attempt, ...call }) {
    const { caller } = call;
    const group = await guardGroup(em, path.groupId, leaving(call), () =>
      removeGroupMember(em, path.groupId, path.userId, caller),
    );
    Object.assign(attempt, { targetId: group.id, targetName: group.name });
    attempt.changes = [{ field: 'members', from: [path.userId], to: [] }];
    return ok({ message: 'Member removed', id: path.userId });
  },
};

const shown = (group: Group, em: EntityManager) => versioned(group, em, () => viewGroup(group));
