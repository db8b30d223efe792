import { type Outgoing, OutgoingFailure, type OutgoingFailureCode } from '../../platform/outgoing.ts';
import { type Vault, VaultError } from '../../platform/vault.ts';
import type { ChannelType, PagerDutyRegion } from '../entities/alert-channel.ts';
import type { ChannelMessage } from './message.ts';
import { pagerDutyBody } from './pager-duty.ts';
import { slackBody } from './slack.ts';
import { channelTargetPurpose, pagerDutyUrl } from './targets.ts';
import { teamsBody } from './teams.ts';

/** Why a message was not accepted. The service keeps only the class of the status: strangers write the rest of an answer. */
export type ChannelError =
  | OutgoingFailureCode
  | 'HTTP_3XX'
  | 'HTTP_4XX'
  | 'HTTP_5XX'
  | 'SECRET_UNREADABLE'
  | 'MAIL_LIMIT'
  | 'MAIL_OFF'
  | 'MAIL_FAILED';

export interface ChannelOutcome {
  /** Null if the message was accepted. */
  error: ChannelError | null;
  /** Whether the same message may be accepted later. */
  mayRetry: boolean;
}

/** A channel that is called. */
export interface CalledChannel {
  orgId: string;
  id: string;
  type: ChannelType;
  region: PagerDutyRegion | null;
  /** Sealed. */
  target: Uint8Array | null;
}

export interface SendingParts {
  vault: Pick<Vault, 'open'>;
  outgoing: Pick<Outgoing, 'send'>;
}

const timeoutMs = 15_000;
const accepted: ChannelOutcome = { error: null, mayRetry: false };

/** Sends a message once. A redirect is not followed. @throws what is a fault of ours */
export async function sendToChannel(
  channel: CalledChannel,
  message: ChannelMessage,
  { vault, outgoing }: SendingParts,
): Promise<ChannelOutcome> {
  try {
    const { url, body } = requestOf(channel, message, vault);
    const { status } = await outgoing.send(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'User-Agent': 'Keyward-Alerts/1' },
      body: Buffer.from(JSON.stringify(body)),
      timeoutMs,
      keepBytes: 0,
    });
    return outcomeOf(status);
  } catch (error) {
    if (error instanceof OutgoingFailure) return { error: error.code, mayRetry: true };
    if (error instanceof VaultError) return { error: 'SECRET_UNREADABLE', mayRetry: false };
    throw error;
  }
}

/** 429 and 408 are the answers of the class 4xx that ask for another attempt (RFC 6585 section 4, RFC 9110 section 15.5.9). */
function outcomeOf(status: number): ChannelOutcome {
  if (status >= 200 && status <= 299) return accepted;
  if (status >= 500) return { error: 'HTTP_5XX', mayRetry: true };
  if (status >= 400) return { error: 'HTTP_4XX', mayRetry: status === 429 || status === 408 };
  return { error: 'HTTP_3XX', mayRetry: false };
}

/** @throws {VaultError} the address cannot be opened */
function requestOf(
  { orgId, id, type, region, target }: CalledChannel,
  message: ChannelMessage,
  vault: SendingParts['vault'],
): { url: string; body: object } {
  if (target === null) throw new Error('A channel for mails has no address');
  const opened = vault.open(Buffer.from(target), orgId, channelTargetPurpose(id));
  if (type === 'PAGERDUTY')
    return { url: pagerDutyUrl(region ?? 'US'), body: pagerDutyBody(message, opened) };
  return { url: opened, body: type === 'TEAMS' ? teamsBody(message) : slackBody(message) };
}
