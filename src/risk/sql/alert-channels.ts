import { sql, type Sql } from '../../lib/sql.ts';
import type { Tx } from '../../platform/tx.ts';
import type { ChannelType } from '../entities/alert-channel.ts';

/** A channel that may get alerts, and how many it got in this hour. It stays locked until the transaction ends. */
export interface CountedChannel {
  id: string;
  ruleId: string;
  type: ChannelType;
  host: string | null;
  userIds: string[];
  sent: number;
}

// Hours of the clock in UTC: the time zone of the session does not matter.
const thisHour = sql`date_bin('1 hour', now(), 'epoch')`;

/** Locks the channels of rules, in the order of their ids. */
export async function lockChannels(
  tx: Tx,
  orgId: string,
  ruleIds: readonly string[],
): Promise<CountedChannel[]> {
  return tx.rows<CountedChannel>(channelsOf(orgId, ruleIds));
}

const channelsOf = (orgId: string, ruleIds: readonly string[]): Sql => sql`
select c.id, c.rule_id as "ruleId", c.type, c.host, to_json(c.user_ids) as "userIds",
       case when c.hour = ${thisHour} then c.sent else 0 end as sent
  from alert_channels c where c.org_id = ${orgId} and c.rule_id = any (${ruleIds}::text[])
 order by c.id for no key update`;

/** A channel that follows the status of alerts. */
export type FollowingChannel = Pick<CountedChannel, 'id' | 'host'>;

/** Returns the channels of a rule that follow the status of its alerts. It locks none: nothing is counted. */
export async function followingChannels(tx: Tx, orgId: string, ruleId: string): Promise<FollowingChannel[]> {
  return tx.rows<FollowingChannel>(sql`
select c.id, c.host from alert_channels c
 where c.org_id = ${orgId} and c.rule_id = ${ruleId} and c.type = 'PAGERDUTY' order by c.id`);
}

/** Numbers to add to the counts of a channel: alerts that are sent, and alerts that are left out. */
export interface ChannelCount {
  id: string;
  sent: number;
  more: number;
}

/** Counts alerts of this hour. The channels must be locked by {@link lockChannels}. */
export async function countAlertsOfChannels(
  tx: Tx,
  orgId: string,
  counts: readonly ChannelCount[],
): Promise<void> {
  await tx.run(counting(orgId, JSON.stringify(counts)));
}

const counting = (orgId: string, counts: string): Sql => sql`
update alert_channels c
   set sent = case when c.hour = ${thisHour} then c.sent else 0 end + n.sent, hour = ${thisHour}, more = c.more + n.more
  from jsonb_to_recordset(${counts}::jsonb) as n (id text, sent int, more int)
 where c.org_id = ${orgId} and c.id = n.id`;

/** Reads how many alerts were left out since they were last told of. */
export async function readMore(tx: Tx, orgId: string, channelId: string): Promise<number> {
  const row = await tx.row<{ more: number }>(
    sql`select more from alert_channels where org_id = ${orgId} and id = ${channelId}`,
  );
  return row?.more ?? 0;
}

/** Takes alerts from those that were left out: a message has told of them. */
export async function takeMore(tx: Tx, orgId: string, channelId: string, told: number): Promise<void> {
  await tx.run(
    sql`update alert_channels set more = greatest(0, more - ${told}::int) where org_id = ${orgId} and id = ${channelId}`,
  );
}

/** Notes how a message ended. @param error null if it was accepted */
export async function noteChannel(
  tx: Tx,
  orgId: string,
  channelId: string,
  error: string | null,
): Promise<void> {
  await tx.run(noting(orgId, channelId, error));
}

const noting = (orgId: string, channelId: string, error: string | null): Sql => sql`
update alert_channels
   set last_success_at = case when ${error}::text is null then now() else last_success_at end,
       last_failure_at = case when ${error}::text is null then last_failure_at else now() end,
       last_error = coalesce(${error}::text, last_error)
 where org_id = ${orgId} and id = ${channelId}`;

/** Removes an erased user from the readers of channels. */
export async function forgetReader(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.run(forgetting(orgId, userId));
}

// A change that has read the channel before would write the user back, so the version goes on. The order of locks is that of the others.
const forgetting = (orgId: string, userId: string): Sql => sql`
with held as materialized (
  select c.id from alert_channels c where c.org_id = ${orgId} and c.user_ids @> array[${userId}]::text[]
   order by c.id for no key update
)
update alert_channels c set user_ids = array_remove(c.user_ids, ${userId}), version = c.version + 1
  from held h where c.org_id = ${orgId} and c.id = h.id`;
