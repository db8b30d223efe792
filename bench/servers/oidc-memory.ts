// The same engine on its own store in memory, behind the same HTTP layer: no database, and clients that never change.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Provider } from 'oidc-provider';
import type { Pool } from 'pg';
import { signAccessTokens } from '../../src/oidc/engine/access-tokens.ts';
import { isSecretOf, knownScopes, metadataOf } from '../../src/oidc/engine/clients.ts';
import { configurationOf } from '../../src/oidc/engine/configuration.ts';
import { basePath } from '../../src/oidc/engine/names.ts';
import type { EngineInstance } from '../../src/oidc/engine/engine.ts';
import { heldWrites } from '../../src/oidc/engine/held-writes.ts';
import { compareSecretsBy, giveBody } from '../../src/oidc/engine/patches.ts';
import { beginVisit } from '../../src/oidc/engine/visits.ts';
import { answerParent, startedWith } from '../frame/child.ts';
import { clientRow, engineParts, newSettings } from '../tokens/parts.ts';
import { personTokens } from '../tokens/people.ts';
import { startStubApp } from './stub-app.ts';

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
const known = knownScopes(settings);
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
compareSecretsBy(provider, isSecretOf);
const signed = signAccessTokens(provider, settings);
const callback = provider.callback();
const instance = {
  async answer(request, response, visit, form) {
    const judge = () => Promise.reject(new Error('no policies'));
    beginVisit(request, { ...visit, judge, isSigned: false, held: heldWrites(engineParts(pool, {})) });
    const named =
      typeof form?.['token'] === 'string' ? { ...form, token: await signed.nameOf(form['token']) } : form;
    Object.assign(request, { originalUrl: request.url });
    if (named) giveBody(request, named);
    request.headers.host = 'localhost:3000';
    request.url = request.url?.slice(path.length) ?? '';
    await callback(request, response);
  },
} as EngineInstance;

const port = await startStubApp(
  pool,
  { RATE_LIMIT_PER_MINUTE: '0' },
  {
    async open() {
      // The service asks its database here. Before the next turn, the request is not at its end, so the answer would close the connection.
      await nextTurn();
      return instance;
    },
  },
);
answerParent({ port, people: await personTokens(provider, opaqueClient, 'usr_00000000000000000000000001') });
