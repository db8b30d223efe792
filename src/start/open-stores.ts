import { replaceLostAuditKeys } from '../audit/lost-audit-keys.ts';
import type { Config } from '../config.ts';
import { logLeaks } from '../database/log-privacy.ts';
import { type Database, openDatabase } from '../database/open.ts';
import type { Log } from '../platform/log.ts';
import { requireMasterKeys, showFirstMasterKey } from '../platform/master-keys.ts';
import { type RestoreGate, restoreGate } from '../recovery/restore-gate.ts';
import { tracingOf } from './start-tracing.ts';
import { type InTenant, inTransaction } from '../platform/tenancy.ts';
import { noTracer, type Tracer } from '../platform/tracing.ts';
import { createVault, type Vault } from '../platform/vault.ts';
import type { ServiceOptions } from './options.ts';
import type { Stops } from './stops.ts';

/** The places where a process keeps and sends its data. */
export interface Stores {
  database: Database;
  /** Runs work in a transaction of a tenant. */
  inTenant: InTenant;
  vault: Vault;
  gate: RestoreGate;
  tracer: Tracer;
  /** The number of spans of traces by their outcome, where traces are sent. */
  spans: Readonly<Record<'exported' | 'failed' | 'dropped', number>> | undefined;
}

/**
 * The connections that requests leave to the process. It writes every second with one. A process that works holds three more all the
 * time, to be known as alive and to hear of deliveries and jobs.
 */
const keptBy = (role: Config['role']): number => (role === 'api' ? 1 : 4);

/**
 * Connects to the collector of traces and to the database, and proves the master keys.
 * @throws with a sentence when the database cannot be had, or when a master key is missing
 */
export async function openStores(options: ServiceOptions, stops: Stops): Promise<Stores> {
  const { config, databaseUrl, log } = options;
  const tracing = await tracingOf(config, log);
  if (tracing) stops.add(() => tracing.stop());
  const moved = (server: string): void =>
    log.warn({ server }, 'another server accepts writes now; connections go there');
  const { databasePoolSize, role } = config;
  const traced = tracing !== undefined;
  const database = await openDatabase(databaseUrl, databasePoolSize, keptBy(role), moved, traced);
  stops.add(() =>
    database.close((connections) =>
      log.warn({ connections }, 'statements that were still running were canceled'),
    ),
  );
  for (const pool of [database.pool, database.hot, database.patient, database.replay, database.probe])
    pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
  for (const sentence of await logLeaks(database.pool)) log.warn(sentence);
  const vault = createVault(options.masterKeys);
  await proveMasterKeys({ database, vault, config, log });
  const shown = await showFirstMasterKey(database.probe, vault);
  stops.add(async () => shown.stop());
  await options.prepare?.(database);
  const gate = await restoreGate(database.probe, () => {
    log.fatal('the database was restored while this node ran, so the process ends');
    process.exit(1);
  });
  stops.add(() => gate.stop());
  if (gate.isClosed())
    log.warn('the database was restored, so nothing is served until make reconcile and make open');
  return {
    database,
    inTenant: (tenant, work) => inTransaction(database.orm, tenant, work),
    vault,
    gate,
    tracer: tracing ?? noTracer,
    spans: tracing?.counts,
  };
}

/** @throws with a sentence when something in the database is sealed by a key that is neither given nor said to be lost */
async function proveMasterKeys({
  database,
  vault,
  config: { masterKeyLost },
  log,
}: Pick<Stores, 'database' | 'vault'> & { config: Config; log: Log }): Promise<void> {
  await requireMasterKeys(database.pool, vault, masterKeyLost, async () => {
    for (const replaced of await replaceLostAuditKeys(database, vault, masterKeyLost))
      log.warn(
        replaced,
        'a lost audit key was replaced: compare lostKeyIds with the key IDs that you stored',
      );
  });
  if (masterKeyLost.length > 0)
    log.warn({ keys: masterKeyLost }, 'MASTER_KEY_LOST is set: remove it before the next start');
}
