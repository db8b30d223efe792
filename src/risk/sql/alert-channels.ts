import { sql, type Sql } from '../../lib/sql.ts';
import type { MinuteWindow } from '../../platform/sql/counters.ts';
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

/** Counts a test of a rule. @returns undefined when there is no such rule */
export async function countRuleTest(
  tx: Tx,
  orgId: string,
  ruleId: string,
): Promise<MinuteWindow | undefined> {
  return tx.row<MinuteWindow>(countTest(orgId, ruleId));
}

const open = sql`test_window_started_at > now() - interval '1 minute'`;

const countTest = (orgId: string, ruleId: string): Sql => sql`
update alert_rules
   set test_window_count = case when ${open} then test_window_count + 1 else 1 end,
       test_window_started_at = case when ${open} then test_window_started_at else now() end
 where org_id = ${orgId} and id = ${ruleId}
returning test_window_count as count,
          ceil(extract(epoch from test_window_started_at + interval '1 minute'))::int as "resetAt",
          extract(epoch from test_window_started_at + interval '1 minute' - now())::float8 as "secondsLeft"`;

/** Removes an erased user from the readers of channels. */
export async function forgetReader(tx: Tx, orgId: string, userId: string): Promise<void> {
  await tx.run(forgetting(orgId, userId));
}

const forgetting = (orgId: string, userId: string): Sql => sql`
update alert_channels set user_ids = array_remove(user_ids, ${userId})
 where org_id = ${orgId} and user_ids @> array[${userId}]::text[]`;
