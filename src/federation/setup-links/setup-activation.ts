import { Failure } from '../../failure.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { emit } from '../../platform/events.ts';
import type { Grantor } from '../../platform/grants.ts';
import { lockOne } from '../../platform/locked.ts';
import type { Tx } from '../../platform/tx.ts';
import { aboutConnection } from '../connections/connection-events.ts';
import { mostDomains } from '../domains/domains.ts';
import type { Connection } from '../connections/entities/connection.ts';
import { FederatedDomain } from '../domains/entities/federated-domain.ts';
import { SetupLink } from './entities/setup-link.ts';
import { requireMayGive } from './setup-links.ts';
import { giveDomains } from './sql/setup-links.ts';

/** Domains of one connection. */
const mostOfOne = 50;
/** A proof is good for as long as that of any domain, which is looked up again after a week. */
const freshMs = 7 * 86_400_000;

/**
 * Ends the link that a connection came by, when the connection is enabled for the first time, and gives the connection the
 * domains that the holder has proved. Before, no domain moves (docs/decisions/0069-setup-links.md). A domain that
 * another connection of the tenant has is moved if its proof is fresh.
 * @throws {Failure} SCOPE_NOT_GRANTABLE, QUOTA_EXCEEDED
 */
export async function endSetup(
  tx: Tx,
  connection: Pick<Connection, 'id' | 'name' | 'type'>,
  grantor: Grantor,
): Promise<void> {
  const tenancy = tenancyOf(tx);
  const { now } = tenancy;
  const link = await lockOne(tx, SetupLink, { connectionId: connection.id, appliedAt: null });
  if (!link) return;
  const isFresh = (provedAt: string | null): boolean =>
    provedAt !== null && now.getTime() - Date.parse(provedAt) < freshMs;
  const proved = link.provedDomains();
  const names = proved.map(({ domain }) => domain);
  const present = await tx.find(FederatedDomain, { domain: { $in: names } }, { disableIdentityMap: true });
  const owners = new Map(present.map(({ domain, connectionId }) => [domain, connectionId]));
  const given = proved.filter(({ domain, provedAt }) => {
    const owner = owners.get(domain);
    return owner === undefined || (owner !== connection.id && isFresh(provedAt));
  });
  link.finish(now);
  link.appliedAt = now;
  await tx.flush();
  if (given.length === 0) return;
  await requireMayGive(
    tx,
    connection.id,
    given.map(({ domain }) => domain),
    grantor,
  );
  const isNew = given.filter(({ domain }) => !owners.has(domain)).length;
  await requireFewer(tx, given.length, { connectionId: connection.id }, mostOfOne);
  await requireFewer(tx, isNew, {}, mostDomains);
  const verified = await giveDomains(tx, tenancy, {
    connectionId: connection.id,
    domains: given.map((one) => ({ ...one, isFresh: isFresh(one.provedAt) })),
  });
  await emit(
    tx,
    verified.map((domain) => ({
      type: 'domain.verified' as const,
      data: { ...aboutConnection(connection), domain, verifiedBy: grantor.actor },
    })),
  );
}

/** @throws {Failure} QUOTA_EXCEEDED */
async function requireFewer(
  tx: Tx,
  more: number,
  of: { connectionId?: string },
  limit: number,
): Promise<void> {
  const current = await tx.count(FederatedDomain, of);
  if (current + more > limit) throw new Failure('QUOTA_EXCEEDED', { limit, current, of: 'domains' });
}
