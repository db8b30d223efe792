import { randomBytes } from 'node:crypto';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { Failure } from '../../failure.ts';
import type { Branding } from '../../lib/auth-config.ts';
import { languageOf, type Locale } from '../../lib/locale.ts';
import { hashSecret } from '../../lib/secret.ts';
import { type IssuedInvitation, issueInvitation, renewInvitation } from './sql/invitations.ts';
import type { Actor } from '../../platform/events.ts';
import { enqueue } from '../../platform/queue.ts';
import type { Tx } from '../../platform/tx.ts';
import { authConfig } from '../auth-config.ts';
import { ownTexts } from '../mail-templates/mail-templates.ts';
import type { OwnTexts } from '../pages/mail-texts.ts';
import { countMailOfCaller, type MailLimits } from '../mail-limits.ts';

/** Whether this service can send mail at all, and how many mails of one tenant in an hour. */
export interface MailAbility extends MailLimits {
  enabled: boolean;
}

/** For users who are created without a mail. */
export const noMail: MailAbility = { enabled: false, maxInvitationsPerHour: 0, maxMailsPerHour: 0 };

export const invitationDays = 7;

/**
 * The number of mails of one tenant that may be due and wait to be sent, as while the mail server is slow. Notices of
 * changes do not count. Each notice belongs to a change. Requests of others for many mails must neither reject the
 * change nor hide it.
 */
export const mostMailsWaiting = 10_000;

/** As {@link mostMailsWaiting}, for links that unknown browsers ask for: they leave half of the places to others. */
export const mostOfStrangersWaiting = mostMailsWaiting / 2;

/**
 * Invites a person who was created in this transaction, or invites them again: the mail with the link is sent when the
 * transaction has committed, and every earlier link is dead. Flushes, because the invitation refers to the person.
 * @param by who invites
 * @throws {Failure} SERVICE_UNAVAILABLE when no mail can be sent, or too many mails of the tenant wait
 * @throws {RateLimited} when the tenant has used up the invitations of this hour
 */
export async function inviteUser(
  tx: Tx,
  userId: string,
  by: Pick<Actor, 'id'>,
  mail: MailAbility,
): Promise<void> {
  if (!mail.enabled) {
    throw new Failure('SERVICE_UNAVAILABLE', {
      mail: 'No mail can be sent: set SMTP_URL and MAIL_FROM, or create the user with "sendInvite": false.',
    });
  }
  await tx.flush();
  const { orgId, now } = tenancyOf(tx);
  await countMailOfCaller(tx, 'INVITATION', mail);
  await renewInvitation(tx, { orgId, userId, by: by.id, now });
  const key = `send-invitation:${userId}`;
  await enqueue(tx, 'send-invitation', { orgId, userId }, { key, mostWaiting: mostMailsWaiting });
}

/**
 * Makes the token of an invitation that waits. Only the token's hash is kept, so a lost token is replaced by a new
 * one.
 * @returns undefined when no user waits for the invitation
 */
export async function makeInvitationToken(
  tx: Tx,
  userId: string,
): Promise<
  (IssuedInvitation & { token: string; locale: Locale; branding: Branding; texts: OwnTexts }) | undefined
> {
  const { orgId, now } = tenancyOf(tx);
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + invitationDays * 86_400_000);
  const issued = await issueInvitation(tx, { orgId, userId, tokenHash: hashSecret(token), now, expiresAt });
  if (!issued) return undefined;
  const { branding } = await authConfig(tx);
  const locale = languageOf(issued.locale) ?? branding.locale;
  const texts = await ownTexts(tx, 'INVITATION', locale);
  return { ...issued, token, locale, branding, texts };
}
