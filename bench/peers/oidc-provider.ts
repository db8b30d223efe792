// oidc-provider by itself, on Postgres: no tenants, limits, audit or policies.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import pg from 'pg';
import { answerParent, startedWith } from '../frame/child.ts';
import { personTokens } from '../tokens/people.ts';
import { postgresAdapter } from './postgres-adapter.ts';

const { databaseUrl, secret } = startedWith as Record<'databaseUrl' | 'secret', string>;
const pool = new pg.Pool({ connectionString: databaseUrl });
const { privateKey } = await generateKeyPair('ES256', { extractable: true });
const client = (client_id: string, more: object = {}) => ({
  client_id,
  client_secret: secret,
  grant_types: ['client_credentials'],
  redirect_uris: [],
  response_types: [],
  token_endpoint_auth_method: 'client_secret_basic' as const,
  // The default needs a key for RS256.
  id_token_signed_response_alg: 'ES256' as const,
  ...more,
});
const application = {
  grant_types: ['authorization_code'],
  redirect_uris: ['https://app.example.com/callback'],
  response_types: ['code' as const],
};
const provider = new Provider('http://localhost:3000', {
  adapter: await postgresAdapter(pool),
  clients: [client('opaque'), client('jwt'), client('application', application)],
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'one' }] },
  cookies: { keys: [secret] },
  claims: { openid: ['sub'], email: ['email'] },
  // Where an application keeps its users is its own matter. This costs the least.
  findAccount: (_ctx, accountId) => ({
    accountId,
    claims: () => Promise.resolve({ sub: accountId, email: 'ada@example.com' }),
  }),
  features: {
    devInteractions: { enabled: false },
    clientCredentials: { enabled: true },
    introspection: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: (_ctx, asking) => (asking.clientId === 'jwt' ? 'https://api.example.com' : []),
      getResourceServerInfo: () => ({
        scope: '',
        accessTokenFormat: 'jwt',
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
});
const callback = provider.callback();
const server = createServer((request, response) => void callback(request, response));
server.listen(0, '127.0.0.1', () =>
  answerParent(
    { port: (server.address() as AddressInfo).port },
    { people: () => personTokens(provider, 'application', 'ada') },
  ),
);
