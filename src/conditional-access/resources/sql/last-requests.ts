import type { DeviceTrust } from '../../judge/types.ts';
import { sql, type Sql } from '../../../lib/sql.ts';
import type { Tx } from '../../../platform/tx.ts';

/** Where a user was at the last request of a browser that was allowed. A field that was not known then is null. */
export interface LastRequest {
  userId: string;
  address: string;
  devicePlatform: string | null;
  deviceTrust: DeviceTrust | null;
  /** Whether the browser was asked for its device. Otherwise, an `unknown` device says nothing. */
  isDeviceAsked: boolean;
}

/** Returns where users were last, of the last 30 days. A user without such a request is left out. */
export const lastRequests = (tx: Tx, orgId: string, userIds: readonly string[]): Promise<LastRequest[]> =>
  tx.rows<LastRequest>(last(orgId, JSON.stringify(userIds)));

// Only requests of a browser itself say whether the device was asked for; an application asks for tokens from elsewhere.
// `offset 0` keeps each user a look-up by index.
const last = (orgId: string, userIds: string): Sql => sql`
select u.id as "userId", d.signals ->> 'address' as address, d.signals ->> 'devicePlatform' as "devicePlatform",
       d.signals ->> 'deviceTrust' as "deviceTrust", (d.signals ->> 'deviceAsked')::boolean as "isDeviceAsked"
  from (select id collate "C" as id from jsonb_array_elements_text(${userIds}::jsonb) as one (id)) as u
 cross join lateral (
    select signals from access_decisions
     where org_id = ${orgId} and user_id = u.id and at > now() - interval '30 days'
       and outcome = 'ALLOWED' and signals ->> 'clientType' = 'browser' and signals ->> 'address' is not null
       and signals ->> 'deviceAsked' is not null
     order by at desc limit 1 offset 0) d`;
