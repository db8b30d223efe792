import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { type AuditEntry, recordAudit } from '../../audit/audit.ts';
import { requireWithinOwnBounds, unbounded } from '../../credentials/bounds.ts';
import { Failure } from '../../failure.ts';
import type { TxtAnswer, TxtLookUp } from '../../lib/txt-records.ts';
import { beforehand } from '../../platform/beforehand.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import { type Actor, emit } from '../../platform/events.ts';
import { type Grantor, systemActor } from '../../platform/grants.ts';
import { lockOne } from '../../platform/locked.ts';
import { lockTenant } from '../../platform/sql/tenants.ts';
import type { Tenant } from '../../platform/tenancy.ts';
import type { Tx } from '../../platform/tx.ts';
import { raiseAlerts } from '../../risk/raising.ts';
import { aboutConnection } from '../connections/connection-events.ts';
import { requireMayReach } from '../connections/connection-rights.ts';
import { challengeName } from './domain-names.ts';
import { type ConnectedDomain, findDomain } from './domains.ts';
import { FederatedDomain } from './entities/federated-domain.ts';
import { requireMayTrust } from '../connections/mapping-rights.ts';
import { findRival, noteLookUp, type Rival } from './sql/domains.ts';

const dayMs = 86_400_000;
/** The record is looked up again after a week. Without a response of the DNS, it is looked up again after a day. */
const weekMs = 7 * dayMs;
/** Weekly look-ups in a row that find no record, after which a domain is no longer proved. */
const mostMisses = 3;

/** Runs work in a transaction of any tenant of the process. */
export type InTenant = <Result>(tenant: Tenant, work: (tx: Tx) => Promise<Result>) => Promise<Result>;

/** The parts that a proof needs. */
export interface ProofWay {
  lookUp: TxtLookUp;
  inTenant: InTenant;
}

/** The record that proves a domain, as callers see it. */
export const verificationOf = ({ domain, value }: Pick<FederatedDomain, 'domain' | 'value'>) => ({
  type: 'DNS_TXT' as const,
  name: challengeName(domain),
  value,
});

/** Tells whether the text of a record is there, character by character. Undefined if the DNS does not say. */
export function isThere(answer: TxtAnswer, value: string): boolean | undefined {
  if (answer.kind === 'unknown') return undefined;
  return answer.kind === 'records' && answer.records.includes(value);
}

/**
 * Proves a domain of the caller by its record, which is looked up before the transaction. If another tenant has proved the
 * domain, the records are looked up once more, and tell whether that of the other tenant is still there. If not, the
 * domain moves. The other tenant loses it before, in a transaction of its own. If this process dies in between, no tenant has it.
 * @throws {Failure} DOMAIN_NOT_FOUND, SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE, DOMAIN_NOT_VERIFIED; DOMAIN_TAKEN only for
 * callers who have proved that they control the DNS of the domain
 */
export async function verifyDomain(
  tx: Tx,
  name: string,
  { grantor, ...way }: ProofWay & { grantor: Grantor },
): Promise<ConnectedDomain> {
  const tenancy = tenancyOf(tx);
  const { domain, connection } = await findDomain(tx, name);
  await requireMayProve(tx, { domain, connection }, grantor);
  const record = `${domain.domain} ${domain.value}`;
  await beforehand(tx, record, () => requireRecord(domain, tenancy, way));
  const rival = await findRival(tx, tenancy, domain.domain);
  if (rival)
    await beforehand(tx, `${record} ${rival.orgId}`, async () => {
      const records = await requireRecord(domain, tenancy, way);
      if (records.includes(rival.value)) throw taken(domain);
      await takeFrom(rival, domain.domain, tenancy, way);
    });
  try {
    return await winDomain(tx, domain, grantor);
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    // Another tenant has proved it meanwhile. The transaction runs again, once, and finds that tenant.
    await beforehand(tx, `${record} again`, async () => undefined);
    throw taken(domain);
  }
}

const taken = ({ domain }: FederatedDomain): Failure =>
  new Failure('DOMAIN_TAKEN', {
    domain,
    reason:
      'another organization has proved the domain, and its DNS record is still there: remove that record, and verify again',
  });

/** Looks the record of a domain up. @returns all records with its name @throws {Failure} DOMAIN_NOT_VERIFIED */
async function requireRecord(
  domain: FederatedDomain,
  tenant: Tenant,
  { lookUp, inTenant }: ProofWay,
): Promise<readonly string[]> {
  const answer = await lookUp(challengeName(domain.domain));
  if (answer.kind === 'records' && isThere(answer, domain.value)) return answer.records;
  await inTenant(tenant, (tx) => noteLookUp(tx, tenant.orgId, domain.domain));
  throw new Failure('DOMAIN_NOT_VERIFIED', {
    domain: domain.domain,
    verification: verificationOf(domain),
    reason: reasonOf(answer),
  });
}

/** @throws {Failure} SCOPE_NOT_GRANTABLE, BOUND_NOT_GRANTABLE */
async function requireMayProve(tx: Tx, { connection }: ConnectedDomain, grantor: Grantor): Promise<void> {
  await requireMayReach(tx, { id: connection.id, mappings: [connection.groupMapping] }, grantor);
  await requireWithinOwnBounds(tx, grantor, unbounded);
}

function reasonOf(answer: TxtAnswer): string {
  if (answer.kind === 'unknown') return `the DNS does not respond (${answer.reason}); try again later`;
  if (answer.kind === 'absent') return 'there is no TXT record with this name';
  return 'there are TXT records with this name, and none of them has the text';
}

