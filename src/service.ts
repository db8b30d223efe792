import { readFile } from 'node:fs/promises';
import document from '../generated/openapi.json' with { type: 'json' };
import type { Config } from './config.ts';
import { type Database, openDatabase } from './database/open.ts';
import { secretUses } from './domain/verifications.ts';
import { createApp } from './http/app.ts';
import { createMetrics } from './http/metrics.ts';
import { listen } from './http/server.ts';
import type { Log } from './log.ts';
import { readQueue } from './queries/read-queue.ts';
import { startWorkers } from './workers/runner.ts';

/** A running service on a migrated database. */
export interface RunningService {
  port: number;
  database: Database;
  /** Answers what it has begun, finishes the jobs that run, and lets go of the database. */
  stop(): Promise<void>;
}

export interface ServiceOptions {
  config: Config;
  databaseUrl: string;
  log: Log;
  /** Whether every answer is held against the contract; for tests. */
  checkAnswers?: boolean;
}

const drainMs = 10_000;
/** A ready job that waits longer than this means that nobody works. */
const mostLagSeconds = 60;

/** Starts workers and HTTP, as the role says. @throws when the database or the port cannot be had */
export async function startService({ config, databaseUrl, log, checkAnswers }: ServiceOptions): Promise<RunningService> {
  const database = await openDatabase(databaseUrl, config.databasePoolSize);
  database.pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
  const metrics = createMetrics(database.pool, () => readQueue(database.pool));
  const workers =
    config.role === 'api' ? undefined : startWorkers({ database, log, jobDone: metrics.jobDone });
  let draining = false;

  const health = async (): Promise<{ status: 'ok' | 'failing'; checks: Record<string, string> }> => {
    const checks: Record<string, string> = { process: draining ? 'stopping' : 'ok' };
    try {
      const { lagSeconds } = await readQueue(database.pool);
      checks['database'] = 'ok';
      checks['worker'] = lagSeconds > mostLagSeconds ? `jobs have waited ${Math.round(lagSeconds)} s` : 'ok';
      const pending = await database.orm.migrator.getPending();
      checks['migrations'] = pending.length === 0 ? 'ok' : `${pending.length} pending`;
    } catch {
      checks['database'] = 'unreachable';
    }
    const failing = Object.values(checks).some((check) => check !== 'ok');
    return { status: failing ? 'failing' : 'ok', checks };
  };

  const app = await createApp({
    config,
    orm: database.orm,
    pool: database.pool,
    uses: secretUses(database.pool),
    service: { document: { object: document, yaml: await readFile(yamlFile, 'utf8') }, health },
    metrics,
    log,
    ...(checkAnswers === undefined ? {} : { checkAnswers }),
  });
  const server = await listen(app, config);

  return {
    port: server.port,
    database,
    async stop() {
      draining = true;
      await server.stop(drainMs);
      await workers?.stop();
      await database.close();
    },
  };
}

const yamlFile = new URL('../generated/openapi.yaml', import.meta.url);
