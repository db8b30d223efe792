import { tenancyOf } from '../platform/entities/owned.ts';
import { User } from './directory/entities/user.ts';
import type { Actor } from '../platform/events.ts';
import type { Branding } from '../lib/auth-config.ts';
import { languageOf, type Locale } from '../lib/locale.ts';
import type { Notice } from '../platform/notice.ts';
import { enqueue } from '../platform/queue.ts';
import type { Tx } from '../platform/tx.ts';
import { authConfig } from './auth-config.ts';

/**
 * Sends a user a mail about a change of a credential, even if the user made the change. Users learn from the mail of
 * a change that they did not make. The mail is a job of the transaction of the change. Where no mail can be sent,
 * there is no job (workers/send-notice.ts). If the same change happens again before the mail is sent, one mail tells
 * of the later change.
 */
export async function tellByMail(
  tx: Tx,
  userId: string,
  notice: Notice,
  by: Pick<Actor, 'id'>,
): Promise<void> {
  const { orgId, now } = tenancyOf(tx);
  const byThemselves = by.id === userId;
  await enqueue(
    tx,
    'send-notice',
    { orgId, userId, notice, byThemselves, at: now.toISOString() },
    { key: `send-notice:${userId}:${notice}:${byThemselves ? 'own' : 'other'}` },
  );
}

/** The user that a notice goes to, and the language of the notice. */
export interface NoticeRecipient {
  email: string;
  /** The name that the mail calls the user by; null without a name, or if the user has not proved the address. */
  name: string | null;
  locale: Locale;
  branding: Branding;
}

/** @returns undefined where nothing is sent: a user without an address, or who may not sign in, gets no notice */
export async function noticeRecipient(tx: Tx, userId: string): Promise<NoticeRecipient | undefined> {
  const user = await tx.findOne(User, { id: userId });
  return user ? recipientOf(tx, user) : undefined;
}

async function recipientOf(tx: Tx, user: User): Promise<NoticeRecipient | undefined> {
  if (user.email === null || user.statusAt(tenancyOf(tx).now) !== 'ACTIVE') return undefined;
  const { branding } = await authConfig(tx);
  return {
    email: user.email,
    name: user.emailVerified ? (user.displayName ?? user.firstName) : null,
    locale: languageOf(user.locale) ?? branding.locale,
    branding,
  };
}

/** @returns undefined where no mail about an alert is sent: to users who may not sign in, or whose address is not verified */
export async function alertRecipient(tx: Tx, userId: string): Promise<NoticeRecipient | undefined> {
  const user = await tx.findOne(User, { id: userId });
  return user?.emailVerified ? recipientOf(tx, user) : undefined;
}

/** Returns those of these users who get no mails about alerts: they are not active, or have no verified address. */
export async function withoutMail(tx: Tx, userIds: readonly string[]): Promise<string[]> {
  const { now } = tenancyOf(tx);
  const users = await tx.find(User, { id: { $in: [...userIds] } });
  const good = new Set(
    users
      .filter((user) => user.email !== null && user.emailVerified && user.statusAt(now) === 'ACTIVE')
      .map(({ id }) => id),
  );
  return userIds.filter((id) => !good.has(id));
}
