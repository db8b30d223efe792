import { tenancyOf } from '../../platform/entities/owned.ts';
import { enqueueMany, type JobToAdd } from '../../platform/queue.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Alert } from '../entities/alert.ts';
import {
  type ChannelCount,
  countAlertsOfChannels,
  type CountedChannel,
  lockChannels,
} from '../sql/alert-channels.ts';
import { queueOf } from './targets.ts';

/** Alerts that one channel gets in an hour. A channel of mails has up to ten readers. */
const mostPerHour = { EMAIL: 20, SLACK: 60, TEAMS: 60, PAGERDUTY: 60 } as const;
const hourMs = 3_600_000;

/** Tries of one message, over about four hours. */
export const channelTries = 10;

interface Raised {
  id: string;
  ruleId: string | null;
}

interface Jobs {
  calls: JobToAdd<'tell-channel'>[];
  mails: JobToAdd<'mail-alert'>[];
}

/**
 * Owes alerts to the channels of their rules, in the transaction that raises them. Each channel gets so many in an hour; one message in the
 * next hour says how many more there were.
 */
export async function oweAlerts(tx: Tx, alerts: readonly Raised[]): Promise<void> {
  const { orgId } = tenancyOf(tx);
  const ruleIds = [...new Set(alerts.flatMap(({ ruleId }) => (ruleId === null ? [] : [ruleId])))];
  if (ruleIds.length === 0) return;
  const channels = await lockChannels(tx, orgId, ruleIds);
  if (channels.length === 0) return;
  const jobs: Jobs = { calls: [], mails: [] };
  const counts = channels.map((channel) => {
    const its = alerts.filter(({ ruleId }) => ruleId === channel.ruleId);
    return owe(tx, channel, its, jobs);
  });
  await countAlertsOfChannels(tx, orgId, counts);
  await enqueueMany(tx, 'tell-channel', { orgId, jobs: jobs.calls, tries: channelTries });
  await enqueueMany(tx, 'mail-alert', { orgId, jobs: jobs.mails, tries: channelTries });
}

function owe(
  tx: Tx,
  channel: CountedChannel,
  alerts: readonly Raised[],
  { calls, mails }: Jobs,
): ChannelCount {
  const { orgId, now } = tenancyOf(tx);
  const { id: channelId, type, userIds, sent } = channel;
  const address = queueOf(channel);
  const due = alerts.slice(0, Math.max(0, mostPerHour[type] - sent));
  for (const { id: alertId } of due) {
    if (type === 'EMAIL')
      for (const userId of userIds)
        mails.push({ payload: { orgId, channelId, userId, alertId }, address: '' });
    else {
      const key = keyOf(channelId, alertId);
      calls.push({ payload: { orgId, channelId, alertId, message: 'ALERT' }, address, key });
    }
  }
  const more = alerts.length - due.length;
  if (more > 0) {
    const dueAt = new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs);
    const payload = { orgId, channelId, alertId: null, message: 'MORE' } as const;
    calls.push({ payload, address, key: keyOf(channelId, 'more'), dueAt });
  }
  return { id: channelId, sent: due.length, more };
}

/** A message about an alert takes the place of one that waits. A late retry would otherwise open a closed incident again. */
const keyOf = (channelId: string, about: string): string => `tell-channel:${channelId}:${about}`;

/** Owes PagerDuty the new status of an alert, in the transaction that changes it. */
export async function oweStatus(
  tx: Tx,
  { id: alertId, ruleId }: Pick<Alert, 'id' | 'ruleId'>,
): Promise<void> {
  if (ruleId === null) return;
  const { orgId } = tenancyOf(tx);
  const channels = await lockChannels(tx, orgId, [ruleId]);
  const jobs = channels
    .filter(({ type }) => type === 'PAGERDUTY')
    .map(
      (channel): JobToAdd<'tell-channel'> => ({
        payload: { orgId, channelId: channel.id, alertId, message: 'STATUS' },
        address: queueOf(channel),
        key: keyOf(channel.id, alertId),
      }),
    );
  await enqueueMany(tx, 'tell-channel', { orgId, jobs, tries: channelTries });
}

/** Owes each reader of a channel a mail. @param more how many alerts were left out; undefined in a test */
export async function oweMails(
  tx: Tx,
  { orgId, id: channelId, userIds }: { orgId: string; id: string; userIds: readonly string[] },
  more: number | undefined,
): Promise<void> {
  const jobs = userIds.map((userId) => ({
    payload: { orgId, channelId, userId, alertId: null, ...(more === undefined ? {} : { more }) },
    address: '',
  }));
  await enqueueMany(tx, 'mail-alert', { orgId, jobs, tries: channelTries });
}
