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
import type { Tx } from '../../platform/tx.ts';

type Family = 'listGroups' | 'createGroup' | 'getGroup' | 'updateGroup' | 'listGroupMembers';

export const routes = ({ quotas }: { quotas: Quotas }): Pick<Handlers<'groups'>, Family> => ({
  async listGroups({ query, tx, caller }) {
    const { window, rest, pagination } = askedPage(['listGroups', caller.orgId], query);
    const { sort, ...filter } = rest;
    const found = await listGroups(tx, caller.orgId, filter, sort, window);
    return ok({ data: found.rows.map(viewGroup), pagination: pagination(found) });
  },

  async createGroup({ body, tx, caller }) {
    const { body: view, headers } = await shown(await createGroup(tx, body, caller, quotas), tx);
    return created(view, headers);
  },

  async getGroup({ path, tx }) {
    return shown(await findGroup(tx, path.groupId), tx);
  },

  async updateGroup({ path, body, tx, caller, attempt, sent: { ifMatch } }) {
    body satisfies ReadBy<NewGroup, typeof body>;
    const { group, changes } = await updateGroup(tx, path.groupId, body, { ifMatch }, caller);
    attempt.changes = changes;
    return shown(group, tx);
  },

  async listGroupMembers({ path, query, tx, caller }) {
    const group = await findGroup(tx, path.groupId);
    const { window, rest, pagination } = askedPage(['listGroupMembers', group.id], query);
    const found = await listMembers(tx, caller.orgId, group, rest.sort, window);
    return ok({ data: found.rows.map(viewMember), pagination: pagination(found) });
  },
});

const shown = (group: Group, tx: Tx) => versioned(group, tx, () => viewGroup(group));
