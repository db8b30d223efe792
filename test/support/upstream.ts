// An identity provider that the tests control, and browsers that go there and come back.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JWTPayload } from 'jose';
import { expect } from 'vitest';
import { aConnection, aDomain, type ConnectionFields, verifiedDomain } from './stored-connections.ts';
import { type Issuer, json, secondsFromNow, startIssuer } from './issuer.ts';
import { aPerson, type Person, type Seen } from './person.ts';
import type { Browser, Shown } from './relying-party.ts';
import type { TestService } from './service.ts';
import { locationOf, pathOf } from './social.ts';

export type Claims = JWTPayload & Record<string, unknown>;

/** An identity provider that answers as the test says. It says the truth until the test changes it. */
export interface Upstream extends Issuer {
  /** The claims of the next ID tokens, besides those that make them valid. */
  claims: Claims;
  /** The claims of the UserInfo endpoint besides `sub`; undefined for a provider without one. */
  userInfo: Record<string, unknown> | undefined;
  /** Makes the answer of the token endpoint. */
  answer: (asked: AskedFor) => Promise<unknown>;
  /** Fields of the discovery document that differ. */
  metadata: Record<string, unknown>;
  /** The forms that came to the token endpoint, with the header `authorization`. */
  readonly redeemed: Record<string, string>[];
  /** The ID token of an honest provider, with changes. */
  idToken: (asked: AskedFor, changes?: Claims, header?: Record<string, unknown>) => Promise<string>;
  /** Stands for the pages of the provider: returns the path of ours that the browser is led back to. */
  visit: (led: Seen, more?: Record<string, string>) => string;
}

/** The request that a browser brought. */
export interface AskedFor {
  nonce: string;
  clientId: string;
}

export async function startUpstream({ path = '', alg = 'ES256' } = {}): Promise<Upstream> {
  const issuer = await startIssuer({ path, alg });
  const asked = new Map<string, AskedFor>();
  const redeemed: Record<string, string>[] = [];
  const upstream: Upstream = Object.assign(issuer, {
    claims: {},
    userInfo: undefined,
    metadata: {},
    redeemed,
    idToken: ({ nonce, clientId }: AskedFor, changes: Claims = {}, header: Record<string, unknown> = {}) =>
      issuer.sign({ aud: clientId, nonce, exp: secondsFromNow(300), ...upstream.claims, ...changes }, header),
    answer: async (one: AskedFor) => tokens(await upstream.idToken(one)),
    visit(led: Seen, more: Record<string, string> = {}) {
      const { origin, searchParams } = locationOf(led);
      expect([led.status, origin]).toEqual([303, new URL(issuer.url).origin]);
      const code = crypto.randomUUID();
      asked.set(code, {
        nonce: searchParams.get('nonce') ?? '',
        clientId: searchParams.get('client_id') ?? '',
      });
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      const answer = { code, state: searchParams.get('state') ?? '', iss: issuer.url, ...more };
      back.search = new URLSearchParams(answer).toString();
      return pathOf(back.href);
    },
  });
  const redeem = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = await formOf(request);
    redeemed.push({ ...form, authorization: request.headers.authorization ?? '' });
    const one = asked.get(form['code'] ?? '');
    asked.delete(form['code'] ?? '');
    if (one) json(response, await upstream.answer(one));
    else response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
  };
  issuer.pages['/.well-known/openid-configuration'] = (response) =>
    json(response, {
      issuer: issuer.url,
      jwks_uri: `${issuer.url}/keys`,
      authorization_endpoint: `${issuer.url}/authorize`,
      token_endpoint: `${issuer.url}/token`,
      ...(upstream.userInfo ? { userinfo_endpoint: `${issuer.url}/userinfo` } : {}),
      id_token_signing_alg_values_supported: [alg],
      authorization_response_iss_parameter_supported: true,
      ...upstream.metadata,
    });
  issuer.pages['/token'] = (response, request) => void redeem(request, response);
  issuer.pages['/userinfo'] = (response) =>
    json(response, { sub: upstream.claims['sub'], ...upstream.userInfo });
  return upstream;
}

