import { hash, randomUUID } from 'node:crypto';
import { calculateJwkThumbprint, type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { commandLineId } from '../../src/lib/command-line-id.ts';
import type { OidcClientRow } from '../../src/oidc/sql/oidc-clients.ts';
import { type Client, createClient } from './client.ts';
import { type Browser, issuerOf, type Shown, signedIn } from './relying-party.ts';
import type { TestService } from './service.ts';

export const deviceGrant: OidcClientRow['grantTypes'][number] =
  'urn:ietf:params:oauth:grant-type:device_code';

/** A key that tokens are bound to. */
export interface ProofKey {
  privateKey: CryptoKey;
  jwk: JWK;
  thumbprint: string;
}

export async function aProofKey(): Promise<ProofKey> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  const jwk = await exportJWK(publicKey);
  return { privateKey, jwk, thumbprint: await calculateJwkThumbprint(jwk) };
}

/** Signs a proof (RFC 9449 section 4.2). @param claims in place of the usual ones */
export const aProof = (
  { privateKey, jwk }: ProofKey,
  { method, url, token }: { method: string; url: string; token?: string | undefined },
  claims: Record<string, unknown> = {},
): Promise<string> => {
  const { origin, pathname } = new URL(url);
  return new SignJWT({
    htm: method,
    htu: `${origin}${pathname}`,
    iat: Math.floor(Date.now() / 1000),
    jti: randomUUID(),
    ...(token === undefined ? {} : { ath: hash('sha256', token, 'base64url') }),
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk })
    .sign(privateKey);
};

/** The public address of a request. Tests call the service by an address of this machine, or through a proxy. */
export const publicUrl = (origin: string, url: string): string =>
  `http://localhost:${new URL(origin).port}${new URL(url).pathname}`;

/** A response of the token endpoint or of another endpoint of the provider. */
export interface Told {
  status: number;
  body: Record<string, unknown>;
}

/** Posts a form to the provider as the command line. @param key null sends no proof */
export async function told(
  issuer: string,
  endpoint: string,
  form: Record<string, string>,
  key: ProofKey | null = null,
): Promise<Told> {
  const url = `${issuer}${endpoint}`;
  const response = await fetch(url, {
    method: 'POST',
    headers: key ? { dpop: await aProof(key, { method: 'POST', url }) } : {},
    body: new URLSearchParams({ client_id: commandLineId, ...form }),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} };
}

/** The pages on which a user allows the command line. */
export interface DevicePages {
  confirm: Shown;
  consent: Shown;
  end: Shown;
}

/** Types in the code and allows the command line, page by page. @param answer to the question whether it may have the rights */
export async function allowDevice(
  browser: Browser,
  codes: Record<string, unknown>,
  answer: 'allow' | 'deny' = 'allow',
): Promise<DevicePages> {
  const asked = await browser.open(String(codes['verification_uri_complete']));
  const confirm = await browser.send(asked, { user_code: String(codes['user_code']) });
  const consent = await browser.send(confirm, { confirm: 'yes' });
  const end = await browser.send(consent, { answer });
  return { confirm, consent, end };
}

/** A command line in which a user has signed in. */
export interface CommandLine {
  userId: string;
  issuer: string;
  browser: Browser;
  key: ProofKey;
  /** The tokens as they are now. */
  tokens: { access: string; refresh: string; scope: string };
  pages: DevicePages;
  /** Returns the headers of one request: the token, and a proof of its own. */
  headers: (method: string, url: string, orgId: string | undefined) => Promise<Record<string, string>>;
  /** Calls in the tenant of the session. */
  client: Client;
  in: (orgId: string | undefined, headers?: Record<string, string>) => Client;
  /** Gets new tokens and keeps them. */
  refresh: (form?: Record<string, string>) => Promise<Told>;
}

interface Wanted {
  scope?: string;
  /** The tenant whose provider signs the user in. */
  at?: Client;
  browser?: Browser;
}

/** Signs a user in by the command line: the device flow, from the code to the tokens. */
export async function aCommandLine(
  service: Pick<TestService, 'ours' | 'origin' | 'sql'>,
  { userId }: { userId: string },
  { scope = '*', at = service.ours, browser }: Wanted = {},
): Promise<CommandLine> {
  const issuer = issuerOf(at);
  const key = await aProofKey();
  const own = browser ?? (await signedIn(service, { issuer, userId }));
  const codes = await told(issuer, '/device/authorize', { scope });
  if (codes.status !== 200) throw new Error(`no code: ${JSON.stringify(codes.body)}`);
  const pages = await allowDevice(own, codes.body);
  const form = { grant_type: deviceGrant, device_code: String(codes.body['device_code']) };
  const first = await told(issuer, '/token', form, key);
  if (first.status !== 200)
    throw new Error(`no token: ${JSON.stringify(first.body)} after ${pages.end.text.slice(0, 500)}`);
  const tokens = tokensOf(first);
  let fresh = Date.now();
  const refresh: CommandLine['refresh'] = async (more = {}) => {
    const again = { grant_type: 'refresh_token', refresh_token: tokens.refresh, ...more };
    const answer = await told(issuer, '/token', again, key);
    if (answer.status === 200) Object.assign(tokens, tokensOf(answer));
    fresh = Date.now();
    return answer;
  };
  let refreshing: Promise<unknown> | undefined;
  /** A test file may last longer than a token. */
  const keepFresh = async (): Promise<void> => {
    if (Date.now() - fresh > 480_000)
      await (refreshing ??= refresh().finally(() => (refreshing = undefined)));
  };
  const headers: CommandLine['headers'] = async (method, url, orgId) => {
    await keepFresh();
    return {
      authorization: `DPoP ${tokens.access}`,
      dpop: await aProof(key, { method, url: publicUrl(service.origin, url), token: tokens.access }),
      ...(orgId === undefined ? {} : { 'keyward-tenant': orgId }),
    };
  };
  const clientIn: CommandLine['in'] = (orgId, more = {}) =>
    createClient(service.origin, undefined, orgId, async (method, url) => ({
      ...(await headers(method, url, orgId)),
      ...more,
    }));
  return {
    userId,
    issuer,
    browser: own,
    key,
    tokens,
    pages,
    headers,
    client: clientIn(at.orgId),
    in: clientIn,
    refresh,
  };
}

/** Makes the proof that a user gave when the user allowed the command line 301 seconds old. */
export const provedLongAgo = async (
  { sql }: Pick<TestService, 'sql'>,
  { userId }: Pick<CommandLine, 'userId'>,
): Promise<void> => {
  await sql(
    `update oidc_artifacts
        set payload = jsonb_set(payload::jsonb, '{provedAt}',
              to_jsonb(floor(extract(epoch from now() - interval '301 seconds') * 1000)))::text
      where model = 'Grant' and user_id = $1`,
    [userId],
  );
};

const tokensOf = ({ body }: Told): CommandLine['tokens'] => ({
  access: String(body['access_token']),
  refresh: String(body['refresh_token']),
  scope: String(body['scope']),
});