/**
 * Writes that a domain is proved. Between look-up and transaction it may have moved to a connection that the caller may
 * not change.
 * @throws {Failure} DOMAIN_NOT_FOUND, SCOPE_NOT_GRANTABLE, INSUFFICIENT_SCOPE; UniqueConstraintViolationException when a rival was faster
 */
async function winDomain(
  tx: Tx,
  { domain: name }: FederatedDomain,
  grantor: Grantor,
): Promise<ConnectedDomain> {
  const lock = await lockTenant(tx, tenancyOf(tx).orgId);
  const domain = await lockOne(tx, FederatedDomain, { domain: name });
  if (!domain) throw new Failure('DOMAIN_NOT_FOUND');
  const { connection } = await findDomain(tx, name);
  await requireMayProve(tx, { domain, connection }, grantor);
  const changes = [{ field: 'domains', from: null, to: name }];
  await requireMayTrust(tx, lock, { connection, changes }, grantor);
  await prove(tx, { domain, connection }, grantor.actor);
  return { domain, connection };
}

/** Notes that the record was found. The event tells of a domain that was not proved before. */
async function prove(tx: Tx, { domain, connection }: ConnectedDomain, verifiedBy: Actor): Promise<void> {
  const { now } = tenancyOf(tx);
  const isNew = domain.status !== 'VERIFIED';
  domain.status = 'VERIFIED';
  domain.verifiedAt ??= now;
  domain.misses = 0;
  domain.lastCheckedAt = now;
  domain.nextCheckAt = new Date(now.getTime() + weekMs);
  await tx.flush();
  if (!isNew) return;
  const data = { ...aboutConnection(connection), domain: domain.domain, verifiedBy };
  await emit(tx, [{ type: 'domain.verified', data }]);
}

/**
 * Takes a domain from a tenant whose record is gone, in a transaction of that tenant. If it was looked up for that tenant
 * since, nothing changes.
 */
async function takeFrom(
  rival: Rival,
  name: string,
  { environment }: Tenant,
  { inTenant }: ProofWay,
): Promise<void> {
  await inTenant({ orgId: rival.orgId, environment }, async (tx) => {
    const domain = await lockOne(tx, FederatedDomain, { domain: name, status: 'VERIFIED' });
    if (domain?.lastCheckedAt?.getTime() !== rival.lastCheckedAt.getTime()) return;
    const { connection } = await findDomain(tx, name);
    await lose(tx, { domain, connection }, 'RIVAL');
  });
}

const explanations = {
  RECORD_MISSING: 'Its record was absent in three weekly look-ups in a row.',
  RIVAL: 'Another organization has proved the domain, and your record is absent.',
} as const;

/** Writes that a domain is no longer proved, with an event and an alert. Links that exist, and enforcement, stay. */
async function lose(
  tx: Tx,
  { domain, connection }: ConnectedDomain,
  reason: keyof typeof explanations,
): Promise<void> {
  const { now } = tenancyOf(tx);
  domain.status = 'FAILED';
  domain.lastCheckedAt = now;
  domain.nextCheckAt = new Date(now.getTime() + weekMs);
  await tx.flush();
  const verification = verificationOf(domain);
  const { name, value } = verification;
  await recordAudit(tx, [rowOf('domain.fail', { domain, connection }, reason)]);
  await emit(tx, [
    {
      type: 'domain.failed',
      data: { ...aboutConnection(connection), domain: domain.domain, reason, verification },
    },
  ]);
  await raiseAlerts(tx, [
    {
      trigger: 'domain.failed',
      always: true,
      subject: `domain:${domain.domain}`,
      severity: 'HIGH',
      title: 'A domain is no longer proved',
      description: `The domain ${domain.domain} of the connection ${connection.name} links and provisions no user. ${explanations[reason]} Add the TXT record ${name} with the text ${value}, and verify the domain again.`,
      source: { type: 'CONNECTION', id: connection.id },
      identityId: null,
    },
  ]);
}

/** An audit row of what the service found by itself. */
const rowOf = (
  action: string,
  { domain, connection }: ConnectedDomain,
  reason: string | null = null,
): AuditEntry => ({
  action,
  actor: systemActor,
  targetId: connection.id,
  targetName: domain.domain,
  result: 'SUCCESS',
  reason,
});

/**
 * Looks the record of a domain up again, a week after the last time. Only jobs call this. A domain that was lost is proved
 * again if its record is back and no other tenant has the domain.
 */
export async function checkDomain(
  tenant: Tenant,
  name: string,
  { lookUp, inTenant }: ProofWay,
): Promise<void> {
  const answer = await lookUp(challengeName(name));
  await inTenant(tenant, async (tx) => {
    const { now } = tenancyOf(tx);
    const domain = await lockOne(tx, FederatedDomain, { domain: name, nextCheckAt: { $ne: null } });
    if (!domain) return;
    const { connection } = await findDomain(tx, name);
    const found = isThere(answer, domain.value);
    domain.lastCheckedAt = now;
    if (found === undefined) {
      domain.nextCheckAt = new Date(now.getTime() + dayMs);
      return;
    }
    domain.nextCheckAt = new Date(now.getTime() + weekMs);
    domain.misses = found ? 0 : domain.misses + 1;
    if (!found && domain.status === 'VERIFIED' && domain.misses >= mostMisses)
      return lose(tx, { domain, connection }, 'RECORD_MISSING');
    if (!found || domain.status === 'VERIFIED' || (await findRival(tx, tenant, name))) return;
    await prove(tx, { domain, connection }, systemActor);
    await recordAudit(tx, [rowOf('domain.verify', { domain, connection })]);
  });
}
