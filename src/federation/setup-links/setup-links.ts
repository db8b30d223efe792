import { randomBytes } from 'node:crypto';
import { requireWithinOwnBounds, unbounded } from '../../credentials/bounds.ts';
import { Failure } from '../../failure.ts';
import { newId } from '../../lib/id.ts';
import { hashSecret } from '../../lib/secret.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Grantor } from '../../platform/grants.ts';
import { lockOne } from '../../platform/locked.ts';
import { requireRoom } from '../../platform/quotas.ts';
import { lockTenant } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';
import { newLinkToken } from '../../users/links/mailed-links.ts';
import { requireMayReach } from '../connections/connection-rights.ts';
import { storedDomains } from '../domains/domain-names.ts';
import { Connection, type ConnectionType } from '../connections/entities/connection.ts';
import { FederatedDomain } from '../domains/entities/federated-domain.ts';
import { SetupLink, type SetupLinkStatus } from './entities/setup-link.ts';

export interface NewSetupLink {
  name?: string;
  domains: string[];
  type: ConnectionType | null;
  expiresInSeconds: number;
}

/** Links of a tenant that can still be used. */
const mostOpen = 100;
const longestName = 100;

/**
 * Creates a link. Its holder connects an identity provider that is disabled until a caller with all rights enables it. The
 * caller must hold these rights here, too, because the link speaks for the tenant.
 * @returns the link, and the secret of its URL, which is shown once and never stored
 * @throws {Failure} VALIDATION_ERROR, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, QUOTA_EXCEEDED
 */
export async function createSetupLink(
  tx: Tx,
  { name, domains, type, expiresInSeconds, ...rest }: NewSetupLink,
  grantor: Grantor,
): Promise<{ link: SetupLink; token: string }> {
  rest satisfies Record<string, never>;
  const { orgId, now } = tenancyOf(tx);
  const names = storedDomains(domains);
  const lock = await lockTenant(tx, orgId);
  const draftId = newId('fed');
  await requireMayGive(tx, draftId, names, grantor);
  await requireWithinOwnBounds(tx, grantor, unbounded);
  const isOpen = { revokedAt: null, finishedAt: null, expiresAt: { $gt: now } };
  await requireRoom(lock, 'open setup links', () => tx.count(SetupLink, isOpen), mostOpen);
  const token = newLinkToken();
  const link = tx.create(SetupLink, {
    id: newId('fsl'),
    name: name ?? (names[0] ?? '').slice(0, longestName),
    type,
    domains: names.map((domain) => ({ domain, value: newRecord(), provedAt: null })),
    tokenHash: hashSecret(token),
    draftId,
    expiresAt: new Date(now.getTime() + expiresInSeconds * 1_000),
    createdBy: grantor.actor.id,
  });
  await tx.flush();
  return { link, token };
}

/** A text that no record in the DNS has yet. It may be published. */
const newRecord = (): string => `kd-verify=${randomBytes(16).toString('base64url')}`;

/**
 * Requires the rights to give domains to a connection: over the users of the domains, and over the connections of the tenant that
 * lose them.
 * @throws {Failure} SCOPE_NOT_GRANTABLE
 */
export async function requireMayGive(
  tx: Tx,
  connectionId: string,
  domains: readonly string[],
  grantor: Grantor,
): Promise<void> {
  await requireMayReach(tx, { id: connectionId, mappings: [], addedDomains: domains }, grantor);
  const taken = await tx.find(FederatedDomain, { domain: { $in: [...domains] } });
  const ids = [...new Set(taken.map(({ connectionId }) => connectionId))];
  for (const { id, groupMapping } of await tx.find(Connection, { id: { $in: ids } }))
    await requireMayReach(tx, { id, mappings: [groupMapping] }, grantor);
}

/** @throws {Failure} SETUP_LINK_NOT_FOUND */
export async function findSetupLink(tx: Tx, id: string): Promise<SetupLink> {
  const link = await tx.findOne(SetupLink, { id });
  if (!link) throw new Failure('SETUP_LINK_NOT_FOUND');
  return link;
}

/** The links of the tenant, the newest first. */
export async function listSetupLinks(
  tx: Tx,
  { status }: { status?: SetupLinkStatus },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ links: SetupLink[]; total: number }> {
  const { now } = tenancyOf(tx);
  const where = status === undefined ? {} : withStatus(status, now);
  const [links, total] = await tx.findAndCount(SetupLink, where, {
    limit,
    offset,
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  });
  return { links, total };
}

/** The same order of questions as `statusAt` of the entity. */
const withStatus = (status: SetupLinkStatus, now: Date) => {
  const unfinished = { revokedAt: null, finishedAt: null };
  return {
    REVOKED: { revokedAt: { $ne: null } },
    FINISHED: { revokedAt: null, finishedAt: { $ne: null } },
    EXPIRED: { ...unfinished, expiresAt: { $lte: now } },
    OPENED: { ...unfinished, expiresAt: { $gt: now }, openedAt: { $ne: null } },
    PENDING: { ...unfinished, expiresAt: { $gt: now }, openedAt: null },
  }[status];
};

/** Ends a link and the session of its holder. @throws {Failure} SETUP_LINK_NOT_FOUND, also when it was revoked before */
export async function revokeSetupLink(tx: Tx, id: string): Promise<SetupLink> {
  const { orgId, now } = tenancyOf(tx);
  await lockTenant(tx, orgId);
  const link = await lockOne(tx, SetupLink, { id, revokedAt: null });
  if (!link) throw new Failure('SETUP_LINK_NOT_FOUND');
  link.revoke(now);
  return link;
}
