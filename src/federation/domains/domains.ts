import { createHmac } from 'node:crypto';
import { Failure } from '../../failure.ts';
import type { FieldChange } from '../../platform/events.ts';
import type { TenantLock } from '../../platform/sql/tenants.ts';
import type { Tx } from '../../platform/tx.ts';
import { Connection } from '../connections/entities/connection.ts';
import { type DomainStatus, FederatedDomain } from './entities/federated-domain.ts';
import { domainSalt } from './sql/domains.ts';

/** Domains of one tenant. */
export const mostDomains = 500;

/** The changes among the domains of a connection. */
export interface DomainChange {
  connectionId: string;
  added: readonly string[];
  removed: readonly FederatedDomain[];
  /** For events and audit. */
  change: FieldChange;
}

/**
 * Finds what changes if a connection has these domains and no others.
 * @param wanted as `storedDomains` returns them
 * @returns undefined if nothing changes
 */
export async function domainChange(
  tx: Tx,
  connectionId: string,
  wanted: readonly string[],
): Promise<DomainChange | undefined> {
  const present = await tx.find(FederatedDomain, { connectionId }, { orderBy: { domain: 'asc' } });
  const names = present.map(({ domain }) => domain);
  const added = wanted.filter((domain) => !names.includes(domain));
  const removed = present.filter(({ domain }) => !wanted.includes(domain));
  if (added.length === 0 && removed.length === 0) return undefined;
  return { connectionId, added, removed, change: { field: 'domains', from: names, to: wanted.toSorted() } };
}

/**
 * Adds and removes domains, and flushes. New ones are `PENDING`. A domain that is removed is no longer proved, and keeps the
 * text of its record.
 * @throws {Failure} DOMAIN_TAKEN when another connection of the tenant has one, QUOTA_EXCEEDED
 */
export async function changeDomains(
  tx: Tx,
  { orgId }: TenantLock,
  { connectionId, added, removed }: DomainChange,
): Promise<void> {
  const taken = await tx.findOne(
    FederatedDomain,
    { domain: { $in: [...added] } },
    { orderBy: { domain: 'asc' } },
  );
  if (taken) throw new Failure('DOMAIN_TAKEN', { domain: taken.domain, connectionId: taken.connectionId });
  for (const domain of removed) tx.remove(domain);
  // With the removals, so that a full tenant can exchange one for another.
  await tx.flush();
  if (added.length === 0) return;
  const current = await tx.count(FederatedDomain);
  if (current + added.length > mostDomains)
    throw new Failure('QUOTA_EXCEEDED', { limit: mostDomains, current, of: 'domains' });
  const salt = await domainSalt(tx, orgId);
  for (const domain of added)
    tx.create(FederatedDomain, { connectionId, domain, value: valueOf(salt, domain) });
  await tx.flush();
}

/** Returns the text of the record that proves a domain. It does not reveal the tenant. It may be published. */
const valueOf = (salt: string, domain: string): string =>
  `kd-verify=${createHmac('sha256', salt).update(domain).digest('base64url').slice(0, 22)}`;

/** The names of the domains of connections, by the ids of these. */
export async function domainNamesOf(
  tx: Tx,
  connections: readonly Pick<Connection, 'id'>[],
): Promise<(id: string) => string[]> {
  const ids = connections.map(({ id }) => id);
  const rows = await tx.find(FederatedDomain, { connectionId: { $in: ids } }, { orderBy: { domain: 'asc' } });
  const names = Map.groupBy(rows, ({ connectionId }) => connectionId);
  return (id) => (names.get(id) ?? []).map(({ domain }) => domain);
}

/** A domain and the connection that has it. */
export interface ConnectedDomain {
  domain: FederatedDomain;
  connection: Connection;
}

/** The domains of all connections, by their names. */
export async function listDomains(
  tx: Tx,
  filter: { status?: DomainStatus },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ domains: ConnectedDomain[]; total: number }> {
  const [rows, total] = await tx.findAndCount(FederatedDomain, filter, {
    limit,
    offset,
    orderBy: { domain: 'asc' },
  });
  const ids = [...new Set(rows.map(({ connectionId }) => connectionId))];
  const connections = new Map(
    (await tx.find(Connection, { id: { $in: ids } })).map((connection) => [connection.id, connection]),
  );
  const domains = rows.flatMap((domain) => {
    const connection = connections.get(domain.connectionId);
    return connection ? [{ domain, connection }] : [];
  });
  return { domains, total };
}

/** @throws {Failure} DOMAIN_NOT_FOUND */
export async function findDomain(tx: Tx, name: string): Promise<ConnectedDomain> {
  const domain = await tx.findOne(FederatedDomain, { domain: name.toLowerCase() });
  const connection = domain && (await tx.findOne(Connection, { id: domain.connectionId }));
  if (!connection) throw new Failure('DOMAIN_NOT_FOUND');
  return { domain, connection };
}
