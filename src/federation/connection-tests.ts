import type { EntityManager } from '@mikro-orm/postgresql';
import { Failure } from '../failure.ts';
import { noteTest } from './connection-health.ts';
import { findConnection } from './connections.ts';
import { Connection, type ConnectionType } from './entities/connection.ts';
import { type Probe, probeProvider, type ProbeWay, type ProviderCheck } from './provider-probe.ts';

/** Runs work in a transaction of the tenant. */
export type InTransaction = <Result>(work: (em: EntityManager) => Promise<Result>) => Promise<Result>;

export interface ConnectionTestOutcome {
  connection: Connection;
  latencyMs: number;
  checks: ProviderCheck[];
}

/**
 * Tests a connection: reads what its provider publishes, and notes its health. No transaction is open meanwhile.
 * @throws {Failure} CONNECTION_NOT_FOUND, FEDERATION_CONN_FAILED when the provider cannot be reached
 */
export async function testConnection(
  em: EntityManager,
  id: string,
  { way, inTransaction, type }: { way: ProbeWay; inTransaction: InTransaction; type?: ConnectionType },
): Promise<ConnectionTestOutcome> {
  const connection = await findConnection(em, id, type);
  const probe = await probeAndNote(connection, way, inTransaction);
  if ('unreachable' in probe) throw new Failure('FEDERATION_CONN_FAILED', { reason: probe.unreachable });
  return { connection, ...probe };
}

/** Checks a connection as a test does. Only jobs call this. */
export async function checkConnection(
  id: string,
  { way, inTransaction }: { way: ProbeWay; inTransaction: InTransaction },
): Promise<void> {
  const connection = await inTransaction((em) =>
    em.findOne(Connection, { id, type: 'OIDC', status: 'ACTIVE' }),
  );
  if (connection) await probeAndNote(connection, way, inTransaction);
}

/** Reads what a provider publishes, and notes the health of the connection. To be called in no transaction. */
export async function probeAndNote(
  connection: Connection,
  way: ProbeWay,
  inTransaction: InTransaction,
): Promise<Probe> {
  const probe = await probeProvider({ ...connection.oidcSettings(), issuer: connection.issuer }, way);
  const error = 'unreachable' in probe ? probe.unreachable : problemOf(probe.checks);
  const hasMetadata = 'checks' in probe && probe.checks.some(({ name, ok }) => name === 'issuer' && ok);
  await inTransaction((em) => noteTest(em, connection, { error, hasMetadata }));
  return probe;
}

const problemOf = (checks: readonly ProviderCheck[]): string | null =>
  checks.find(({ ok }) => !ok)?.detail ?? null;
