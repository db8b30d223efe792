import { type AuditEntry, type Origin, recordAudit } from '../../audit/audit.ts';
import { hashSecret } from '../../lib/secret.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { emit } from '../../platform/events.ts';
import { type Locked, lockOne } from '../../platform/locked.ts';
import { lockTenant, type TenantLock } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';
import { raiseAlerts } from '../../risk/raising.ts';
import { hashBrowserToken, isBrowserToken, newBrowserToken } from '../../users/sessions/browser-token.ts';
import { isLinkToken } from '../../users/links/mailed-links.ts';
import { aboutConnection } from '../connections/connection-events.ts';
import type { Connection } from '../connections/entities/connection.ts';
import { SetupLink } from './entities/setup-link.ts';

/** Returns the link behind the secret of a URL. It may have ended. It is not used up. */
export async function linkOf(tx: Tx, secret: string): Promise<SetupLink | undefined> {
  if (!isLinkToken(secret)) return undefined;
  return (await tx.findOne(SetupLink, { tokenHash: hashSecret(secret) })) ?? undefined;
}

/** Tells whether a link waits for its holder. */
export const canOpen = (tx: Tx, link: SetupLink): boolean => link.statusAt(tenancyOf(tx).now) === 'PENDING';

/** Links that have not ended. */
export const alive = (now: Date) => ({ revokedAt: null, finishedAt: null, expiresAt: { $gt: now } });

/**
 * Exchanges the secret of a link for a session of one browser. It works once.
 * @returns the link, and what the cookie of the browser will hold; undefined if the link is used, revoked or too old
 */
export async function openSetup(
  tx: Tx,
  secret: string,
  origin: Origin,
): Promise<{ link: SetupLink; token: string } | undefined> {
  const { now } = tenancyOf(tx);
  if (!isLinkToken(secret)) return undefined;
  const link = await lockOne(tx, SetupLink, { tokenHash: hashSecret(secret), openedAt: null, ...alive(now) });
  if (!link) return undefined;
  const token = newBrowserToken();
  link.openedAt = now;
  link.sessionHash = hashBrowserToken(token);
  await tx.flush();
  await recordSetup(tx, link, { action: 'setup_link.open', result: 'SUCCESS' }, origin);
  return { link, token };
}

/** @param token the content of the cookie of the browser, unchecked */
const sessionOf = (tx: Tx, id: string, token: string) => ({
  id,
  sessionHash: hashBrowserToken(token),
  ...alive(tenancyOf(tx).now),
});

/** Finds the link that is open in this browser. */
export async function findSetup(
  tx: Tx,
  id: string,
  token: string | undefined,
): Promise<SetupLink | undefined> {
  if (!isBrowserToken(token)) return undefined;
  return (await tx.findOne(SetupLink, sessionOf(tx, id, token))) ?? undefined;
}

export interface LockedSetup {
  link: Locked<SetupLink>;
  lock: TenantLock;
}

/** As {@link findSetup}, for a change. The tenant is locked first, as by administrators who change a connection. */
export async function lockSetup(tx: Tx, id: string, token: string): Promise<LockedSetup | undefined> {
  const lock = await lockTenant(tx, tenancyOf(tx).orgId);
  const link = await lockOne(tx, SetupLink, sessionOf(tx, id, token));
  return link && { link, lock };
}

/** Saved settings, and calls of servers of strangers, that a link is good for. Each leaves a row in the audit log. */
const mostWorks = 500;

/** Counts a saved form, or a call of a server of strangers. @returns false if it is one too many */
export function countWork(link: Locked<SetupLink>): boolean {
  if (link.works >= mostWorks) return false;
  link.works += 1;
  return true;
}

/**
 * Ends a link and its session, with an event and an alert: the connection waits for an administrator, and the holder may be the
 * only one who knows.
 */
export async function endSetupByHolder(
  tx: Tx,
  link: Locked<SetupLink>,
  connection: Pick<Connection, 'id' | 'name' | 'type'>,
  origin: Origin,
): Promise<void> {
  const { now } = tenancyOf(tx);
  link.finish(now);
  await tx.flush();
  await recordSetup(tx, link, { action: 'setup_link.finish', result: 'SUCCESS' }, origin);
  const provedDomains = link.provedDomains().map(({ domain }) => domain);
  const openDomains = link.domains.flatMap(({ domain, provedAt }) => (provedAt === null ? [domain] : []));
  const about = { setupLinkId: link.id, setupLinkName: link.name };
  await emit(tx, [
    {
      type: 'federation.setup_finished',
      data: {
        ...aboutConnection(connection),
        ...about,
        provedDomains,
        openDomains,
        finishedAt: now.toISOString(),
      },
    },
  ]);
  await raiseAlerts(tx, [
    {
      trigger: 'federation.setup_finished',
      always: true,
      subject: `setup_link:${link.id}`,
      severity: 'MEDIUM',
      title: 'A connection waits for its activation',
      description: `The holder of the setup link ${link.name} has finished. ${provedDomains.length} of ${link.domains.length} domains are proved. Compare the settings of the connection, and activate it.`,
      source: { type: 'CONNECTION', id: connection.id },
      identityId: null,
    },
  ]);
}

/** Writes what the holder of a link did. The actor is the link, because the holder has no account. */
export async function recordSetup(
  tx: Tx,
  { id, name }: Pick<SetupLink, 'id' | 'name'>,
  entry: Omit<AuditEntry, 'actor'>,
  origin: Origin,
): Promise<void> {
  const actor = { type: 'SETUP_LINK', id, name } as const;
  await recordAudit(tx, [{ targetId: id, targetName: name, ...entry, actor, ...origin }]);
}
