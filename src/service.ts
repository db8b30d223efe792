import { setTimeout as pause } from 'node:timers/promises';
import type { Work } from '../generated/operations.ts';
import { openBreachedPasswords } from './users/passwords/breached-passwords.ts';
import type { Config } from './config.ts';
import { logLeaks } from './database/log-privacy.ts';
import { type Database, openDatabase } from './database/open.ts';
import { hasOutbox } from './platform/outbox.ts';
import { isClosedForRestore } from './platform/sql/restores.ts';
import { firstTenant } from './platform/sql/tenants.ts';
import { inTransaction } from './platform/tenancy.ts';
import { isThisMachine } from './lib/address.ts';
import { linkTo, makeFirstRunLink } from './users/dashboard-links/dashboard-links.ts';
import { EndingCaller } from './credentials/bounds.ts';
import { failedUses } from './credentials/failed-uses.ts';
import { familiesOf } from './handlers/index.ts';
import { replacing } from './handlers/replacing.ts';
import { replaceLostAuditKeys } from './audit/lost-audit-keys.ts';
import { masterKeyFault, requireMasterKeys, showFirstMasterKey } from './platform/master-keys.ts';
import { clientUses } from './oidc/client-uses.ts';
import { oidcEngine, type OwnAnswerOptions } from './oidc/oidc-engine.ts';
import { clientCertificateReader } from './conditional-access/resources/client-certificate.ts';
import { sharedDecisions } from './conditional-access/resources/shared-decisions.ts';
import { accessCache } from './conditional-access/judge/cache.ts';
import { matchRecorder } from './conditional-access/judge/matches.ts';
import { policyCache } from './policies/judge/cache.ts';
import { violationRecorder } from './policies/judge/recorder.ts';
import { scopeUses } from './credentials/scope-uses.ts';
import { secretUses } from './credentials/verifications.ts';
import { openAnonymousNetworks } from './conditional-access/judge/anonymous-networks.ts';
import { openGeoIp } from './conditional-access/judge/geoip.ts';
import { healthReader } from './database/health.ts';
import { createApp } from './http/app.ts';
import { loadContract } from './http/contract/contract.ts';
import { wholeContract } from './http/contract/whole-contract.ts';
import { deviceListener, devicePlace } from './http/device-server.ts';
import { failureOf } from './http/failures.ts';
import { deviceVisit } from './http/device-visit.ts';
import type { Size } from './http/admission/crowd.ts';
import { metricsListener } from './http/metrics-server.ts';
import { createMetrics } from './http/metrics.ts';
import { listen, type Listener, requirePort } from './http/server.ts';
import { createTxtLookUp, type LookUpPacing } from './lib/txt-records.ts';
import type { Log } from './platform/log.ts';
import { canSendMail, createMailer } from './platform/mail.ts';
import { onBehalfOf } from './platform/on-behalf.ts';
import { tracingOf } from './platform/start-tracing.ts';
import { createOutgoing } from './platform/outgoing.ts';
import { markReader } from './platform/replacing.ts';
import { partsOf } from './parts.ts';
import { askedOf } from './scim/scim-requests.ts';
import { readDeliveryLag } from './webhooks/sql/delivery-queue.ts';
import { readPartitions } from './platform/sql/partitions.ts';
import { readQueue } from './platform/sql/tenant-jobs.ts';
import { recordScopeUses } from './credentials/sql/uses.ts';
import { noTracer } from './platform/tracing.ts';
import { createVault } from './platform/vault.ts';
import { startDeliverer } from './webhooks/deliverer.ts';
import { repeatingTasks, tenantTasks } from './workers/index.ts';
import { keepPartitions } from './platform/keep-partitions.ts';
import { resealSecrets } from './workers/reseal-secrets.ts';
import { startLater } from './workers/start-later.ts';
import { type RestoreGate, restoreGate } from './platform/restore-gate.ts';
import { startListening } from './platform/listen.ts';
import { wiring } from './wiring.ts';
import { startWorkers, type Workers } from './workers/runner.ts';
import { type Pacing, startTenantJobs } from './workers/tenant-jobs.ts';

