// A real issuer, oidc-provider, in a process of its own: `program('test/support/oidc-issuer.ts', { CERT, KEY })`. Its client
// `ci` gets signed access tokens for the audience `keyward`. SIGUSR2 gives it a new key.
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';

const { CERT: cert = '', KEY: key = '' } = process.env;
let kid = 0;

async function provider(issuer: string) {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwks = {
    keys: [{ ...(await exportJWK(privateKey)), kid: `key-${++kid}`, alg: 'RS256', use: 'sig' }],
  };
  const made = new Provider(issuer, {
    jwks,
    clients: [
      {
        client_id: 'ci',
        client_secret: 'a secret of the test',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
      },
    ],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => 'urn:keyward',
        getResourceServerInfo: () => ({
          scope: '',
          audience: 'keyward',
          accessTokenTTL: 600,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'RS256' } },
        }),
      },
    },
  });
  return made.callback();
}

const server = createServer({ cert, key });
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
const issuer = `https://localhost:${(server.address() as AddressInfo).port}`;
let answer = await provider(issuer);
server.on('request', (request, response) => void answer(request, response));

async function rotate(): Promise<void> {
  answer = await provider(issuer);
  tell();
}
const tell = (): void => console.log(`issuer ${issuer} has key-${kid}`);
process.on('SIGUSR2', () => void rotate());
tell();
