// The same engine on its own store in memory, behind the same HTTP layer: no database, and clients that never change.
import { MikroORM } from '@mikro-orm/postgresql';
import { Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { ormOptions } from '../../mikro-orm.config.ts';
import { noBreachedPasswords } from '../../src/breached-passwords.ts';
import { readConfig } from '../../src/config.ts';
import { issuerKeys } from '../../src/domain/issuer-keys.ts';
import { policyCache } from '../../src/domain/policies/cache.ts';
import { scanningKeys } from '../../src/domain/scanning-keys.ts';
import { scopeUses } from '../../src/domain/scope-uses.ts';
import { secretOwners } from '../../src/domain/secret-owners.ts';
import { secretUses } from '../../src/domain/verifications.ts';
import { createApp } from '../../src/http/app.ts';
import { createMetrics } from '../../src/http/metrics.ts';
import { listen } from '../../src/http/server.ts';
import { createLog } from '../../src/log.ts';
import { createOutgoing } from '../../src/outgoing.ts';
import { signAccessTokens } from '../../src/protocols/oidc/access-tokens.ts';
import { isSecretOf, metadataOf } from '../../src/protocols/oidc/clients.ts';
import { basePath, configurationOf } from '../../src/protocols/oidc/configuration.ts';
import type { EngineInstance } from '../../src/protocols/oidc/engine.ts';
import { protocolScopes } from '../../src/protocols/oidc/scopes.ts';
import { beginVisit } from '../../src/protocols/oidc/visits.ts';
import { createVault } from '../../src/vault.ts';
import { answerParent, startedWith } from '../child.ts';
import { clientRow, engineParts, newSettings } from '../oidc-parts.ts';
import { personTokens } from '../oidc-people.ts';

const { orgId, jwtClient, opaqueClient } = startedWith as Record<
  'orgId' | 'jwtClient' | 'opaqueClient',
  string
>;
const pool = {
  query: ({ name }: { name: string }) =>
    name === 'find-tenant'
      ? Promise.resolve({ rows: [{ orgId, environment: 'live' }] })
      : Promise.reject(new Error(`The bench has no stub of the statement ${name}`)),
} as unknown as Pool;

const settings = await newSettings(orgId);
const { adapter: _ours, ...configuration } = configurationOf(settings, engineParts(pool, {}));
const known = new Set<string>(protocolScopes);
const path = basePath(orgId);
const provider = new Provider(`http://localhost:3000${path}`, {
  ...configuration,
  clients: [clientRow(jwtClient, 'jwt'), clientRow(opaqueClient, 'opaque')].map(
    (row) => metadataOf(row, known) as never,
  ),
  findAccount: (_ctx, accountId) => ({
    accountId,
    claims: () => Promise.resolve({ sub: accountId, email: 'ada@example.com' }),
  }),
});
provider.proxy = true;
provider.Client.prototype.compareClientSecret = function (presented) {
  return isSecretOf(this, presented);
};
const signed = signAccessTokens(provider, settings);
const callback = provider.callback();
const instance = {
  async answer(request, response, visit, form) {
    beginVisit(request, visit);
    const named =
      typeof form?.['token'] === 'string' ? { ...form, token: await signed.nameOf(form['token']) } : form;
    Object.assign(request, { originalUrl: request.url, ...(named ? { body: named } : {}) });
    request.headers.host = 'localhost:3000';
    request.url = request.url?.slice(path.length) ?? '';
    await callback(request, response);
  },
} as EngineInstance;

const nothing = () => Promise.reject(new Error('there is no database'));
const config = readConfig({ PORT: '0', RATE_LIMIT_PER_MINUTE: '0' });
const outgoing = createOutgoing({ allow: [] });
const rights = scopeUses({ write: async () => undefined, failed: () => undefined });
const policies = {
  cache: policyCache(pool),
  recorder: { note: () => undefined, stop: () => Promise.resolve() },
};
const app = await createApp({
  config,
  orm: await MikroORM.init(ormOptions('postgres://nobody@127.0.0.1:1/nothing')),
  pool,
  patient: pool,
  owners: secretOwners(pool),
  scanningKeys: scanningKeys(outgoing, config.secretScanningKeysUrl),
  rights,
  policies,
  failed: { note: () => undefined },
  uses: secretUses(pool, pool, policies, rights, { note: () => undefined }),
  mail: { enabled: false },
  breached: noBreachedPasswords,
  vault: createVault([Buffer.alloc(32)]),
  outgoing,
  oidc: { open: () => Promise.resolve(instance) },
  issuers: issuerKeys(outgoing),
  baseUrl: () => 'http://localhost:3000',
  service: {
    document: { object: {}, yaml: '' },
    health: () => Promise.resolve({ status: 'ok', checks: {} }),
  },
  metrics: createMetrics(
    { stub: pool },
    { ping: nothing, queue: nothing, deliveryLag: nothing, partitions: nothing },
  ),
  log: createLog(config),
  warmUp: true,
});
const { port } = await listen(app, config);
answerParent({ port, people: await personTokens(provider, opaqueClient, 'usr_00000000000000000000000001') });
