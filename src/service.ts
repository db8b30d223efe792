import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from './config.ts';
import { healthReader } from './database/health.ts';
import type { Database } from './database/open.ts';
import { devicePlace } from './http/device-server.ts';
import { metricsListener } from './http/metrics-server.ts';
import { listen, type Listener, requirePort } from './http/server.ts';
import { isThisMachine } from './lib/address.ts';
import { masterKeyFault } from './platform/master-keys.ts';
import { hasOutbox } from './platform/outbox.ts';
import type { RestoreGate } from './recovery/restore-gate.ts';
import { isClosedForRestore } from './recovery/sql/is-closed.ts';
import { firstTenant } from './platform/sql/tenants.ts';
import { inTransaction } from './platform/tenancy.ts';
import { openAccess, openEngine, openMetrics, openOutside, startPartitions } from './start/open-shared.ts';
import { openStores } from './start/open-stores.ts';
import type { ServiceOptions } from './start/options.ts';
import { drainMs, serveApp, serveDevices } from './start/serve.ts';
import { startWork, type Work } from './start/start-work.ts';
import { openStops } from './start/stops.ts';
import { linkTo, makeFirstRunLink } from './users/dashboard-links/dashboard-links.ts';

export type { ServiceOptions };

/** A running service on a migrated database. */
export interface RunningService {
  /** The port of the API; 0 if this process only works. */
  port: number;
  /** The public origin; every address we give out is built from it. */
  baseUrl: string;
  database: Database;
  restore: Pick<RestoreGate, 'isClosed' | 'opened'>;
  /** Answers what it has begun, finishes the jobs that run, and lets go of the database. */
  stop(): Promise<void>;
}

/** @throws when a port of the role is in use. @returns the place of the device origin, if it is served */
async function requirePorts(config: Config) {
  const { role, host, metricsPort } = config;
  if (role !== 'worker') await requirePort(config);
  if (metricsPort !== undefined) await requirePort({ host, port: metricsPort, variable: 'METRICS_PORT' });
  const devices = role === 'worker' ? undefined : await devicePlace(config);
  if (devices) await requirePort(devices);
  return devices;
}

/**
 * Starts workers, metrics and HTTP, as the role says. Returns when this process is ready, or when a restore keeps it closed.
 * @throws when the database or a port cannot be had; then nothing is left running
 */
export async function startService(options: ServiceOptions): Promise<RunningService> {
  const { config, log } = options;
  const { role, host, metricsPort } = config;
  const stops = openStops();
  let port = config.port;
  const baseUrl = (): string =>
    config.baseUrl ?? `${config.tlsCert === undefined ? 'http' : 'https'}://localhost:${port}`;
  const listeners: Listener[] = [];
  /** Lets the load balancer find out first: what it sends meanwhile is answered. */
  const drainAndStop = async (): Promise<void> => {
    stops.refuseMore();
    for (const listener of listeners) listener.closeConnections();
    await pause(config.drainSeconds * 1_000);
    await stops.run();
  };

  try {
    const devices = await requirePorts(config);
    const stores = await openStores(options, stops);
    const { database, vault, gate } = stores;
    const metrics = openMetrics(options, stores);
    const outside = openOutside(options, metrics, stops);
    startPartitions(options, stores, stops);
    let work: Work | undefined;
    const health = healthReader(database, {
      isStopping: () => stops.isStopping(),
      masterKeyFault: () => masterKeyFault(database.probe, vault),
      restoreFault: () => gate.fault(),
      ...(role !== 'api' && { isWorking: () => work?.isStarted() ?? false }),
    });
    if (metricsPort !== undefined) {
      const place = { host, port: metricsPort, variable: 'METRICS_PORT' } as const;
      const server = await listen(metricsListener(metrics, health), place);
      stops.add(() => server.stop(drainMs));
      log.info({ port: server.port }, 'metrics are served');
    }
    const access = openAccess(options, stores, metrics, stops);
    const oidc = openEngine(options, stores, { access, ...outside, baseUrl }, stops);
    const parts = { metrics, ...outside, access, oidc, baseUrl };
    if (role !== 'api') work = await startWork(options, stores, parts, stops);
    if (role !== 'worker') {
      const server = await serveApp(options, stores, { ...parts, health }, stops);
      listeners.push(server);
      port = server.port;
      if (devices) listeners.push(await serveDevices(options, stores, devices, baseUrl, stops));
    }
    await work?.started();
    const served = role === 'worker' ? 0 : port;
    return { port: served, baseUrl: baseUrl(), database, restore: gate, stop: drainAndStop };
  } catch (error) {
    await stops.run();
    throw error;
  }
}

/** Makes a link for the first owner, where mails are read at /dev/mail. @returns undefined if an owner can sign in */
export async function firstRunLink(
  config: Config,
  { baseUrl, database }: RunningService,
): Promise<string | undefined> {
  if (!hasOutbox(config) || !isThisMachine(baseUrl)) return undefined;
  if (await isClosedForRestore(database.pool)) return undefined;
  const tenant = await firstTenant(database.pool);
  const token = tenant && (await inTransaction(database.orm, tenant, makeFirstRunLink));
  return token && linkTo(baseUrl, token);
}
