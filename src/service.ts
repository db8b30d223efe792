import { readFile } from 'node:fs/promises';
import document from '../generated/openapi.json' with { type: 'json' };
import type { Config } from './config.ts';
import { type Database, openDatabase } from './database/open.ts';
import { secretUses } from './domain/verifications.ts';
import { healthReader } from './health.ts';
import { createApp } from './http/app.ts';
import { metricsListener } from './http/metrics-server.ts';
import { createMetrics } from './http/metrics.ts';
import { listen } from './http/server.ts';
import type { Log } from './log.ts';
import { canSendMail, createMailer } from './mail.ts';
import { createOutgoing } from './outgoing.ts';
import { readDeliveryLag } from './queries/read-delivery-lag.ts';
import { readQueue } from './queries/read-queue.ts';
import { createVault } from './vault.ts';
import { startDeliverer } from './workers/deliverer.ts';
import { resealSecrets } from './workers/reseal-secrets.ts';
import { startWorkers } from './workers/runner.ts';

/** A running service on a migrated database. */
export interface RunningService {
  /** Where the API listens; 0 if this process only works. */
  port: number;
  /** The public origin; every address we give out is built from it. */
  baseUrl: string;
  database: Database;
  /** Answers what it has begun, finishes the jobs that run, and lets go of the database. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  config: Config;
  databaseUrl: string;
  /** For the vault: 32 bytes each; the first seals, all open. */
  masterKeys: readonly Buffer[];
  log: Log;
  /** What must be done when the database is open and before anything is served. */
  prepare?: (database: Database) => Promise<void>;
  /** Whether every answer is held against the contract; for tests. */
  checkAnswers?: boolean;
}

const drainMs = 10_000;

/**
 * Starts workers, metrics and HTTP, as the role says.
 * @throws when the database or a port cannot be had; then nothing is left running
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { config, databaseUrl, log, prepare, checkAnswers = false } = options;
  /** What has been started, the latest last. */
  const stops: (() => Promise<void>)[] = [];
  let stopping = false;
  let port = config.port;
  const baseUrl = (): string =>
    config.baseUrl ?? `${config.tlsCert === undefined ? 'http' : 'https'}://localhost:${port}`;
  const stop = async (): Promise<void> => {
    stopping = true;
    for (let last = stops.pop(); last; last = stops.pop()) await last();
  };

  try {
    const database = await openDatabase(databaseUrl, config.databasePoolSize);
    stops.push(() => database.close());
    for (const pool of [database.pool, database.hot, database.patient]) {
      pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
    }
    await prepare?.(database);

    const metrics = createMetrics(
      { main: database.pool, hot: database.hot, patient: database.patient },
      () => readQueue(database.pool),
      () => readDeliveryLag(database.pool),
    );
    const vault = createVault(options.masterKeys);
    const outgoing = createOutgoing({ allow: config.egressAllow });
    stops.push(() => outgoing.close());
    const health = healthReader(database, config.role, () => stopping);
    if (config.metricsPort !== undefined) {
      const { host, metricsPort: port } = config;
      const server = await listen(metricsListener(metrics, health), { host, port, variable: 'METRICS_PORT' });
      stops.push(() => server.stop(drainMs));
      log.info({ port: server.port }, 'metrics are served');
    }
    if (config.role !== 'api') {
      await resealSecrets(database.pool, vault, log);
      const mailer = createMailer(config);
      stops.push(async () => mailer.close());
      const jobDone: typeof metrics.jobDone = (...done) => metrics.jobDone(...done);
      const workers = startWorkers({ database, mailer, baseUrl, log, jobDone });
      stops.push(() => workers.stop());
      const attempted: typeof metrics.attempted = (...ended) => metrics.attempted(...ended);
      const deliverer = startDeliverer({ database, outgoing, vault, log, attempted });
      stops.push(() => deliverer.stop());
    }
    if (config.role === 'worker') return { port: 0, baseUrl: baseUrl(), database, stop };

    const app = await createApp({
      config,
      orm: database.orm,
      pool: database.hot,
      patient: database.patient,
      uses: secretUses(database.hot, database.patient),
      mail: { enabled: canSendMail(config) },
      vault,
      outgoing,
      baseUrl,
      service: { document: { object: document, yaml: await readFile(yamlFile, 'utf8') }, health },
      metrics,
      log,
      checkAnswers,
    });
    const server = await listen(app, config);
    stops.push(() => server.stop(drainMs));
    port = server.port;
    return { port, baseUrl: baseUrl(), database, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const yamlFile = new URL('../generated/openapi.yaml', import.meta.url);
