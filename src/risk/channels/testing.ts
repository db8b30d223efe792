import { Failure, RateLimited } from '../../failure.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { AlertRule } from '../entities/alert.ts';
import type { AlertChannel, ChannelType } from '../entities/alert-channel.ts';
import { countRuleTest, noteChannel } from '../sql/alert-channels.ts';
import { listChannels } from './changing-channels.ts';
import { testMessage } from './message.ts';
import { oweMails } from './owing.ts';
import { originOf } from './reading-messages.ts';
import { type ChannelError, type ChannelOutcome, type SendingParts, sendToChannel } from './sending.ts';

const mostPerMinute = 5;

/** The end of the test message of a channel. */
export interface TestedChannel {
  id: string;
  type: ChannelType;
  status: 'SENT' | 'QUEUED' | 'FAILED';
  error: ChannelError | null;
}

export interface TestParts extends SendingParts {
  /** Whether this server can send mails. */
  mail: { enabled: boolean };
  /** The public origin of this installation. */
  baseUrl: string;
}

/**
 * Sends a test message to each channel of a rule, all at once. Must not run in a transaction: a receiver may take 15 seconds.
 * @throws {Failure} ALERT_RULE_NOT_FOUND, RATE_LIMITED
 */
export async function testAlertRule(
  tx: Tx,
  id: string,
  parts: TestParts,
): Promise<{ rule: AlertRule; channels: TestedChannel[] }> {
  const { orgId } = tenancyOf(tx);
  const rule = await tx.findOne(AlertRule, { id });
  const window = rule && (await countRuleTest(tx, orgId, id));
  if (!window) throw new Failure('ALERT_RULE_NOT_FOUND');
  const { count, resetAt, secondsLeft } = window;
  if (count > mostPerMinute)
    throw new RateLimited({ limit: mostPerMinute, remaining: 0, resetAt }, secondsLeft);
  const channels = await listChannels(tx, [id]);
  return { rule, channels: await Promise.all(channels.map((channel) => testChannel(tx, rule, channel, parts))) };
}

async function testChannel(
  tx: Tx,
  rule: AlertRule,
  channel: AlertChannel,
  parts: TestParts,
): Promise<TestedChannel> {
  const { id, type, orgId } = channel;
  if (type === 'EMAIL' && parts.mail.enabled) {
    await oweMails(tx, channel, undefined);
    return { id, type, status: 'QUEUED', error: null };
  }
  const error = type === 'EMAIL' ? 'MAIL_OFF' : (await call(tx, rule, channel, parts)).error;
  await noteChannel(tx, orgId, id, error);
  return { id, type, status: error === null ? 'SENT' : 'FAILED', error };
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
