import { Failure, RateLimited } from '../../failure.ts';
import type { Config } from '../../config.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { countRequest } from '../../platform/sql/counters.ts';
import type { Tx } from '../../platform/tx.ts';
import { AlertRule } from '../entities/alert.ts';
import type { AlertChannel, ChannelType } from '../entities/alert-channel.ts';
import { noteChannel } from '../sql/alert-channels.ts';
import { listChannels } from './changing-channels.ts';
import { testMessage } from './message.ts';
import { oweTestMails } from './owing.ts';
import { originOf } from './reading-messages.ts';
import { type ChannelError, type ChannelOutcome, type SendingParts, sendToChannel } from './sending.ts';

/** Tests of all rules of a tenant. Vendors see one address of this server for all tenants. */
const mostPerMinute = 20;

/** Counts a test mail to a user. Users are a higher room. @returns false if no mail is to be sent */
export type CountTestMail = (tx: Tx, userId: string, limits: MailLimits) => Promise<boolean>;

type MailLimits = Pick<Config, 'maxInvitationsPerHour' | 'maxMailsPerHour'>;

/** The end of the test message of a channel. */
export interface TestedChannel {
  id: string;
  type: ChannelType;
  status: 'SENT' | 'QUEUED' | 'FAILED';
  error: ChannelError | null;
}

export interface TestParts extends SendingParts {
  /** Whether this server can send mails, and how many. */
  mail: MailLimits & { enabled: boolean };
  countTestMail: CountTestMail;
  /** The public origin of this installation. */
  baseUrl: string;
}

/**
 * Sends a test message to each channel of a rule, all at once. Must not run in a transaction: a receiver may take 30 seconds.
 * @throws {Failure} ALERT_RULE_NOT_FOUND, RATE_LIMITED
 */
export async function testAlertRule(
  tx: Tx,
  id: string,
  parts: TestParts,
): Promise<{ rule: AlertRule; channels: TestedChannel[] }> {
  const { orgId } = tenancyOf(tx);
  const rule = await tx.findOne(AlertRule, { id });
  if (!rule) throw new Failure('ALERT_RULE_NOT_FOUND');
  const { count, resetAt, secondsLeft } = await countRequest(tx, `alert-tests:${orgId}`);
  if (count > mostPerMinute)
    throw new RateLimited({ limit: mostPerMinute, remaining: 0, resetAt }, secondsLeft);
  const channels = await listChannels(tx, [id]);
  return {
    rule,
    channels: await Promise.all(channels.map((channel) => testChannel(tx, rule, channel, parts))),
  };
}

async function testChannel(
  tx: Tx,
  rule: AlertRule,
  channel: AlertChannel,
  parts: TestParts,
): Promise<TestedChannel> {
  const { id, type, orgId } = channel;
  const error =
    type === 'EMAIL' ? await mail(tx, channel, parts) : (await call(tx, rule, channel, parts)).error;
  if (type === 'EMAIL' && error === null) return { id, type, status: 'QUEUED', error };
  await noteChannel(tx, orgId, id, error);
  return { id, type, status: error === null ? 'SENT' : 'FAILED', error };
}

/** Counts the mails of a test when a caller asks for it. They must not use up the mails of alerts. @returns null if they will be sent */
async function mail(
  tx: Tx,
  channel: AlertChannel,
  { mail: ability, countTestMail }: TestParts,
): Promise<ChannelError | null> {
  if (!ability.enabled) return 'MAIL_OFF';
  for (const userId of channel.userIds) if (!(await countTestMail(tx, userId, ability))) return 'MAIL_LIMIT';
  return (await oweTestMails(tx, channel)) ? null : 'MAIL_LIMIT';
}

/** PagerDuty opens an incident for the test, and closes it at once. */
async function call(
  tx: Tx,
  rule: AlertRule,
  channel: AlertChannel,
  parts: TestParts,
): Promise<ChannelOutcome> {
  const of = originOf(tx, rule, parts.baseUrl);
  const outcome = await sendToChannel(channel, testMessage(channel.id, 'trigger', of), parts);
  if (channel.type !== 'PAGERDUTY' || outcome.error !== null) return outcome;
  return sendToChannel(channel, testMessage(channel.id, 'resolve', of), parts);
}