/** A running service on a migrated database. */
export interface RunningService {
  /** Where the API listens; 0 if this process only works. */
  port: number;
  /** The public origin; every address we give out is built from it. */
  baseUrl: string;
  database: Database;
  restore: Pick<RestoreGate, 'isClosed' | 'opened'>;
  /** Answers what it has begun, finishes the jobs that run, and lets go of the database. */
  stop(): Promise<void>;
}

export interface ServiceOptions extends OwnAnswerOptions {
  config: Config;
  databaseUrl: string;
  /** For the vault: 32 bytes each; the first seals, all open. */
  masterKeys: readonly Buffer[];
  log: Log;
  /** What must be done when the database is open and before anything is served. */
  prepare?: (database: Database) => Promise<void>;
  /** How often jobs are looked for and tried again; for tests. */
  jobPacing?: Pacing;
  /** How long look-ups of records wait for name servers; for tests. */
  lookUpPacing?: Partial<LookUpPacing>;
  /** Whether every answer is held against the contract; for tests. */
  checkAnswers?: boolean;
  /** How many requests of each class of work run at once; for tests. */
  sizes?: Readonly<Record<Work, Size>>;
}

const drainMs = 10_000;

/**
 * Connections that requests leave to the process: one for what it writes every second, and where it works three more that it
 * holds all the time, to be known as alive and to hear of deliveries and jobs.
 */
const keptBy = (role: Config['role']): number => (role === 'api' ? 1 : 4);

