// The request path alone: the real application, on a pool that answers its two hot statements at once.
import { noBreachedPasswords } from '../../src/breached-passwords.ts';
import { MikroORM } from '@mikro-orm/postgresql';
import { ormOptions } from '../../mikro-orm.config.ts';
import { readConfig } from '../../src/config.ts';
import { issuerKeys } from '../../src/domain/issuer-keys.ts';
import { scanningKeys } from '../../src/domain/scanning-keys.ts';
import { secretOwners } from '../../src/domain/secret-owners.ts';
import { scopeUses } from '../../src/domain/scope-uses.ts';
import { policyCache } from '../../src/domain/policies/cache.ts';
import { secretUses } from '../../src/domain/verifications.ts';
import { createApp } from '../../src/http/app.ts';
import { createMetrics } from '../../src/http/metrics.ts';
import { listen } from '../../src/http/server.ts';
import { createLog } from '../../src/log.ts';
import { createOutgoing } from '../../src/outgoing.ts';
import { createVault } from '../../src/vault.ts';
import { answerParent, startedWith } from '../child.ts';
import { stubPool } from './stub-pool.ts';

const { env } = startedWith as { env: Record<string, string> };
const nothing = () => Promise.reject(new Error('there is no database'));
const config = readConfig({ PORT: '0', ...env });
const outgoing = createOutgoing({ allow: [] });
const rights = scopeUses({ write: async () => undefined, failed: () => undefined });
const policies = {
  cache: policyCache(stubPool),
  recorder: { note: () => undefined, stop: () => Promise.resolve() },
};
const app = await createApp({
  config,
  // Never connected: what it is asked for is a fork per call.
  orm: await MikroORM.init(ormOptions('postgres://nobody@127.0.0.1:1/nothing')),
  pool: stubPool,
  patient: stubPool,
  owners: secretOwners(stubPool),
  scanningKeys: scanningKeys(createOutgoing({ allow: [] }), config.secretScanningKeysUrl),
  rights,
  policies,
  failed: { note: () => undefined },
  uses: secretUses(stubPool, stubPool, policies, rights, { note: () => undefined }),
  mail: { enabled: false },
  breached: noBreachedPasswords,
  vault: createVault([Buffer.alloc(32)]),
  outgoing,
  oidc: { open: nothing },
  issuers: issuerKeys(outgoing),
  baseUrl: () => 'http://localhost:3000',
  service: {
    document: { object: {}, yaml: '' },
    health: () => Promise.resolve({ status: 'ok', checks: {} }),
  },
  metrics: createMetrics(
    { stub: stubPool },
    { ping: nothing, queue: nothing, deliveryLag: nothing, partitions: nothing },
  ),
  log: createLog(config),
  warmUp: true,
});
const { port } = await listen(app, config);
answerParent({ port });
