import { clientCertificateReader } from '../conditional-access/resources/client-certificate.ts';
import { EndingCaller } from '../credentials/bounds.ts';
import { failedUses } from '../credentials/failed-uses.ts';
import { scopeUses } from '../credentials/scope-uses.ts';
import { recordScopeUses } from '../credentials/sql/uses.ts';
import { secretUses } from '../credentials/verifications.ts';
import { familiesOf } from '../handlers/index.ts';
import { replacing } from '../handlers/replacing.ts';
import { createApp } from '../http/app.ts';
import { loadContract } from '../http/contract/contract.ts';
import { wholeContract } from '../http/contract/whole-contract.ts';
import { deviceListener } from '../http/device-server.ts';
import { deviceVisit } from '../http/device-visit.ts';
import { listen, type ListenAddress, type Listener } from '../http/server.ts';
import { type RefusedProofs, refusedProofs } from '../oidc/refused-proofs.ts';
import { partsOf } from '../parts.ts';
import { onBehalfOf } from '../platform/on-behalf.ts';
import { canSendMail } from '../platform/mail.ts';
import { markReader } from '../platform/replacing.ts';
import type { Service } from '../platform/service.ts';
import { policyCache } from '../policies/judge/cache.ts';
import { violationRecorder } from '../policies/judge/recorder.ts';
import { askedOf } from '../scim/scim-requests.ts';
import { openBreachedPasswords } from '../users/passwords/breached-passwords.ts';
import type { SharedParts } from './open-shared.ts';
import type { Stores } from './open-stores.ts';
import type { ServiceOptions } from './options.ts';
import type { Stops } from './stops.ts';

/** Milliseconds that requests have to end when a listener stops. */
export const drainMs = 10_000;

interface ServeParts extends SharedParts {
  health: Service['health'];
}

/** Opens what requests with keys leave behind: uses of scopes, failed uses, and violations of policies. */
function openUses({ log }: ServiceOptions, { database, inTenant }: Stores, stops: Stops) {
  const rights = scopeUses({
    write: (uses) => recordScopeUses(database.pool, uses),
    failed: (lost, err) => log.warn({ lost, err }, 'uses of scopes could not be recorded'),
  });
  stops.add(() => rights.stop());
  const recorder = violationRecorder(inTenant, (error) =>
    log.error({ err: error }, 'violations of policies could not be recorded yet'),
  );
  stops.add(() => recorder.stop());
  const failed = failedUses(database.pool);
  stops.add(() => failed.stop());
  return { rights, policies: { cache: policyCache(database.hot), recorder }, failed };
}

/** Opens what refused proofs of the command line leave behind. */
function openProofs({ log }: ServiceOptions, { database, inTenant }: Stores, stops: Stops): RefusedProofs {
  const proofs = refusedProofs(
    database.pool,
    (tenant, work) =>
      onBehalfOf({ orgId: tenant.orgId, operation: 'refused proofs' }, () => inTenant(tenant, work)),
    log,
  );
  stops.add(() => proofs.stop());
  return proofs;
}

/** Serves the API and the pages. @throws when the port cannot be had */
export async function serveApp(
  options: ServiceOptions,
  stores: Stores,
  parts: ServeParts,
  stops: Stops,
): Promise<Listener> {
  const { database, vault, gate, tracer } = stores;
  const { config, log, checkAnswers = false, sizes } = options;
  const { metrics, outgoing, records, readDocument, access, oidc, health, baseUrl } = parts;
  const { rights, policies, failed } = openUses(options, stores, stops);
  const proofs = openProofs(options, stores, stops);
  const breached = await openBreachedPasswords(config.breachedPasswordsFile);
  stops.add(() => breached.close());
  const contract = loadContract();
  const stopping = new AbortController();
  const { maxInvitationsPerHour, maxMailsPerHour } = config;
  const ofFamilies = partsOf(
    {
      uses: secretUses(database.hot, database.patient, { policies, access }, rights, failed),
      mail: { enabled: canSendMail(config), maxInvitationsPerHour, maxMailsPerHour },
      breached,
      vault,
      outgoing,
      records,
      access,
      oidc,
      readDocument,
      service: { document: await wholeContract(), health },
      signOns: metrics,
      signIns: metrics,
      baseUrl,
      log,
      fits: contract.fits,
      stopping: stopping.signal,
      listens: () => metrics.listens(),
      resources: contract.resources,
    },
    { config, ...database },
  );
  const app = await createApp({
    families: familiesOf(ofFamilies),
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
    findBranding: ofFamilies.findBranding,
    baseUrl,
    contract,
    metrics,
    proofs: {
      note(refused) {
        metrics.proofRefused(refused.fault);
        proofs.note(refused);
      },
    },
    isClosed: () => gate.isClosed(),
    tracer,
    log,
    checkAnswers,
    sizes,
  });
  const server = await listen(app, config);
  stops.add(() => server.stop(drainMs));
  // A stream of events would hold the stop up.
  stops.add(async () => stopping.abort());
  return server;
}

/** Serves the device origin, which asks for client certificates. @throws when the port cannot be had */
export async function serveDevices(
  { log }: ServiceOptions,
  { database, vault, gate }: Stores,
  place: ListenAddress,
  baseUrl: () => string,
  stops: Stops,
): Promise<Listener> {
  const visit = deviceVisit({ ...database, vault, baseUrl });
  const server = await listen(
    deviceListener(visit, log, () => gate.isClosed()),
    place,
  );
  stops.add(() => server.stop(drainMs));
  log.info({ port: server.port }, 'the device origin is served');
  return server;
}