/**
 * Starts workers, metrics and HTTP, as the role says. Returns when this process is ready, or when a restore keeps it closed.
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
  const listeners: Listener[] = [];
  /** Lets the load balancer find out first: what it sends meanwhile is answered. */
  const drainAndStop = async (): Promise<void> => {
    stopping = true;
    for (const listener of listeners) listener.closeConnections();
    await pause(config.drainSeconds * 1_000);
    await stop();
  };

  try {
    if (config.role !== 'worker') await requirePort(config);
    const { host, metricsPort } = config;
    if (metricsPort !== undefined) await requirePort({ host, port: metricsPort, variable: 'METRICS_PORT' });
    const devices = config.role === 'worker' ? undefined : await devicePlace(config);
    if (devices) await requirePort(devices);
    const tracing = await tracingOf(config, log);
    if (tracing) stops.push(() => tracing.stop());
    const tracer = tracing ?? noTracer;
    const { databasePoolSize, role } = config;
    const moved = (server: string): void =>
      log.warn({ server }, 'another server accepts writes now; connections go there');
    const traced = tracing !== undefined;
    const database = await openDatabase(databaseUrl, databasePoolSize, keptBy(role), moved, traced);
    stops.push(() =>
      database.close((connections) =>
        log.warn({ connections }, 'statements that were still running were cancelled'),
      ),
    );
    for (const pool of [database.pool, database.hot, database.patient, database.replay, database.probe]) {
      pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
    }
    for (const sentence of await logLeaks(database.pool)) log.warn(sentence);
    const { maxInvitationsPerHour, maxMailsPerHour } = config;
    const limits = { maxInvitationsPerHour, maxMailsPerHour };
    const vault = createVault(options.masterKeys);
    await requireMasterKeys(database.pool, vault, config.masterKeyLost, async () => {
      for (const replaced of await replaceLostAuditKeys(database, vault, config.masterKeyLost))
        log.warn(
          replaced,
          'a lost audit key was replaced: compare lostKeyIds with the key ids that you stored',
        );
    });
    if (config.masterKeyLost.length > 0)
      log.warn({ keys: config.masterKeyLost }, 'MASTER_KEY_LOST is set: remove it before the next start');
    const shown = await showFirstMasterKey(database.probe, vault);
    stops.push(async () => shown.stop());
    await prepare?.(database);
    const gate = await restoreGate(database.probe, () => {
      log.fatal('the database was restored while this node ran, so the process ends');
      process.exit(1);
    });
    stops.push(() => gate.stop());
    if (gate.isClosed())
      log.warn('the database was restored, so nothing is served until make reconcile and make open');

    const metrics = createMetrics(
      { main: database.pool, hot: database.hot, patient: database.patient },
      {
        ping: () => database.probe.query('select 1'),
        queue: () => readQueue(database.probe),
        deliveryLag: () => readDeliveryLag(database.probe),
        partitions: () => readPartitions(database.probe),
        spans: tracing?.counts,
      },
      config.role === 'api' ? [] : [...Object.keys(repeatingTasks), ...Object.keys(tenantTasks)],
    );
    const outgoing = createOutgoing({ allow: config.egressAllow });
    stops.push(() => outgoing.close());
    const lookUp = createTxtLookUp(config.dnsServers, options.lookUpPacing);
    const records: typeof lookUp = async (name) => {
      const answer = await lookUp(name);
      metrics.lookedUp(answer.kind);
      return answer;
    };
    const partitions = keepPartitions({ pool: database.pool, log });
    stops.push(() => partitions.stop());
    let workers: Workers | undefined;
    const health = healthReader(database, {
      isStopping: () => stopping,
      masterKeyFault: () => masterKeyFault(database.probe, vault),
      restoreFault: () => gate.fault(),
      ...(config.role !== 'api' && { isWorking: () => workers?.isStarted() ?? false }),
    });
    if (metricsPort !== undefined) {
      const place = { host, port: metricsPort, variable: 'METRICS_PORT' } as const;
      const server = await listen(metricsListener(metrics, health), place);
      stops.push(() => server.stop(drainMs));
      log.info({ port: server.port }, 'metrics are served');
    }
    const geoIp = openGeoIp(config.geoipFile);
    const matches = matchRecorder(
      (subject, outcome) => metrics.judged(subject, outcome),
      (tenant, work) => inTransaction(database.orm, tenant, work),
      (error) => log.error({ err: error }, 'matches of policies could not be counted yet'),
    );
    stops.push(() => matches.stop());
    const decisions = sharedDecisions(
      (tenant, work) => inTransaction(database.orm, tenant, work),
      (error) => log.error({ err: error }, 'decisions about keys could not be recorded yet'),
    );
    stops.push(() => decisions.stop());
    const { deviceOrigin, anonymousNetworksFile } = config;
    const anonymousNetworks = openAnonymousNetworks(anonymousNetworksFile);
    const cache = accessCache(database.hot);
    const access = { cache, matches, decisions, geoIp, anonymousNetworks, deviceOrigin };
    const clients = clientUses(database.pool, log);
    stops.push(() => clients.stop());
    const oidc = oidcEngine({
      noteClient: (use) => clients.note(use),
      pool: database.hot,
      endings: wiring.endings,
      access,
      vault,
      outgoing,
      baseUrl,
      inTenant: (tenant, work) =>
        onBehalfOf({ orgId: tenant.orgId, operation: 'OpenID Connect' }, () =>
          inTransaction(database.orm, tenant, work),
        ),
      reader: () => database.orm.em.fork(),
      oauthBy: options.oauthBy,
      answeredByOwn: options.answeredByOwn,
      failed: (err, requestId) => {
        log.error({ err, requestId }, 'the OpenID Connect engine failed');
        return failureOf(err);
      },
    });
    const work = async (): Promise<void> => {
      await resealSecrets(database.pool, vault, log);
      // From here on nothing is awaited, so that `stop` finds all that was started.
      if (stopping) return;
      const mailer = createMailer(config);
      stops.push(async () => mailer.close());
      const jobDone: typeof metrics.jobDone = (...done) => metrics.jobDone(...done);
      const housekeeping = startWorkers({
        database,
        mailer,
        vault,
        geoIp,
        endings: wiring.endings,
        log,
        jobDone,
        tracer,
      });
      workers = housekeeping;
      stops.push(() => housekeeping.stop());
      const jobs = startTenantJobs(
        {
          database,
          mailer,
          limits,
          vault,
          baseUrl,
          outgoing,
          records,
          oidc,
          endings: wiring.endings,
          enforcement: wiring.enforcement,
          geoIp,
          log,
          jobDone,
          tracer,
        },
        options.jobPacing,
      );
      stops.push(() => jobs.stop());
      const attempted: typeof metrics.attempted = (...ended) => metrics.attempted(...ended);
      const deliverer = startDeliverer({ database, outgoing, vault, log, attempted, tracer });
      stops.push(() => deliverer.stop());
      const listening = startListening(database.pool, {
        keyward_deliveries: deliverer.ring,
        keyward_jobs: jobs.ring,
      });
      stops.push(() => listening.stop());
    };
    // On a restored database, no task runs and nothing is delivered before the operator opens it.
    if (config.role !== 'api' && gate.isClosed()) {
      const later = startLater({ when: gate.opened, start: work, log });
      stops.push(() => later.stop());
    } else if (config.role !== 'api') await work();
    /** While a restore keeps the node closed, it has no workers. */
    const ready = async (at: number): Promise<RunningService> => {
      await workers?.started;
      return { port: at, baseUrl: baseUrl(), database, restore: gate, stop: drainAndStop };
    };
    if (config.role === 'worker') return await ready(0);

    const rights = scopeUses({
      write: (uses) => recordScopeUses(database.pool, uses),
      failed: (lost, err) => log.warn({ lost, err }, 'uses of scopes could not be recorded'),
    });
    stops.push(() => rights.stop());
    const recorder = violationRecorder(
      (tenant, work) => inTransaction(database.orm, tenant, work),
      (error) => log.error({ err: error }, 'violations of policies could not be recorded yet'),
    );
    stops.push(() => recorder.stop());
    const policies = { cache: policyCache(database.hot), recorder };

    const breached = await openBreachedPasswords(config.breachedPasswordsFile);
    stops.push(() => breached.close());
    const failed = failedUses(database.pool);
    stops.push(() => failed.stop());
    const contract = loadContract();
    const parts = partsOf(
      {
        uses: secretUses(database.hot, database.patient, { policies, access }, rights, failed),
        mail: { enabled: canSendMail(config), ...limits },
        breached,
        vault,
        outgoing,
        records,
        access,
        oidc,
        service: { document: await wholeContract(), health },
        signOns: metrics,
        signIns: metrics,
        baseUrl,
        fits: contract.fits,
      },
      { config, ...database },
    );
    const app = await createApp({
      families: familiesOf(parts),
      replacing,
      config,
      orm: database.orm,
      pool: database.hot,
      patient: database.patient,
      readMark: markReader(database.hot),
      rights,
      policies,
      access,
      certificateOf: clientCertificateReader(config.clientCertProxies),
      failed,
      isEnding: (thrown) => thrown instanceof EndingCaller,
      askedOf,
      findBranding: parts.findBranding,
      baseUrl,
      contract,
      metrics,
      isClosed: () => gate.isClosed(),
      tracer,
      log,
      checkAnswers,
      sizes: options.sizes,
    });
    const server = await listen(app, config);
    listeners.push(server);
    stops.push(() => server.stop(drainMs));
    port = server.port;
    if (devices) {
      const visit = deviceVisit({ ...database, vault, baseUrl });
      const device = await listen(
        deviceListener(visit, log, () => gate.isClosed()),
        devices,
      );
      listeners.push(device);
      stops.push(() => device.stop(drainMs));
      log.info({ port: device.port }, 'the device origin is served');
    }
    return await ready(port);
  } catch (error) {
    await stop();
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
