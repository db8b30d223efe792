import type { AccessGuard } from '../../judge/machines.ts';
import { guardGroup } from '../groups-lockout.ts';
import { type AnyApiCaller, created, type Handlers, ok } from '../../../operation.ts';
import { deleteGroup } from '../../../users/groups/groups.ts';
import { addGroupMembers, namedUsers, removeGroupMember } from '../../../users/groups/members.ts';
import { viewMember } from '../../../users/groups/views/groups.ts';

/** How a request has users leave a group. */
interface Leaving {
  query: { acknowledgeLockout?: boolean };
  caller: AnyApiCaller;
  origin: { ipAddress: string };
}

type Family = 'deleteGroup' | 'addGroupMembers' | 'removeGroupMember';

/** The changes of groups that may lift a policy of conditional access from a user, or keep every owner from signing in. */
export const routes = ({
  access: { geoIp },
}: {
  access: Pick<AccessGuard, 'geoIp'>;
}): Pick<Handlers<'groups'>, Family> => {
  const leaving = ({ query, caller, origin }: Leaving) => ({
    address: origin.ipAddress,
    geoIp,
    acknowledgeLockout: query.acknowledgeLockout === true,
    caller,
    how: 'leave' as const,
  });
  return {
    async deleteGroup({ path, query, tx, caller, origin, sent: { ifMatch }, attempt }) {
      const how = leaving({ query, caller, origin });
      const { id, name } = await guardGroup(tx, path.groupId, how, () =>
        deleteGroup(tx, path.groupId, { ifMatch }, caller),
      );
      attempt.targetName = name;
      return ok({ message: 'Group deleted', id });
    },

    async addGroupMembers({ path, body, tx, caller, attempt, origin }) {
      const ways = {
        address: origin.ipAddress,
        geoIp,
        acknowledgeLockout: body.acknowledgeLockout,
        caller,
        how: 'join',
      } as const;
      const userIds = namedUsers(body);
      const { group, members, added } = await guardGroup(tx, path.groupId, ways, () =>
        addGroupMembers(tx, path.groupId, userIds, caller),
      );
      attempt.targetName = group.name;
      if (added.length > 0) attempt.changes = [{ field: 'members', from: [], to: added }];
      return created({ data: members.map(viewMember) });
    },

    async removeGroupMember({ path, query, tx, caller, origin, attempt }) {
      const how = leaving({ query, caller, origin });
      const group = await guardGroup(tx, path.groupId, how, () =>
        removeGroupMember(tx, path.groupId, path.userId, caller),
      );
      Object.assign(attempt, { targetId: group.id, targetName: group.name });
      attempt.changes = [{ field: 'members', from: [path.userId], to: [] }];
      return ok({ message: 'Member removed', id: path.userId });
    },
  };
};
