import { cut } from '../../lib/cut.ts';
import { oneLine } from '../../lib/line.ts';
import type { AlertTitle } from '../alert-titles.ts';
import { hourMs } from '../detectors/finding.ts';
import { unlinked } from './unlinked.ts';
import type { Severity } from '../severity.ts';

/** A message to a channel. Its texts are one line each and hold no address that a program would link. */
export interface ChannelMessage {
  /** Messages with the same id are about the same. */
  id: string;
  event: 'trigger' | 'acknowledge' | 'resolve';
  severity: Severity;
  title: string;
  description: string;
  rule: string;
  environment: 'live' | 'test';
  at: Date;
  /** Leads to the dashboard of this installation. */
  link: string;
}

/** The tenant and the rule that a message is of. */
export interface MessageOrigin {
  orgId: string;
  environment: 'live' | 'test';
  rule: string;
  now: Date;
  /** The public origin of this installation. */
  baseUrl: string;
}

interface ToldAlert {
  id: string;
  severity: Severity;
  title: string;
  description: string;
  lastTriggeredAt: Date;
}

const longestName = 100;

const shown = (text: string, most: number): string => cut(unlinked(oneLine(text)), most);

const linkTo = ({ baseUrl, orgId }: MessageOrigin, alertId?: string): string =>
  `${baseUrl}/admin/${orgId}/alerts${alertId === undefined ? '' : `/${alertId}`}`;

export const alertMessage = (
  { id, severity, title, description, lastTriggeredAt }: ToldAlert,
  event: ChannelMessage['event'],
  of: MessageOrigin,
): ChannelMessage => ({
  id,
  event,
  severity,
  title: shown(title, 200),
  description: shown(description, 1_000),
  rule: shown(of.rule, longestName),
  environment: of.environment,
  at: lastTriggeredAt,
  link: linkTo(of, id),
});

/**
 * PagerDuty adds a message to an open incident of the same id, without a page. So the message of each hour has an id of its own.
 * @param more how many alerts were left out
 */
export const moreMessage = (channelId: string, more: number, of: MessageOrigin): ChannelMessage => ({
  id: `more:${channelId}:${Math.floor(of.now.getTime() / hourMs)}`,
  event: 'trigger',
  severity: 'MEDIUM',
  title: moreTitle(more),
  description: 'This channel got as many alerts as it may get in an hour. The dashboard shows the others.',
  rule: shown(of.rule, longestName),
  environment: of.environment,
  at: of.now,
  link: linkTo(of),
});

const moreTitle = (more: number): AlertTitle => (more === 1 ? 'One more alert' : `${more} more alerts`);

const testTitle: AlertTitle = 'Test message, nothing has happened';

export const testMessage = (
  channelId: string,
  event: 'trigger' | 'resolve',
  of: MessageOrigin,
): ChannelMessage => ({
  id: `test:${channelId}`,
  event,
  severity: 'LOW',
  title: testTitle,
  description: 'A user or a key has tested the channels of this alert rule. There is nothing to do.',
  rule: shown(of.rule, longestName),
  environment: of.environment,
  at: of.now,
  link: linkTo(of),
});
