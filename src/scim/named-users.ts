import type { Pool } from 'pg';
import { batchedByKey } from '../platform/batch.ts';
import { onBehalfOf } from '../platform/on-behalf.ts';
import { readScimUsersNamed, type ScimUserRow } from './sql/scim-resources.ts';

/**
 * Finds the user with a user name, in any case, as SCIM shows users. Undefined if there is none.
 * @param shown.groups whether to read the groups of the user, too
 */
export type NamedScimUser = (
  orgId: string,
  userName: string,
  shown: { groups: boolean },
) => Promise<ScimUserRow | undefined>;

interface Asked {
  orgId: string;
  userName: string;
  groups: boolean;
}

/**
 * Requests of one tenant that come while a statement runs share the next one (performance.md D1). Each statement begins after the
 * requests it answers have come, so it shows what they could have read by themselves.
 */
export function namedScimUser(pool: Pool): NamedScimUser {
  const ask = batchedByKey(
    ({ orgId, groups }: Asked) => (groups ? orgId : `${orgId} without groups`),
    (asked: Asked[]): Promise<(ScimUserRow | undefined)[]> => {
      const { orgId, groups } = asked[0] ?? { orgId: '', groups: false };
      const names = asked.map(({ userName }) => userName);
      return onBehalfOf({ orgId, operation: 'listScimUsers' }, () =>
        readScimUsersNamed(pool, orgId, names, { groups }),
      );
    },
  );
  return (orgId, userName, { groups }) => ask({ orgId, userName, groups });
}
