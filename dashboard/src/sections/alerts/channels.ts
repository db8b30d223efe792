import type {
  AlertChannel,
  AlertChannelInput,
  AlertChannelType,
  PagerDutyRegion,
} from '../../generated/types.gen.ts';

/** A channel as the form holds it. The address and the routing key are empty unless the user enters a new one. */
export interface Channel {
  /** Empty for a new channel. */
  id: string;
  type: AlertChannelType;
  host: string;
  url: string;
  routingKey: string;
  region: string;
  userIds: string[];
}

export const channelTypes: readonly AlertChannelType[] = ['EMAIL', 'SLACK', 'TEAMS', 'PAGERDUTY'];
export const regions: readonly PagerDutyRegion[] = ['US', 'EU'];

/** The most channels of a rule. */
export const mostChannels = 5;

export const newChannel = (type: AlertChannelType): Channel => ({
  id: '',
  type,
  host: '',
  url: '',
  routingKey: '',
  region: 'US',
  userIds: [],
});

export const toChannel = ({ id, type, host, region, userIds }: AlertChannel): Channel => ({
  ...newChannel(type),
  id,
  host: host ?? '',
  region: region ?? 'US',
  userIds: [...userIds],
});

/** @param isSample leaves the address and the routing key out */
export function channelOf(
  { id, type, url, routingKey, region, userIds }: Channel,
  { isSample = false } = {},
): AlertChannelInput {
  const named = id === '' ? { type } : { id };
  if (type === 'EMAIL') return { ...named, userIds };
  if (type === 'PAGERDUTY')
    return {
      ...named,
      region: region as PagerDutyRegion,
      ...(routingKey === '' ? {} : { routingKey: isSample ? '…' : routingKey.trim() }),
    };
  return { ...named, ...(url === '' ? {} : { url: isSample ? 'https://…' : url.trim() }) };
}
