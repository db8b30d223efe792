import { Failure } from '../../failure.ts';
import { tenancyOf } from '../../platform/entities/owned.ts';
import type { Tx } from '../../platform/tx.ts';
import { noteTest } from './connection-health.ts';
import { findConnection, requireComplete } from './connections.ts';
import { Connection, type ConnectionType } from './entities/connection.ts';
import type { InTransaction } from './in-transaction.ts';
import { type Probe, probeProvider, type ProbeWay, type ProviderCheck } from './provider-probe.ts';
import { probeSaml, type ProbedSaml } from './saml-probe.ts';
import { isGone, readMetadataOf } from '../../saml-metadata/partner-refresh.ts';
import { refreshBySystem, samlConnections } from './saml-refreshing.ts';

/** The parts that a test needs. */
export interface TestMeans {
  way: ProbeWay;
  inTransaction: InTransaction;
}

export interface ConnectionTestOutcome {
  connection: Connection;
  latencyMs: number;
  checks: ProviderCheck[];
}

/**
 * Tests a connection: reads what its provider publishes, and notes its health. No transaction is open meanwhile.
 * @throws {Failure} CONNECTION_NOT_FOUND, CONNECTION_STATE_CONFLICT for a draft, FEDERATION_CONN_FAILED when the provider cannot be
 * reached
 */
export async function testConnection(
  tx: Tx,
  id: string,
  { type, ...means }: TestMeans & { type?: ConnectionType },
): Promise<ConnectionTestOutcome> {
  const connection = await findConnection(tx, id, type);
  requireComplete(connection);
  const probe = await probeAndNote(connection, means.way, means.inTransaction);
  if ('unreachable' in probe) throw new Failure('FEDERATION_CONN_FAILED', { reason: probe.unreachable });
  return { connection, ...probe };
}

/**
 * Checks a connection as a test does. It also applies the changes that the metadata of SAML may make. Only jobs call this.
 * @param means.baseUrl the public origin
 */
export async function checkConnection(
  id: string,
  { baseUrl, ...means }: TestMeans & { baseUrl: string },
): Promise<void> {
  const connection = await means.inTransaction((tx) => tx.findOne(Connection, { id, status: 'ACTIVE' }));
  if (!connection) return;
  if (connection.metadataUrl === null) {
    await probeAndNote(connection, means.way, means.inTransaction);
    return;
  }
  const probed = await refreshedFor(id, { ...means, baseUrl });
  if (probed) await note(probed.connection, await probeSaml(probed, means.way), means);
}

/** Reads what a provider publishes, and notes the health of the connection. To be called in no transaction. */
export async function probeAndNote(
  connection: Connection,
  way: ProbeWay,
  inTransaction: InTransaction,
): Promise<Probe> {
  const means = { way, inTransaction };
  const probe =
    connection.type === 'SAML'
      ? await probeSaml(await readFor(connection, means), way)
      : await probeProvider({ ...connection.oidcSettings(), issuer: connection.issuer }, way);
  await note(connection, probe, means);
  return probe;
}

/** Reads the metadata of a connection, and changes nothing. */
const readFor = (connection: Connection, { way, inTransaction }: TestMeans): Promise<ProbedSaml> =>
  inTransaction(async (tx) => {
    const { metadataUrl } = connection;
    const outcome =
      metadataUrl === null
        ? null
        : await readMetadataOf(tx, samlConnections, connection, { metadataUrl, way });
    return { connection, outcome, now: tenancyOf(tx).now };
  });

/** @returns undefined if the connection or the address of its metadata is gone meanwhile */
async function refreshedFor(
  id: string,
  { way, inTransaction, baseUrl }: TestMeans & { baseUrl: string },
): Promise<ProbedSaml | undefined> {
  try {
    // Jobs have places of their own.
    const means = { way: { ...way, hasPlace: true }, baseUrl };
    return await inTransaction(async (tx) => {
      const { partner: connection, outcome } = await refreshBySystem(tx, id, means);
      return { connection, outcome, now: tenancyOf(tx).now };
    });
  } catch (error) {
    if (isGone(error, samlConnections.refusals)) return undefined;
    throw error;
  }
}

async function note(connection: Connection, probe: Probe, { inTransaction }: TestMeans): Promise<void> {
  const error = 'unreachable' in probe ? probe.unreachable : problemOf(probe.checks);
  const hasMetadata = 'checks' in probe && probe.checks.some(({ name, ok }) => name === 'issuer' && ok);
  await inTransaction((tx) => noteTest(tx, connection, { error, hasMetadata }));
}

const problemOf = (checks: readonly ProviderCheck[]): string | null =>
  checks.find(({ ok }) => !ok)?.detail ?? null;
