import { tenancyOf } from '../../platform/entities/owned.ts';
import type { TenantTasks } from '../../platform/queue.ts';
import type { Tx } from '../../platform/tx.ts';
import { Alert, AlertRule } from '../entities/alert.ts';
import { AlertChannel } from '../entities/alert-channel.ts';
import { readMore } from '../sql/alert-channels.ts';
import {
  alertMessage,
  type ChannelMessage,
  type MessageOrigin,
  moreMessage,
  testMessage,
} from './message.ts';

/** A message that is to be sent, and its channel. */
export interface DueMessage {
  channel: AlertChannel;
  message: ChannelMessage;
  /** How many alerts the message counts that were left out. */
  more: number;
}

/**
 * Reads what a job has to send, as things stand now.
 * @returns undefined if there is nothing to send any more: the channel or the alert is gone, or the rule was disabled. A disabled rule still
 * closes the incidents that it opened
 */
export async function readDueMessage(
  tx: Tx,
  { channelId, alertId, message }: Omit<TenantTasks['tell-channel'], 'orgId'>,
  baseUrl: string,
): Promise<DueMessage | undefined> {
  const found = await findChannel(tx, channelId, baseUrl);
  if (!found) return undefined;
  const { channel, of, isEnabled } = found;
  if (!isEnabled && message !== 'STATUS') return undefined;
  if (message === 'MORE') {
    const more = await readMore(tx, of.orgId, channelId);
    return more === 0 ? undefined : { channel, message: moreMessage(channelId, more, of), more };
  }
  const alert = alertId === null ? null : await tx.findOne(Alert, { id: alertId });
  if (!alert) return undefined;
  const { status } = alert;
  // An alert that was resolved meanwhile opens no incident.
  const event = status === 'RESOLVED' ? 'resolve' : message === 'STATUS' ? 'acknowledge' : 'trigger';
  if (channel.type !== 'PAGERDUTY' && message === 'STATUS') return undefined;
  return { channel, message: alertMessage(alert, event, of), more: 0 };
}

/**
 * Reads the message of a mail. Former recipients get none. A disabled rule mails tests only.
 * @returns undefined if there is nothing to send any more
 */
export async function readMailedMessage(
  tx: Tx,
  { channelId, userId, alertId, more }: Omit<TenantTasks['mail-alert'], 'orgId'>,
  baseUrl: string,
): Promise<ChannelMessage | undefined> {
  const found = await findChannel(tx, channelId, baseUrl);
  if (!found?.channel.userIds.includes(userId)) return undefined;
  const { of, isEnabled } = found;
  if (alertId === null && more === undefined) return testMessage(channelId, 'trigger', of);
  if (!isEnabled) return undefined;
  if (alertId === null) return moreMessage(channelId, more ?? 0, of);
  const alert = await tx.findOne(Alert, { id: alertId });
  return alert ? alertMessage(alert, 'trigger', of) : undefined;
}

async function findChannel(
  tx: Tx,
  id: string,
  baseUrl: string,
): Promise<{ channel: AlertChannel; of: MessageOrigin; isEnabled: boolean } | undefined> {
  const channel = await tx.findOne(AlertChannel, { id });
  const rule = channel && (await tx.findOne(AlertRule, { id: channel.ruleId }));
  return rule ? { channel, of: originOf(tx, rule, baseUrl), isEnabled: rule.enabled } : undefined;
}

/** Returns where the messages of a rule come from. */
export function originOf(tx: Tx, { name }: Pick<AlertRule, 'name'>, baseUrl: string): MessageOrigin {
  const { orgId, environment, now } = tenancyOf(tx);
  return { orgId, environment, rule: name, now, baseUrl };
}
