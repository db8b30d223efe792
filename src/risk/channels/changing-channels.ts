import { requireMayGiveLasting, requireWithinOwnBounds, unbounded } from '../../credentials/bounds.ts';
import { invalid } from '../../failure.ts';
import { newId } from '../../lib/id.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { FieldChange } from '../../platform/events.ts';
import { type Grantor, requireAlso, requireGrantable } from '../../platform/grants.ts';
import type { Outgoing } from '../../platform/outgoing.ts';
import type { Tx } from '../../platform/tx.ts';
import type { Vault } from '../../platform/vault.ts';
import type { AlertRule } from '../entities/alert.ts';
import { AlertChannel } from '../entities/alert-channel.ts';
import { type ChannelInput, type ReadChannel, readChannels } from './channel-input.ts';
import { channelTargetPurpose } from './targets.ts';

/** Returns those of these users who get no mail: they are not active, or have no verified address. Users are a higher room. */
export type WithoutMail = (tx: Tx, userIds: readonly string[]) => Promise<string[]>;

export interface ChannelParts {
  vault: Pick<Vault, 'seal'>;
  outgoing: Pick<Outgoing, 'mayReach'>;
  withoutMail: WithoutMail;
}

/** Lists the channels of rules, in the order of the lists. */
export function listChannels(tx: Tx, ruleIds: readonly string[]): Promise<AlertChannel[]> {
  return tx.find(
    AlertChannel,
    { ruleId: { $in: [...ruleIds] } },
    { orderBy: [{ ruleId: 'asc' }, { place: 'asc' }] },
  );
}

/**
 * Gives a rule the channels of a request. The rule must be in the database, and be locked.
 * @param before the channels that the rule has
 * @returns the channels, and what changed, without addresses
 * @throws {Failure} VALIDATION_ERROR, SCOPE_NOT_GRANTABLE, INSUFFICIENT_SCOPE, REAUTHENTICATION_REQUIRED, BOUND_NOT_GRANTABLE
 */
export async function changeChannels(
  tx: Tx,
  { id: ruleId }: Pick<AlertRule, 'id'>,
  { before, inputs }: { before: readonly AlertChannel[]; inputs: readonly ChannelInput[] },
  grantor: Grantor,
  { vault, outgoing, withoutMail }: ChannelParts,
): Promise<{ channels: AlertChannel[]; changes: FieldChange[] }> {
  const from = before.map(audited);
  const wanted = readChannels(inputs, before, outgoing);
  const removed = before.filter((one) => !wanted.some((channel) => channel.before === one));
  await requireMayChange(tx, wanted, removed, grantor);
  await requireRecipients(tx, wanted, withoutMail);
  for (const one of removed) tx.remove(one);
  const channels = wanted.map((channel, place) => written(tx, ruleId, channel, place, { grantor, vault }));
  const to = channels.map((channel, at) => ({
    ...audited(channel),
    // The address is not shown, so the audit log says that there is a new one.
    ...(wanted[at]?.newTarget === undefined ? {} : { hasNewAddress: true }),
  }));
  const isSame = JSON.stringify(from) === JSON.stringify(to);
  return { channels, changes: isSame ? [] : [{ field: 'channels', from, to }] };
}

const audited = ({ id, type, host, region, userIds }: AlertChannel) => ({ id, type, host, region, userIds });

const gained = ({ before, userIds }: ReadChannel): string[] =>
  userIds.filter((id) => before?.userIds.includes(id) !== true);

/**
 * Asks what webhooks ask (docs/decisions/0015, 0041): who chooses an address gives alerts to it, for longer than the caller may last, and makes
 * this server call it.
 */
async function requireMayChange(
  tx: Tx,
  wanted: readonly ReadChannel[],
  removed: readonly AlertChannel[],
  grantor: Grantor,
): Promise<void> {
  const calls = wanted.some(({ newTarget }) => newTarget !== undefined);
  const mails = wanted.some((channel) => gained(channel).length > 0);
  const loses =
    removed.length > 0 ||
    wanted.some(({ before, userIds }) => before?.userIds.some((id) => !userIds.includes(id)) === true);
  if (calls || mails || loses) requireGrantable(grantor, ['alerts.read']);
  if (calls) requireAlso(grantor, 'webhooks.write');
  // The refusal of a user says whether the user is active.
  if (mails) requireAlso(grantor, 'directory.read');
  if (calls || mails) await requireWithinOwnBounds(tx, grantor, unbounded);
  else if (loses) await requireMayGiveLasting(tx, grantor);
}

/** A user of a channel may have left since. So the rule judges new users only. */
async function requireRecipients(
  tx: Tx,
  wanted: readonly ReadChannel[],
  withoutMail: WithoutMail,
): Promise<void> {
  const added = [...new Set(wanted.flatMap(gained))];
  if (added.length === 0) return;
  const [refused] = await withoutMail(tx, added);
  if (refused === undefined) return;
  const at = wanted.findIndex((channel) => gained(channel).includes(refused));
  throw invalid(
    `channels.${at}.userIds`,
    `must be active users of this organization with a verified address; ${refused} does not qualify`,
  );
}

function written(
  tx: Tx,
  ruleId: string,
  { before, type, host, region, newTarget, userIds }: ReadChannel,
  place: number,
  { grantor, vault }: { grantor: Grantor; vault: ChannelParts['vault'] },
): AlertChannel {
  const id = before?.id ?? newId('alc');
  const sealed =
    newTarget === undefined
      ? undefined
      : vault.seal(newTarget, tenancyOf(tx).orgId, channelTargetPurpose(id));
  if (before) {
    Object.assign(before, { place, host, region, userIds, ...(sealed && { target: sealed }) });
    return before;
  }
  const createdBy = grantor.actor.id;
  return tx.create(AlertChannel, {
    id,
    ruleId,
    place,
    type,
    host,
    region,
    userIds,
    target: sealed ?? null,
    createdBy,
  });
}
