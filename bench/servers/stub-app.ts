// The real application without workers and database. The pool answers the few statements that the bench asks.
import { familiesOf } from '../../src/handlers/index.ts';
import { replacing } from '../../src/handlers/replacing.ts';
import { loadContract } from '../../src/http/contract/contract.ts';
import { partsOf } from '../../src/parts.ts';
import { askedOf } from '../../src/scim/scim-requests.ts';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { ormOptions } from '../../mikro-orm.config.ts';
import { noBreachedPasswords } from '../../src/users/passwords/breached-passwords.ts';
import { readConfig } from '../../src/config.ts';
import { noMail } from '../../src/users/invitations/invitations.ts';
import { accessCache } from '../../src/conditional-access/judge/cache.ts';
import { policyCache } from '../../src/policies/judge/cache.ts';
import { scopeUses } from '../../src/credentials/scope-uses.ts';
import { noTracer } from '../../src/platform/tracing.ts';
import { secretUses } from '../../src/credentials/verifications.ts';
import { createApp } from '../../src/http/app.ts';
import { createMetrics } from '../../src/http/metrics.ts';
import { listen } from '../../src/http/server.ts';
import { createLog } from '../../src/platform/log.ts';
import { createOutgoing } from '../../src/platform/outgoing.ts';
import type { OidcEngine } from '../../src/oidc/engine/engine.ts';
import { createVault } from '../../src/platform/vault.ts';

/** The public origin. */
const baseUrl = 'http://localhost:3000';

/** Rejects every question, because there is no database to answer. */
export const nothing = (): Promise<never> => Promise.reject(new Error('there is no database'));

const nothingSent = Buffer.alloc(0);

/** @returns the port that it listens at, until the process ends */
export async function startStubApp(
  pool: Pool,
  env: Readonly<Record<string, string>>,
  oidc: OidcEngine,
): Promise<number> {
  const config = readConfig({ PORT: '0', ...env });
  const outgoing = createOutgoing({ allow: [] });
  const rights = scopeUses({ write: async () => undefined, failed: () => undefined });
  const policies = {
    cache: policyCache(pool),
    recorder: { note: () => undefined, stop: () => Promise.resolve() },
  };
  const access = {
    cache: accessCache(pool),
    matches: { note: () => undefined, stop: () => Promise.resolve() },
    decisions: { noteUse: () => undefined, noteUser: () => undefined, noteAlone: () => true },
    geoIp: undefined,
  };
  // Never connected: what it is asked for is a fork per call.
  const orm = await MikroORM.init(ormOptions('postgres://nobody@127.0.0.1:1/nothing'));
  const contract = loadContract();
  const log = createLog(config);
  const parts = partsOf(
    {
      uses: secretUses(pool, pool, { policies, access }, rights, { note: () => undefined }),
      mail: noMail,
      breached: noBreachedPasswords,
      vault: createVault([Buffer.alloc(32)]),
      outgoing,
      records: async () => ({ kind: 'absent' }),
      readDocument: async () => ({ problem: 'UNREACHABLE' }),
      access,
      oidc,
      service: {
        document: {
          json: () => Promise.resolve({ body: {}, bytes: nothingSent }),
          yaml: () => Promise.resolve({ body: '', bytes: nothingSent }),
        },
        health: () => Promise.resolve({ status: 'ok', checks: {} }),
      },
      signOns: { signedOn: () => undefined },
      signIns: { federated: () => undefined },
      baseUrl: () => baseUrl,
      log,
      fits: contract.fits,
      stopping: new AbortController().signal,
      listens: () => () => undefined,
      resources: contract.resources,
    },
    { config, orm, pool, hot: pool },
  );
  const app = await createApp({
    families: familiesOf(parts),
    replacing,
    config,
    contract,
    orm,
    pool,
    patient: pool,
    readMark: async () => null,
    rights,
    policies,
    access,
    certificateOf: () => undefined,
    proofs: { note: () => undefined },
    failed: { note: () => undefined },
    isEnding: () => false,
    askedOf,
    findBranding: parts.findBranding,
    tracer: noTracer,
    baseUrl: () => baseUrl,
    metrics: createMetrics(
      { stub: pool },
      { ping: nothing, queue: nothing, deliveryLag: nothing, partitions: nothing, organizations: nothing },
    ),
    isClosed: () => false,
    log,
  });
  const { port } = await listen(app, config);
  return port;
}