export const tokens = (id_token: string) => ({ access_token: 'x', token_type: 'Bearer', id_token });

async function formOf(request: IncomingMessage): Promise<Record<string, string>> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += String(part);
  return Object.fromEntries(new URLSearchParams(text));
}

/** The part of a service that browsers and providers come to. */
export type Reached = Pick<TestService, 'sql' | 'ours' | 'origin'>;

/** A connection to an identity provider, with a proved domain. */
export interface Connected {
  upstream: Upstream;
  id: string;
  domain: string;
  callbackUrl: string;
}

export async function connected(
  service: Reached,
  upstream: Upstream,
  fields: ConnectionFields = {},
): Promise<Connected> {
  const { id, callbackUrl } = await aConnection(service, { issuer: upstream.url, ...fields });
  const domain = aDomain();
  await verifiedDomain(service, id, domain);
  return { upstream, id, domain, callbackUrl };
}

/** A user of the identity provider, with an address of the domain that it vouches for. */
export function aSubject(
  { domain }: Pick<Connected, 'domain'>,
  changes: Claims = {},
): Claims & { email: string } {
  const sub = crypto.randomUUID();
  return { sub, email: `${sub}@${domain}`, email_verified: true, name: 'Ada Lovelace', ...changes };
}

/** Types a name on the sign-in page. The answer is not followed. */
export async function typed(
  service: Reached,
  name: string,
  person: Person = aPerson(service.origin),
): Promise<{ person: Person; page: Seen; led: Seen }> {
  const page = await person.open(`/login/${service.ours.orgId}`);
  const form = page.forms.find(({ action }) => action.endsWith('/identifier'));
  if (!form) throw new Error(`no sign-in page: ${page.status} ${page.title}`);
  const led = await person.post(form.action, { ...form.fields, username: name });
  return { person, page, led };
}

/** Goes to the identity provider as this user, up to the callback, which is not asked for yet. */
export async function away(
  service: Reached,
  { upstream, domain }: Pick<Connected, 'upstream' | 'domain'>,
  claims: Claims,
  person?: Person,
): Promise<{ person: Person; led: Seen; callback: string }> {
  upstream.claims = claims;
  const { person: one, led } = await typed(service, `somebody@${domain}`, person);
  return { person: one, led, callback: upstream.visit(led) };
}

/** The same, and back. */
export async function signedInAs(
  service: Reached,
  connection: Pick<Connected, 'upstream' | 'domain'>,
  claims: Claims,
  person?: Person,
): Promise<Seen & { person: Person }> {
  const gone = await away(service, connection, claims, person);
  return { ...(await gone.person.open(gone.callback)), person: gone.person };
}

/** Returns the outcome of a sign-in: `SIGNED_IN`, or the code on the page. */
export const outcomeOf = ({ status, text }: Pick<Seen, 'status' | 'text'>): string =>
  status === 200 ? 'SIGNED_IN' : (/<code>([A-Z_]+)<\/code>/.exec(text)?.[1] ?? String(status));

/** Signs a user of a routed domain in by the password. */
export async function locally(
  service: TestService,
  person: Person,
  { email, password }: { email: string; password: string },
): Promise<Seen> {
  const { page } = await typed(service, email, person);
  return person.send(await person.open(page.path), { password }, '/password');
}

/** Goes from an application to the identity provider, and back to the application. */
export async function throughApplication(
  { upstream: provider, domain }: Connected,
  { browser, url, claims }: { browser: Browser; url: URL; claims: Claims },
): Promise<{ back: Shown; led: URL | undefined }> {
  provider.claims = claims;
  const page = await browser.open(url);
  if (!page.text.includes('name="username"')) return { back: page, led: undefined };
  const led = await browser.send(page, { username: `ada@${domain}` });
  const callback = provider.visit({ status: 303, headers: new Headers({ location: led.url.href }) } as never);
  return { back: await browser.open(callback), led: led.url };
}
