import { invalid } from '../../failure.ts';
import { refusalOfUrl } from '../../lib/public-url.ts';
import type { Outgoing } from '../../platform/outgoing.ts';
import type { AlertChannel, ChannelType, PagerDutyRegion } from '../entities/alert-channel.ts';
import { pagerDutyHost, shownHost } from './targets.ts';

/** A channel as a request names it: a new one, or one that the rule has, by its id. */
export interface ChannelInput {
  id?: string;
  type?: ChannelType;
  url?: string;
  routingKey?: string;
  region?: PagerDutyRegion;
  userIds?: string[];
}

/** A channel as a rule will have it. */
export interface ReadChannel {
  /** The channel that the rule has; undefined for a new one. */
  before: AlertChannel | undefined;
  type: ChannelType;
  host: string | null;
  region: PagerDutyRegion | null;
  /** The new address or routing key, not sealed; undefined if the channel keeps its own, or has none. */
  newTarget: string | undefined;
  userIds: string[];
}

/** The fields of each type. */
const fieldsOf: Readonly<Record<ChannelType, readonly (keyof ChannelInput)[]>> = {
  EMAIL: ['userIds'],
  SLACK: ['url'],
  TEAMS: ['url'],
  PAGERDUTY: ['routingKey', 'region'],
};

type Target = 'userIds' | 'url' | 'routingKey';

/** The field that a new channel of each type needs, and an example. */
const needed: Readonly<Record<ChannelType, { field: Target; example: string }>> = {
  EMAIL: { field: 'userIds', example: 'the IDs of users, such as usr_01kahz5v3be4nr7q2m8x9c0d1e' },
  SLACK: {
    field: 'url',
    example: 'the URL of an incoming webhook, such as https://hooks.slack.com/services/T0/B0/x',
  },
  TEAMS: {
    field: 'url',
    example: 'the URL of a workflow, such as https://prod-01.westus.logic.azure.com/workflows/x',
  },
  PAGERDUTY: { field: 'routingKey', example: 'an integration key, such as 0123456789abcdef0123456789abcdef' },
};

/**
 * Reads the channels of a request.
 * @param before the channels that the rule has
 * @throws {Failure} VALIDATION_ERROR
 */
export function readChannels(
  inputs: readonly ChannelInput[],
  before: readonly AlertChannel[],
  way: Pick<Outgoing, 'mayReach'>,
): ReadChannel[] {
  const named = new Set<string>();
  return inputs.map((input, at) => {
    const place = `channels.${at}`;
    const { id } = input;
    const one = id === undefined ? undefined : before.find((channel) => channel.id === id);
    if (id !== undefined) {
      if (!one)
        throw invalid(
          `${place}.id`,
          'must be the ID of a channel that this rule has. Leave it out for a new channel',
        );
      if (named.has(id)) throw invalid(`${place}.id`, 'must not be the ID of another channel in the list');
      named.add(id);
    }
    return readChannel(input, one, place, way);
  });
}

function readChannel(
  { id: _id, type: wanted, ...fields }: ChannelInput,
  before: AlertChannel | undefined,
  place: string,
  way: Pick<Outgoing, 'mayReach'>,
): ReadChannel {
  const type = before?.type ?? wanted;
  if (type === undefined)
    throw invalid(`${place}.type`, 'must be the type of the new channel, such as SLACK');
  if (wanted !== undefined && wanted !== type)
    throw invalid(`${place}.type`, `must be ${type}. Remove the channel and add one of the other type`);
  requireFieldsOf(type, fields, before, place);
  const { url, routingKey, region, userIds, ...rest } = fields;
  rest satisfies Record<string, never>;
  if (url !== undefined) requirePublic(url, `${place}.url`, way);
  return {
    before,
    type,
    newTarget: url ?? routingKey,
    userIds: userIds ?? before?.userIds ?? [],
    ...hostAndRegion(type, { url, region }, before),
  };
}

/** @throws {Failure} VALIDATION_ERROR: a field of another type, or no address where one is needed */
function requireFieldsOf(
  type: ChannelType,
  given: Omit<ChannelInput, 'id' | 'type'>,
  before: AlertChannel | undefined,
  place: string,
): void {
  const its: readonly string[] = fieldsOf[type];
  for (const [field, value] of Object.entries(given))
    if (value !== undefined && !its.includes(field))
      throw invalid(`${place}.${field}`, `must be left out for ${type}, which takes ${its.join(' and ')}`);
  const moves = before !== undefined && given.region !== undefined && given.region !== before.region;
  const { field, example } = needed[type];
  if ((!before || moves) && given[field] === undefined)
    throw invalid(`${place}.${field}`, `must be ${example}`);
}

function hostAndRegion(
  type: ChannelType,
  { url, region }: { url: string | undefined; region: PagerDutyRegion | undefined },
  before: AlertChannel | undefined,
): Pick<ReadChannel, 'host' | 'region'> {
  if (type === 'EMAIL') return { host: null, region: null };
  if (type !== 'PAGERDUTY')
    return { host: url === undefined ? (before?.host ?? null) : shownHost(url), region: null };
  const chosen = region ?? before?.region ?? 'US';
  return { host: pagerDutyHost(chosen), region: chosen };
}

function requirePublic(url: string, field: string, { mayReach }: Pick<Outgoing, 'mayReach'>): void {
  const allowed = refusalOfUrl(url, mayReach);
  if (allowed !== undefined) throw invalid(field, `must be ${allowed}`);
}
