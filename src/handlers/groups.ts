import type { EntityManager } from '@mikro-orm/postgresql';
import { createGroup, deleteGroup, findGroup, updateGroup } from '../domain/groups.ts';
import { addGroupMembers, namedUsers, removeGroupMember } from '../domain/members.ts';
import type { Group } from '../entities/group.ts';
import { created, type Handlers, ok } from '../http/operation.ts';
import { offsetOf, pageOf } from '../lib/page.ts';
import { listGroups } from '../queries/list-groups.ts';
import { listMembers } from '../queries/list-members.ts';
import { viewGroup, viewMember } from '../views/groups.ts';
import { versioned } from './versioned.ts';

export const groups: Handlers<'groups'> = {
  async listGroups({ query, em, caller }) {
    const { page, limit, sort, ...filter } = query;
    const window = { limit, offset: offsetOf(page, limit), sort };
    const { rows, total } = await listGroups(em, caller.orgId, filter, window);
    return ok({ data: rows.map(viewGroup), pagination: pageOf(page, limit, total) });
  },

  async createGroup({ body, em, caller, quotas }) {
    const { body: view, headers } = await shown(await createGroup(em, body, caller, quotas), em);
    return created(view, headers);
  },

  async getGroup({ path, em }) {
    return shown(await findGroup(em, path.groupId), em);
  },

  async updateGroup({ path, body, em, caller, ifMatch, attempt }) {
    const { group, changes } = await updateGroup(em, path.groupId, body, { ifMatch }, caller);
    attempt.changes = changes;
    return shown(group, em);
  },

  async deleteGroup({ path, em, caller, ifMatch, attempt }) {
    const { id, name } = await deleteGroup(em, path.groupId, { ifMatch }, caller);
    attempt.targetName = name;
    return ok({ message: 'Group deleted', id });
  },

  async listGroupMembers({ path, query, em, caller }) {
    const { page, limit } = query;
    const { id, memberCount } = await findGroup(em, path.groupId);
    const rows = await listMembers(em, caller.orgId, id, { limit, offset: offsetOf(page, limit) });
    return ok({ data: rows.map(viewMember), pagination: pageOf(page, limit, memberCount) });
  },

  async addGroupMembers({ path, body, em, caller, attempt }) {
    const { group, members, added } = await addGroupMembers(em, path.groupId, namedUsers(body), caller);
    attempt.targetName = group.name;
    if (added.length > 0) attempt.changes = [{ field: 'members', from: [], to: added }];
    return created({ data: members.map(viewMember) });
  },

  async removeGroupMember({ path, em, caller, attempt }) {
    const group = await removeGroupMember(em, path.groupId, path.userId, caller);
    Object.assign(attempt, { targetId: group.id, targetName: group.name });
    attempt.changes = [{ field: 'members', from: [path.userId], to: [] }];
    return ok({ message: 'Member removed', id: path.userId });
  },
};

const shown = (group: Group, em: EntityManager) => versioned(group, em, () => viewGroup(group));
