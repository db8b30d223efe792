import type { EntityManager } from '@mikro-orm/postgresql';
import { createGroup, findGroup, type NewGroup, updateGroup } from '../groups/groups.ts';
import type { Group } from '../groups/entities/group.ts';
import { created, type Handlers, ok } from '../../operation.ts';
import { listGroups } from '../groups/sql/groups.ts';
import { listMembers } from '../groups/sql/members.ts';
import { viewGroup, viewMember } from '../groups/views/groups.ts';
import { askedPage } from '../../platform/paging.ts';
import { versioned } from '../../platform/versioned.ts';
import type { ReadBy } from '../../lib/read-by.ts';
import type { Quotas } from '../../platform/quotas.ts';

type Family = 'listGroups' | 'createGroup' | 'getGroup' | 'updateGroup' | 'listGroupMembers';

export const routes = ({ quotas }: { quotas: Quotas }): Pick<Handlers<'groups'>, Family> => ({
  async listGroups({ query, em, caller }) {
    const { window, rest, pagination } = askedPage(['listGroups', caller.orgId], query);
    const { sort, ...filter } = rest;
    const found = await listGroups(em, caller.orgId, filter, sort, window);
    return ok({ data: found.rows.map(viewGroup), pagination: pagination(found) });
  },

  async createGroup({ body, em, caller }) {
    const { body: view, headers } = await shown(await createGroup(em, body, caller, quotas), em);
    return created(view, headers);
  },

  async getGroup({ path, em }) {
    return shown(await findGroup(em, path.groupId), em);
  },

  async updateGroup({ path, body, em, caller, attempt, sent: { ifMatch } }) {
    body satisfies ReadBy<NewGroup, typeof body>;
    const { group, changes } = await updateGroup(em, path.groupId, body, { ifMatch }, caller);
    attempt.changes = changes;
    return shown(group, em);
  },

  async listGroupMembers({ path, query, em, caller }) {
    const group = await findGroup(em, path.groupId);
    const { window, rest, pagination } = askedPage(['listGroupMembers', group.id], query);
    const found = await listMembers(em, caller.orgId, group, rest.sort, window);
    return ok({ data: found.rows.map(viewMember), pagination: pagination(found) });
  },
});

const shown = (group: Group, em: EntityManager) => versioned(group, em, () => viewGroup(group));
