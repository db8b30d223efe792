import { startListening } from './listen.ts';
import { createMailer } from '../platform/mail.ts';
import { startDeliverer } from '../webhooks/deliverer.ts';
import { wiring } from '../wiring.ts';
import { resealSecrets } from '../workers/reseal-secrets.ts';
import { startWorkers, type Workers } from '../workers/runner.ts';
import { startLater } from '../workers/start-later.ts';
import { startTenantJobs } from '../workers/tenant-jobs.ts';
import type { SharedParts } from './open-shared.ts';
import type { Stores } from './open-stores.ts';
import type { ServiceOptions } from './options.ts';
import type { Stops } from './stops.ts';

/** The work of a process beside requests. */
export interface Work {
  /** Whether house-keeping has begun; false while a restore keeps the node closed. */
  isStarted(): boolean;
  /** Resolves when house-keeping has begun. It resolves at once while a restore keeps the node closed. */
  started(): Promise<void>;
}

/**
 * Starts house-keeping, the jobs of tenants, and deliveries. On a restored database, no task runs and nothing is delivered before the
 * operator opens it.
 */
export async function startWork(
  options: ServiceOptions,
  stores: Stores,
  parts: SharedParts,
  stops: Stops,
): Promise<Work> {
  const { log } = options;
  const { gate } = stores;
  let workers: Workers | undefined;
  const start = async (): Promise<void> => {
    await resealSecrets(stores.database.pool, stores.vault, log);
    // From here on nothing is awaited, so that `stop` finds all that was started.
    if (!stops.isStopping()) workers = startAll(options, stores, parts, stops);
  };
  if (gate.isClosed()) {
    const later = startLater({ when: gate.opened, start, log });
    stops.add(() => later.stop());
  } else await start();
  return {
    isStarted: () => workers?.isStarted() ?? false,
    started: async () => {
      await workers?.started;
    },
  };
}

function startAll(
  { config, log, jobPacing }: ServiceOptions,
  { database, vault, tracer }: Stores,
  { metrics, outgoing, records, readDocument, access: { geoIp }, oidc, baseUrl }: SharedParts,
  stops: Stops,
): Workers {
  const { endings, enforcement } = wiring;
  const mailer = createMailer(config);
  stops.add(async () => mailer.close());
  const jobDone: typeof metrics.jobDone = (...done) => metrics.jobDone(...done);
  const shared = { database, mailer, vault, geoIp, endings, log, jobDone, tracer };
  const housekeeping = startWorkers(shared);
  stops.add(() => housekeeping.stop());
  const { maxInvitationsPerHour, maxMailsPerHour } = config;
  const limits = { maxInvitationsPerHour, maxMailsPerHour };
  const jobs = startTenantJobs(
    { ...shared, limits, baseUrl, outgoing, records, readDocument, oidc, enforcement },
    jobPacing,
  );
  stops.add(() => jobs.stop());
  const attempted: typeof metrics.attempted = (...ended) => metrics.attempted(...ended);
  const deliverer = startDeliverer({ database, outgoing, vault, log, attempted, tracer });
  stops.add(() => deliverer.stop());
  const listening = startListening(database.pool, {
    keyward_deliveries: deliverer.ring,
    keyward_jobs: jobs.ring,
  });
  stops.add(() => listening.stop());
  return housekeeping;
}
