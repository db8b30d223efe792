import type { EntityManager } from '@mikro-orm/postgresql';
import { type AuditEntry, type Origin, recordAudit } from '../audit/audit.ts';
import { hashSecret } from '../lib/secret.ts';
import { tenancyOf } from '../platform/entities/owned.ts';
import { type Locked, lockOne } from '../platform/locked.ts';
import { lockTenant, type TenantLock } from '../platform/sql/tenants.ts';
import { hashBrowserToken, isBrowserToken, newBrowserToken } from '../users/sessions/browser-token.ts';
import { isLinkToken } from '../users/links/mailed-links.ts';
import { SetupLink } from './entities/setup-link.ts';

/** Returns the link behind the secret of a URL. It may have ended. It is not used up. */
export async function linkOf(em: EntityManager, secret: string): Promise<SetupLink | undefined> {
  if (!isLinkToken(secret)) return undefined;
  return (await em.findOne(SetupLink, { tokenHash: hashSecret(secret) })) ?? undefined;
}

/** Tells whether a link waits for its holder. */
export const canOpen = (em: EntityManager, link: SetupLink): boolean =>
  link.statusAt(tenancyOf(em).now) === 'PENDING';

/** Links that have not ended. */
const alive = (now: Date) => ({ revokedAt: null, finishedAt: null, expiresAt: { $gt: now } });

/**
 * Exchanges the secret of a link for a session of one browser. It works once.
 * @returns the link, and what the cookie of the browser will hold; undefined if the link is used, revoked or too old
 */
export async function openSetup(
  em: EntityManager,
  secret: string,
  origin: Origin,
): Promise<{ link: SetupLink; token: string } | undefined> {
  const { now } = tenancyOf(em);
  if (!isLinkToken(secret)) return undefined;
  const link = await lockOne(em, SetupLink, { tokenHash: hashSecret(secret), openedAt: null, ...alive(now) });
  if (!link) return undefined;
  const token = newBrowserToken();
  link.openedAt = now;
  link.sessionHash = hashBrowserToken(token);
  await em.flush();
  await recordSetup(em, link, { action: 'setup_link.open', result: 'SUCCESS' }, origin);
  return { link, token };
}

/** @param token the content of the cookie of the browser, unchecked */
const sessionOf = (em: EntityManager, id: string, token: string) => ({
  id,
  sessionHash: hashBrowserToken(token),
  ...alive(tenancyOf(em).now),
});

/** Finds the link that is open in this browser. */
export async function findSetup(
  em: EntityManager,
  id: string,
  token: string | undefined,
): Promise<SetupLink | undefined> {
  if (!isBrowserToken(token)) return undefined;
  return (await em.findOne(SetupLink, sessionOf(em, id, token))) ?? undefined;
}

export interface LockedSetup {
  link: Locked<SetupLink>;
  lock: TenantLock;
}

/** As {@link findSetup}, for a change. The tenant is locked first, as by administrators who change a connection. */
export async function lockSetup(
  em: EntityManager,
  id: string,
  token: string,
): Promise<LockedSetup | undefined> {
  const lock = await lockTenant(em, tenancyOf(em).orgId);
  const link = await lockOne(em, SetupLink, sessionOf(em, id, token));
  return link && { link, lock };
}

/** Calls of servers of strangers that a link is good for. */
const mostWorks = 500;

/** Counts a call of a server of strangers. @returns false if it is one too many */
export function countWork(link: Locked<SetupLink>): boolean {
  if (link.works >= mostWorks) return false;
  link.works += 1;
  return true;
}

/** Ends a link and its session. */
export async function endSetupByHolder(
  em: EntityManager,
  link: Locked<SetupLink>,
  origin: Origin,
): Promise<void> {
  link.finish(tenancyOf(em).now);
  await em.flush();
  await recordSetup(em, link, { action: 'setup_link.finish', result: 'SUCCESS' }, origin);
}

/** Writes what the holder of a link did. The actor is the link, because the holder has no account. */
export async function recordSetup(
  em: EntityManager,
  { id, name }: Pick<SetupLink, 'id' | 'name'>,
  entry: Omit<AuditEntry, 'actor'>,
  origin: Origin,
): Promise<void> {
  const actor = { type: 'SETUP_LINK', id, name } as const;
  await recordAudit(em, [{ targetId: id, targetName: name, ...entry, actor, ...origin }]);
}
