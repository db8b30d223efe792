// The peer: oidc-provider by itself, with an adapter for Postgres as its documentation describes one. No tenants, limits or checks.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider';
import pg from 'pg';
import { answerParent, startedWith } from '../child.ts';

const { databaseUrl, secret, path } = startedWith as Record<'databaseUrl' | 'secret' | 'path', string>;
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
await pool.query(`create table if not exists plain_artifacts (model text, id text, payload jsonb, grant_id text,
  expires_at timestamptz, consumed_at timestamptz, primary key (model, id))`);

const one = (model: string): Adapter => ({
  async upsert(id, payload, expiresIn) {
    await pool.query({
      name: 'upsert',
      text: `insert into plain_artifacts (model, id, payload, grant_id, expires_at)
             values ($1, $2, $3, $4, now() + $5 * interval '1 second')
             on conflict (model, id) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
      values: [model, id, payload, payload.grantId, expiresIn],
    });
  },
  async find(id) {
    const { rows } = await pool.query<{ payload: AdapterPayload }>({
      name: 'find',
      text: 'select payload from plain_artifacts where model = $1 and id = $2 and expires_at > now()',
      values: [model, id],
    });
    return rows[0]?.payload;
  },
  findByUid: () => Promise.resolve(undefined),
  findByUserCode: () => Promise.resolve(undefined),
  consume: () => Promise.resolve(),
  destroy: () => Promise.resolve(),
  revokeByGrantId: () => Promise.resolve(),
});

const { privateKey } = await generateKeyPair('ES256', { extractable: true });
const client = (client_id: string) => ({
  client_id,
  client_secret: secret,
  grant_types: ['client_credentials'],
  redirect_uris: [],
  response_types: [],
  token_endpoint_auth_method: 'client_secret_basic' as const,
  // The default needs a key for RS256.
  id_token_signed_response_alg: 'ES256' as const,
});
const provider = new Provider(`http://localhost:3000${path}`, {
  adapter: one,
  clients: [client('opaque'), client('jwt')],
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig', kid: 'one' }] },
  routes: { token: '/token', introspection: '/introspect' },
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
const server = createServer((request, response) => {
  request.url = request.url?.slice(path.length);
  void callback(request, response);
});
server.listen(0, '127.0.0.1', () => answerParent({ port: (server.address() as AddressInfo).port }));
