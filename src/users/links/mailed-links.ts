import { randomBytes, randomUUID } from 'node:crypto';
import type { Origin } from '../../audit/audit.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { Failure, RateLimited } from '../../failure.ts';
import { networkOf, subnetOf } from '../../risk/network.ts';
import { hashSecret } from '../../lib/secret.ts';
import { type AskedLink, askForLinkRow } from './sql/ask-for-link.ts';
import { type LiveLink, liveLink, useLinkRow, verifyEmailRow } from './sql/use-link.ts';
import { enqueue, enqueueIfRoom } from '../../platform/queue.ts';
import type { Tx } from '../../platform/tx.ts';
import { authConfig } from '../auth-config.ts';
import { type MailAbility, mostMailsWaiting, mostOfStrangersWaiting } from '../invitations/invitations.ts';
import { userActor } from '../sessions/login-sessions.ts';
import { countMailOfCaller, type MailLimits, subnetHash } from '../mail-limits.ts';
import { recordUserChange } from '../directory/user-changes.ts';

/** The only purpose that a link can be used for. */
export type LinkPurpose = AskedLink['purpose'];

/** The recipient of a link: a known user, or the user with the typed name, if there is one. */
type Wanting =
  | { userId: string; limits: MailLimits }
  | { name: string; browserId: string; address: string; signInId: string | null };

const secondsToVerify = 86_400;
/** When strangers may try again whose mails have no place. */
const secondsToRetry = 60;

/** @throws {Failure} SERVICE_UNAVAILABLE when no mail can be sent */
export function requireMail({ enabled }: MailAbility): void {
  if (enabled) return;
  throw new Failure('SERVICE_UNAVAILABLE', { mail: 'No mail can be sent: set SMTP_URL and MAIL_FROM.' });
}

/**
 * Asks for a link by mail. Whether anybody has the name is found out by the task that sends it: here all names are alike,
 * in what is done and in how long it takes. A link for a user who is known is counted here, any other when it is sent.
 * @throws {Failure} SERVICE_UNAVAILABLE when too many mails of the tenant wait
 * @throws {RateLimited} when the user is known, and the tenant has used up the mails of this hour; when too many mails of strangers wait
 */
export async function askForLink(
  tx: Tx,
  purpose: LinkPurpose,
  wanting: Wanting,
  locale: string | undefined,
): Promise<void> {
  const { orgId, now } = tenancyOf(tx);
  const { magicLink, passwordPolicy } = await authConfig(tx);
  const id = randomUUID();
  const named = 'name' in wanting;
  const ttlSeconds = {
    SIGN_IN: magicLink.ttlSeconds,
    RESET_PASSWORD: passwordPolicy.resetTokenTtlSeconds,
    VERIFY_EMAIL: secondsToVerify,
    CREATE_ACCOUNT: secondsToVerify,
  }[purpose];
  const noted = await askForLinkRow(tx, orgId, {
    id,
    purpose,
    askedFor: named ? wanting.name : null,
    countedBy: named ? wanting.name.trim() : wanting.userId,
    userId: named ? null : wanting.userId,
    browserId: named ? wanting.browserId : null,
    network: named ? (networkOf(wanting.address) ?? wanting.address) : null,
    subnet: named ? subnetHash(subnetOf(wanting.address)) : null,
    signInId: named ? wanting.signInId : null,
    locale: locale ?? null,
    ttlSeconds,
    maxPerHour: magicLink.maxPerHour,
  });
  if (!noted) return;
  if (!named) await countMailOfCaller(tx, 'CALLER', wanting.limits);
  if (!noted.byStranger) {
    await enqueue(tx, 'send-mailed-link', { orgId, linkId: id }, { mostWaiting: mostMailsWaiting });
    return;
  }
  const mostWaiting = mostOfStrangersWaiting;
  if (!(await enqueueIfRoom(tx, 'send-mailed-link', { orgId, linkId: id }, { mostWaiting })))
    throw tooManyOfStrangers(now);
}

/** Strangers have filled their places themselves, so the answer is not a fault of the service (5xx). */
function tooManyOfStrangers(now: Date): RateLimited {
  const resetAt = Math.ceil(now.getTime() / 1000) + secondsToRetry;
  const standing = { limit: mostOfStrangersWaiting, remaining: 0, resetAt };
  return new RateLimited(
    standing,
    secondsToRetry,
    'too many emails of this organization are waiting to be sent',
  );
}

/** 256 random bits in base64url. Other texts cannot be a token of Keyward, and cost no look-up. */
const tokenForm = /^[A-Za-z0-9_-]{43}$/;

export const isLinkToken = (text: string): boolean => tokenForm.test(text);

/** A new token, which only the mail has. */
export const newLinkToken = (): string => randomBytes(32).toString('base64url');

/** Returns what a link is for, without using it up. A virus scanner may open the link before the user does. */
export async function findLink(tx: Tx, purpose: LinkPurpose, token: string): Promise<LiveLink | undefined> {
  if (!isLinkToken(token)) return undefined;
  return liveLink(tx, tenancyOf(tx).orgId, { purpose, tokenHash: hashSecret(token) });
}

/**
 * Uses a link up.
 * @param browser in which alone it works
 * @returns undefined when it is of another purpose, used, too old, of another browser, or its person may not any more
 */
export async function useLink(
  tx: Tx,
  purpose: LinkPurpose,
  token: string,
  { browser = null }: { browser?: string | null } = {},
): Promise<LiveLink | undefined> {
  if (!isLinkToken(token)) return undefined;
  return useLinkRow(tx, tenancyOf(tx).orgId, { purpose, tokenHash: hashSecret(token) }, browser);
}

/** Marks the address as verified: a user who uses a link from a mail has proved to own its address. */
export async function noteVerified(
  tx: Tx,
  { userId, email }: { userId: string; email: string },
  origin: Origin,
): Promise<void> {
  const { orgId } = tenancyOf(tx);
  const verified = await verifyEmailRow(tx, orgId, userId, email);
  if (!verified || verified.wasVerified) return;
  const { name } = verified;
  const actor = userActor(userId, name);
  const changes = [{ field: 'emailVerified', from: false, to: true }];
  await recordUserChange(tx, { userId, userName: name }, changes, { actor, origin });
}

/** Uses a link to prove an address. @returns whether it did */
export async function verifyEmail(tx: Tx, token: string, origin: Origin): Promise<boolean> {
  const link = await useLink(tx, 'VERIFY_EMAIL', token);
  if (!link || link.userId === null) return false;
  await noteVerified(tx, { userId: link.userId, email: link.email }, origin);
  return true;
}
