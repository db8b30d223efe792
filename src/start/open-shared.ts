import { openAnonymousNetworks } from '../conditional-access/judge/anonymous-networks.ts';
import { accessCache } from '../conditional-access/judge/cache.ts';
import { openGeoIp } from '../conditional-access/judge/geoip.ts';
import type { AccessGuard } from '../conditional-access/judge/machines.ts';
import { matchRecorder } from '../conditional-access/judge/matches.ts';
import { sharedDecisions } from '../conditional-access/resources/shared-decisions.ts';
import { failureOf } from '../http/failures.ts';
import { createMetrics, type Metrics } from '../http/metrics.ts';
import { createTxtLookUp, type TxtLookUp } from '../lib/txt-records.ts';
import { clientUses } from '../oidc/client-uses.ts';
import { documentReader, type ReadDocument } from '../oidc/document-reading.ts';
import type { OidcEngine } from '../oidc/engine/engine.ts';
import { oidcEngine } from '../oidc/oidc-engine.ts';
import { keepPartitions } from './keep-partitions.ts';
import { onBehalfOf } from '../platform/on-behalf.ts';
import { createOutgoing, type Outgoing } from '../platform/outgoing.ts';
import { readPartitions } from '../platform/sql/partitions.ts';
import { countOrganizations } from '../organizations/sql/organizations.ts';
import { readQueue } from '../platform/sql/tenant-jobs.ts';
import { readDeliveryLag } from '../webhooks/sql/delivery-queue.ts';
import { wiring } from '../wiring.ts';
import { repeatingTasks, tenantTasks } from '../workers/index.ts';
import type { Stores } from './open-stores.ts';
import type { ServiceOptions } from './options.ts';
import type { Stops } from './stops.ts';

/** Everything that a process opens once, for its requests and its work. */
export interface SharedParts {
  metrics: Metrics;
  outgoing: Outgoing;
  records: TxtLookUp;
  readDocument: ReadDocument;
  access: AccessGuard;
  oidc: OidcEngine;
  baseUrl: () => string;
}

/** Measures the pools, the queues and the partitions of a process, beside what it reports itself. */
export function openMetrics({ config }: ServiceOptions, { database, spans }: Stores): Metrics {
  const { pool, hot, patient, probe } = database;
  return createMetrics(
    { main: pool, hot, patient },
    {
      ping: () => probe.query('select 1'),
      queue: () => readQueue(probe),
      deliveryLag: () => readDeliveryLag(probe),
      partitions: () => readPartitions(probe),
      organizations: () => countOrganizations(probe),
      spans,
    },
    config.role === 'api' ? [] : [...Object.keys(repeatingTasks), ...Object.keys(tenantTasks)],
  );
}

/** Opens the ways to other machines: calls over HTTP, and look-ups of DNS records. */
export function openOutside(
  { config, lookUpPacing }: ServiceOptions,
  metrics: Metrics,
  stops: Stops,
): Pick<SharedParts, 'outgoing' | 'records' | 'readDocument'> {
  const outgoing = createOutgoing({ allow: config.egressAllow });
  stops.add(() => outgoing.close());
  const lookUp = createTxtLookUp(config.dnsServers, lookUpPacing);
  const records: TxtLookUp = async (name) => {
    const answer = await lookUp(name);
    metrics.lookedUp(answer.kind);
    return answer;
  };
  const readDocument = documentReader(outgoing, (outcome) => metrics.documentRead(outcome));
  return { outgoing, records, readDocument };
}

/** Makes partitions ahead of time, as long as the process runs. */
export function startPartitions({ log }: ServiceOptions, { database }: Stores, stops: Stops): void {
  const partitions = keepPartitions({ pool: database.pool, log });
  stops.add(() => partitions.stop());
}

/** Opens conditional access: its policies, its places of addresses, and what it records. */
export function openAccess(
  { config, log }: ServiceOptions,
  { database, inTenant }: Stores,
  metrics: Metrics,
  stops: Stops,
): AccessGuard {
  const geoIp = openGeoIp(config.geoipFile);
  const matches = matchRecorder(
    (subject, outcome) => metrics.judged(subject, outcome),
    inTenant,
    (error) => log.error({ err: error }, 'matches of policies could not be counted yet'),
  );
  stops.add(() => matches.stop());
  const decisions = sharedDecisions(inTenant, (error) =>
    log.error({ err: error }, 'decisions about keys could not be recorded yet'),
  );
  stops.add(() => decisions.stop());
  const anonymousNetworks = openAnonymousNetworks(config.anonymousNetworksFile);
  const { deviceOrigin } = config;
  return { cache: accessCache(database.hot), matches, decisions, geoIp, anonymousNetworks, deviceOrigin };
}

/** Opens the OpenID Connect engine, which requests and jobs use. */
export function openEngine(
  { log, oauthBy, answeredByOwn }: ServiceOptions,
  { database, inTenant, vault }: Stores,
  { access, outgoing, baseUrl }: Pick<SharedParts, 'access' | 'outgoing' | 'baseUrl'>,
  stops: Stops,
): OidcEngine {
  const clients = clientUses(database.pool, log);
  stops.add(() => clients.stop());
  return oidcEngine({
    noteClient: (use) => clients.note(use),
    pool: database.hot,
    endings: wiring.endings,
    access,
    vault,
    outgoing,
    baseUrl,
    inTenant: (tenant, work) =>
      onBehalfOf({ orgId: tenant.orgId, operation: 'OpenID Connect' }, () => inTenant(tenant, work)),
    reader: () => database.orm.em.fork(),
    oauthBy,
    answeredByOwn,
    failed: (err, requestId) => {
      log.error({ err, requestId }, 'the OpenID Connect engine failed');
      return failureOf(err);
    },
  });
}
