import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGuard, type Guard } from '../../clients/middleware/src/index.ts';
import vectors from '../../clients/middleware/vectors.json' with { type: 'json' };
import { aClient } from './middleware/verifier.ts';

type Pair = Awaited<ReturnType<typeof generateKeyPair>>;
const audience = 'https://api.example.com/';
let pairs: Record<string, Pair>;
let keys: object[];
let guard: Guard;
let issuer: string;
const server = createServer(({ url = '' }, response) => {
  const body = url.endsWith('/keys') ? { keys } : { issuer, jwks_uri: `${issuer}/keys` };
  response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
});

beforeAll(async () => {
  const pair = (alg: string) => generateKeyPair(alg, { extractable: true });
  pairs = { ours: await pair('ES256'), 'P-384': await pair('ES384'), stranger: await pair('ES256') };
  const published = Object.entries(pairs).filter(([name]) => name !== 'stranger');
  keys = await Promise.all(
    published.map(async ([kid, { publicKey }]) => ({ ...(await exportJWK(publicKey)), kid })),
  );
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  guard = createGuard({ client: aClient().client, accessTokens: { issuer, audience } });
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** Returns an object without the fields that are null. */
const without = (fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

function signed(key: string, header: Record<string, unknown>, claims: Record<string, unknown>) {
  const pair = pairs[key];
  if (pair && !header['crit'])
    return new SignJWT(claims).setProtectedHeader(header as never).sign(pair.privateKey);
  const frame = `${encoded(header)}.${encoded(claims)}`;
  if (pair) return signedByHand(pair, frame);
  // A verifier that takes the algorithm from the token would take the public key for the secret.
  const secret = JSON.stringify(keys[0]);
  return `${frame}.${key === 'none' ? '' : createHmac('sha256', secret).update(frame).digest('base64url')}`;
}

/** Signs what jose would not. */
async function signedByHand({ privateKey }: Pair, frame: string): Promise<string> {
  const how = { name: 'ECDSA', hash: 'SHA-256' };
  const signature = await crypto.subtle.sign(how, privateKey, Buffer.from(frame));
  return `${frame}.${Buffer.from(signature).toString('base64url')}`;
}

describe('a signed access token', () => {
  test.for(vectors.tokens)('with $token gives $status', async ({ status, key, header, claims }) => {
    const exp = Math.ceil(Date.now() / 1000) + 600;
    const good = { iss: issuer, aud: audience, sub: 'ada', client_id: 'app', exp };
    const kid = key in pairs && key !== 'stranger' ? key : 'ours';
    const token = await signed(
      key,
      without({ alg: 'ES256', typ: 'at+jwt', kid, ...header }),
      without({ ...good, ...claims }),
    );
    const decision = await guard({ header: () => [`Bearer ${token}`] });
    expect(decision.allowed ? 200 : decision.status).toBe(status);
  });
});
