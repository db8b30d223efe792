import { hostOf } from '../../lib/public-url.ts';
import type { PagerDutyRegion } from '../entities/alert-channel.ts';

/** Returns the purpose that the address or the routing key of a channel is sealed for. */
export const channelTargetPurpose = (id: string): string => `alert-channel:${id}`;

const pagerDutyHosts: Readonly<Record<PagerDutyRegion, string>> = {
  US: 'events.pagerduty.com',
  EU: 'events.eu.pagerduty.com',
};

export const pagerDutyHost = (region: PagerDutyRegion): string => pagerDutyHosts[region];

/** Returns the address of the Events API v2 in a service region. */
export const pagerDutyUrl = (region: PagerDutyRegion): string =>
  `https://${pagerDutyHosts[region]}/v2/enqueue`;

/** Returns what is shown of an address: the path of a URL is its secret. */
export const shownHost = (url: string): string => hostOf(new URL(url));

/**
 * Returns the queue that the messages of a channel wait in. All channels of Slack have one host. A channel that was removed there would
 * otherwise pause the others of the tenant.
 */
export const queueOf = ({ id, host }: { id: string; host: string | null }): string => `${host ?? ''} ${id}`;
