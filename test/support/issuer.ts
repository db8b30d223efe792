import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { anIdentity } from './builders.ts';
import type { Client } from './client.ts';
import { receiverCa, trustReceivers } from './receiver.ts';

type Pages = Record<string, (response: ServerResponse, request: IncomingMessage) => void>;

/** An issuer of tokens on the loopback interface, whose private authority this process believes. */
export interface Issuer {
  url: string;
  /** The paths that were asked for. */
  readonly asked: string[];
  /** A token of its; of now, for `keyward`, and for ten minutes unless the claims say otherwise. */
  sign: (claims?: JWTPayload & Record<string, unknown>, header?: Record<string, unknown>) => Promise<string>;
  /** The keys that it publishes at `/keys`; Deno's fetch would not believe its authority. */
  keySet: () => Promise<{ keys: JWK[] }>;
  /** Signs with a new key from now on, and publishes only that. */
  rotate: () => Promise<void>;
  /** Answers differently at these paths. */
  pages: Pages;
  close: () => Promise<void>;
}

const certificate = await receiverCa.issue();
/** Seconds since 1970. */
export const secondsFromNow = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

export const json = (response: ServerResponse, body: unknown): void => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

/** @param path what its URL has behind the host, as issuers have that serve many */
export async function startIssuer({ path = '', alg = 'ES256' } = {}): Promise<Issuer> {
  trustReceivers();
  const asked: string[] = [];
  const pages: Pages = {};
  let keys = await generateKeyPair(alg);
  let kid = 1;
  const keySet = async () => ({
    keys: [{ ...(await exportJWK(keys.publicKey)), kid: String(kid), alg, use: 'sig' }],
  });
  const server = createServer(certificate, (request, response) => {
    const asksFor = (request.url ?? '').slice(path.length);
    asked.push(asksFor);
    const page = pages[asksFor];
    if (page) page(response, request);
    else if (asksFor === '/.well-known/openid-configuration')
      json(response, { issuer: url, jwks_uri: `${url}/keys` });
    else if (asksFor === '/keys') void keySet().then((published) => json(response, published));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // It never keeps a test process alive.
  server.unref();
  const url = `https://localhost:${(server.address() as AddressInfo).port}${path}`;
  return {
    url,
    asked,
    pages,
    keySet,
    sign: (claims = {}, header = {}) =>
      new SignJWT({
        iss: url,
        aud: 'keyward',
        sub: 'repo:acme/shop:ref:refs/heads/main',
        jti: crypto.randomUUID(),
        iat: secondsFromNow(0),
        exp: secondsFromNow(600),
        ...claims,
      })
        .setProtectedHeader({ alg, kid: String(kid), typ: 'JWT', ...header })
        .sign(keys.privateKey),
    async rotate() {
      keys = await generateKeyPair(alg);
      kid++;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** An identity that the issuer's default tokens stand for. */
export const aWorkload = (
  client: Client,
  { url }: Pick<Issuer, 'url'>,
  rule: Record<string, unknown> = {},
  fields: Record<string, unknown> = {},
): Promise<string> =>
  anIdentity(client, {
    allowedScopes: ['secrets.read', 'deploy.*'],
    federatedSubjects: [{ issuer: url, audience: 'keyward', subject: 'repo:acme/*', ...rule }],
    ...fields,
  });

let shared: Promise<Issuer> | undefined;

/** A call of `exchangeToken` that succeeds once, by an issuer that all tests of this process share. */
export async function anExchange(
  client: Client,
): Promise<{ orgId: string; identityId: string; token: string }> {
  const issuer = await (shared ??= startIssuer());
  const identityId = await aWorkload(client, issuer);
  return { orgId: client.orgId ?? '', identityId, token: await issuer.sign() };
}
