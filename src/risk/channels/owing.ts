import { tenancyOf } from '../../platform/entities/owned.ts';
import { enqueueIfRoom, enqueueMany, type JobToAdd } from '../../platform/queue.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Alert } from '../entities/alert.ts';
import { byGravity, type Severity } from '../severity.ts';
import {
  type ChannelCount,
  countAlertsOfChannels,
  type CountedChannel,
  followingChannels,
  lockChannels,
} from '../sql/alert-channels.ts';
import { hourMs } from '../detectors/finding.ts';
import { queueOf } from './targets.ts';

/** Alerts that one channel gets in an hour. A channel of mails has up to ten readers. */
const mostPerHour = { EMAIL: 20, SLACK: 60, TEAMS: 60, PAGERDUTY: 60 } as const;
/**
 * Mails about alerts wait in a queue of their own. A storm of alerts, or a pause after failures, must not delay links to sign in, which wait in
 * the queue without a name.
 */
export const alertMails = 'alerts';

/** Tries of one message, over about four hours. */
export const channelTries = 10;

interface Raised {
  id: string;
  ruleId: string | null;
  severity: Severity;
}

interface Jobs {
  calls: JobToAdd<'tell-channel'>[];
  mails: JobToAdd<'mail-alert'>[];
}

/**
 * Owes alerts to the channels of their rules, in the transaction that raises them. Each channel gets so many in an hour; one message in the
 * next hour says how many more there were. The gravest come first, and critical ones have as many places again: who can raise alerts that do not
 * matter must not hide one that does.
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
  let place = sent;
  const due = gravestFirst(alerts).filter(({ severity }) => {
    const hasPlace = place < mostPerHour[type] * (severity === 'CRITICAL' ? 2 : 1);
    if (hasPlace) place += 1;
    return hasPlace;
  });
  for (const { id: alertId } of due) {
    if (type === 'EMAIL')
      for (const userId of userIds)
        mails.push({ payload: { orgId, channelId, userId, alertId }, address: alertMails });
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

const gravestFirst = (alerts: readonly Raised[]): Raised[] =>
  alerts.toSorted((one, other) => byGravity(other.severity, one.severity));

/** A message about an alert takes the place of one that waits. A late retry would otherwise open a closed incident again. */
const keyOf = (channelId: string, about: string): string => `tell-channel:${channelId}:${about}`;

/** Owes PagerDuty the new status of an alert, in the transaction that changes it. */
export async function oweStatus(
  tx: Tx,
  { id: alertId, ruleId }: Pick<Alert, 'id' | 'ruleId'>,
): Promise<void> {
  if (ruleId === null) return;
  const { orgId } = tenancyOf(tx);
  const channels = await followingChannels(tx, orgId, ruleId);
  const jobs = channels.map(
    (channel): JobToAdd<'tell-channel'> => ({
      payload: { orgId, channelId: channel.id, alertId, message: 'STATUS' },
      address: queueOf(channel),
      key: keyOf(channel.id, alertId),
    }),
  );
  await enqueueMany(tx, 'tell-channel', { orgId, jobs, tries: channelTries });
}

type Readers = Pick<CountedChannel, 'id' | 'userIds'> & { orgId: string };

/** Owes each reader of a channel a mail. @param more how many alerts were left out */
export async function oweMails(
  tx: Tx,
  { orgId, id: channelId, userIds }: Readers,
  more: number,
): Promise<void> {
  const jobs = userIds.map((userId) => ({
    payload: { orgId, channelId, userId, alertId: null, more },
    address: alertMails,
  }));
  await enqueueMany(tx, 'mail-alert', { orgId, jobs, tries: channelTries });
}

/** Mails about alerts of one tenant that may be due and wait when a test adds one. */
const mostTestsWaiting = 1_000;

/**
 * Owes each reader of a channel a test mail. A second test takes the place of one that waits.
 * @returns false if too many wait; some readers may get their mail
 */
export async function oweTestMails(tx: Tx, { orgId, id: channelId, userIds }: Readers): Promise<boolean> {
  for (const userId of userIds) {
    const options = {
      key: `mail-alert:test:${channelId}:${userId}`,
      address: alertMails,
      tries: 3,
      mostWaiting: mostTestsWaiting,
    };
    const payload = { orgId, channelId, userId, alertId: null };
    if (!(await enqueueIfRoom(tx, 'mail-alert', payload, options))) return false;
  }
  return true;
}
