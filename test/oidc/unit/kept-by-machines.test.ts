import { Provider } from 'oidc-provider';
import { expect, onTestFinished, test, vi } from 'vitest';
import { newId } from '../../../src/lib/id.ts';
import { signAccessTokens } from '../../../src/oidc/engine/access-tokens.ts';
import { knownScopes } from '../../../src/oidc/engine/clients.ts';
import { configurationOf } from '../../../src/oidc/engine/configuration.ts';
import { knownClients } from '../../../src/oidc/engine/machine/clients.ts';
import type { EngineParts } from '../../../src/oidc/engine/parts.ts';
import { withDefaults } from '../../../src/oidc/document-setting.ts';
import type { ReadAhead } from '../../../src/oidc/engine/read-ahead.ts';
import { newKeys } from '../../../src/oidc/signing-keys.ts';
import type { OidcClientRow } from '../../../src/oidc/sql/oidc-clients.ts';

const documents = withDefaults(null);
const settings = {
  orgId: newId('org'),
  version: 1,
  keys: await newKeys(['ES256']),
  scopes: [],
  resources: [],
  documents,
  registersClients: false,
};
const provider = new Provider('http://localhost:3000', configurationOf(settings, {} as EngineParts));

const rowOf = (clientId: string): OidcClientRow =>
  ({
    clientId,
    status: 'ACTIVE',
    applicationType: 'machine',
    redirectUris: [],
    postLogoutRedirectUris: [],
    grantTypes: ['client_credentials'],
    scopes: [],
    tokenEndpointAuthMethod: 'client_secret_basic',
    idTokenSignedResponseAlg: 'ES256',
    subjectType: 'public',
    jwks: null,
    jwksUri: null,
    backchannelLogoutUri: null,
    secretHashes: [],
    origin: 'ADMINISTRATOR',
    resources: [],
  }) as unknown as OidcClientRow;

test('a tenant has 100 clients ready; the next one replaces the one used least recently', () => {
  const made: string[] = [];
  const clientOf = knownClients(provider, knownScopes(settings), documents);
  const use = (clientId: string, version = 1): void => {
    const read = () => {
      made.push(clientId);
      return rowOf(clientId);
    };
    const ahead = { client: () => ({ row: { text: `${clientId} ${version}`, read } }) };
    expect(clientOf(ahead as unknown as ReadAhead, clientId)?.row.clientId).toBe(clientId);
  };
  const ids = Array.from({ length: 100 }, () => newId('cli'));
  for (const id of ids) use(id);
  const [first = '', second = '', third = ''] = ids;
  use(first);
  const another = newId('cli');
  use(another);
  made.length = 0;
  for (const id of [first, third, another]) use(id);
  expect(made).toEqual([]);
  use(second);
  use(first, 2);
  expect(made).toEqual([second, first]);
});

test('a tenant remembers the signatures of 1,000 tokens; the next one replaces the oldest', async () => {
  const { sign, verifiedJti } = signAccessTokens(provider, settings);
  const verify = vi.spyOn(crypto.subtle, 'verify');
  onTestFinished(() => verify.mockRestore());
  const now = 1_000;
  const tokens = await Promise.all(
    Array.from({ length: 1_001 }, (_, at) => sign('ES256', `jti${at}`, undefined, { exp: 4_000_000_000 })),
  );
  const [first = '', second = ''] = tokens;
  for (const [at, token] of tokens.slice(0, 1_000).entries())
    expect(await verifiedJti(token, now)).toBe(`jti${at}`);
  expect(verify).toHaveBeenCalledTimes(1_000);
  await verifiedJti(first, now);
  expect(verify).toHaveBeenCalledTimes(1_000);
  await verifiedJti(tokens.at(-1) ?? '', now);
  await verifiedJti(second, now);
  expect(verify).toHaveBeenCalledTimes(1_001);
  await verifiedJti(first, now);
  expect(verify).toHaveBeenCalledTimes(1_002);
});
