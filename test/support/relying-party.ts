import { hash, randomBytes, randomUUID } from 'node:crypto';
import * as oidc from 'openid-client';
import { newId } from '../../src/lib/id.ts';
import type { Client } from './client.ts';
import { CookieJar } from './cookie-jar.ts';
import { unescaped } from './person.ts';
import type { TestService } from './service.ts';
import { anEmail } from './users.ts';

export const redirectUri = 'https://rp.example.com/callback';
export const logoutUri = 'https://rp.example.com/bye';

/** The issuer of a tenant, as its discovery says. */
export const issuerOf = ({ origin, orgId }: Client): string =>
  `http://localhost:${new URL(origin).port}/api/oidc/${orgId}`;

/** A client of the provider, registered over the API. */
export interface RelyingParty {
  clientId: string;
  clientSecret: string;
  issuer: string;
  config: oidc.Configuration;
}

export async function aRelyingParty(
  api: Client,
  fields: Record<string, unknown> = {},
): Promise<RelyingParty> {
  const { status, body } = await api.call('createOidcClient', {
    body: {
      name: `App ${randomUUID()}`,
      redirectUris: [redirectUri],
      postLogoutRedirectUris: [logoutUri],
      consentRequired: false,
      ...fields,
    },
  });
  if (status !== 201) throw new Error(`no client: ${JSON.stringify(body)}`);
  const issuer = issuerOf(api);
  const { clientId, clientSecret } = body;
  return { clientId, clientSecret, issuer, config: await discovered(issuer, clientId, clientSecret) };
}

/** Returns the configuration of a provider that openid-client gets by discovery. */
export const discovered = (
  issuer: string,
  clientId: string,
  secret: string | null,
  auth?: oidc.ClientAuth,
): Promise<oidc.Configuration> =>
  oidc.discovery(
    new URL(issuer),
    clientId,
    undefined,
    auth ?? (secret === null ? oidc.None() : oidc.ClientSecretBasic(secret)),
    // `allowInsecureRequests` is marked deprecated so that no program uses it outside of tests.
    // oxlint-disable-next-line typescript/no-deprecated
    { execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks] },
  );

/** Creates an active user. */
export async function aPerson(
  { ours, sql }: Pick<TestService, 'ours' | 'sql'>,
  fields: Record<string, unknown> = {},
  api: Client = ours,
): Promise<string> {
  const { status, body } = await api.call('createUser', {
    body: { email: anEmail(), sendInvite: false, firstName: 'Ada', lastName: 'Lovelace', ...fields },
  });
  if (status !== 201) throw new Error(`no person: ${JSON.stringify(body)}`);
  await sql(`update users set status = 'ACTIVE', activated_at = now(), email_verified = true where id = $1`, [
    body.id,
  ]);
  return body.id;
}

export interface Shown {
  status: number;
  /** Where the browser stands. */
  url: URL;
  text: string;
  headers: Headers;
}

/** A browser without scripts: it keeps cookies by their paths, follows redirects within the provider, and sends forms. */
export class Browser {
  readonly #cookies = new CookieJar();
  readonly #origin: string;
  /** Headers of every request, as a proxy adds them. */
  readonly #always: Record<string, string>;

  constructor(origin: string, always: Record<string, string> = {}) {
    this.#origin = origin;
    this.#always = always;
  }

  set(name: string, value: string, path = '/'): void {
    this.#cookies.set(name, value, path);
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }

  async open(target: string | URL, init: RequestInit = {}): Promise<Shown> {
    let url = new URL(target, this.#origin);
    let request = init;
    for (let hops = 0; hops < 15; hops++) {
      const response = await fetch(url, {
        ...request,
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          ...this.#always,
          ...this.#cookies.sent(url.pathname),
          ...(request.headers as Record<string, string> | undefined),
        },
      });
      this.#cookies.keep(response, url.pathname);
      const location = response.headers.get('location');
      const next = location === null ? undefined : new URL(location, url);
      if (!next || next.host !== new URL(this.#origin).host) {
        const text = await response.text();
        return { status: response.status, url: next ?? url, text, headers: response.headers };
      }
      url = next;
      request = {};
    }
    throw new Error('too many redirects');
  }

  /** Sends the first form of a page, with what its hidden fields hold. */
  send({ text: page, url }: Shown, fields: Record<string, string> = {}): Promise<Shown> {
    const [text] = /<form[^]*?<\/form>/.exec(page) ?? [page];
    const action = /<form[^>]* action="([^"]*)"/.exec(text)?.[1] ?? url.href;
    const hidden = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const form = {
      ...Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, unescaped(value)])),
      ...fields,
    };
    return this.post(new URL(unescaped(action), url), form);
  }

  post(target: string | URL, form: Record<string, string>): Promise<Shown> {
    return this.open(target, { method: 'POST', body: new URLSearchParams(form) });
  }
}

/** Returns a browser in which a user is signed in to a tenant, without a visit to its pages. */
export async function signedIn(
  { sql }: Pick<TestService, 'sql'>,
  { issuer, userId, amr = ['pwd'] }: { issuer: string; userId: string; amr?: string[] },
  browser = new Browser(issuer),
): Promise<Browser> {
  const token = browser.cookie('kd_session') ?? randomBytes(32).toString('base64url');
  const tokenHash = hash('sha256', token, 'buffer');
  const orgId = issuer.split('/').at(-1);
  const [known] = await sql<{ id: string }>('select id from browsers where token_hash = $1', [tokenHash]);
  const id = known?.id ?? randomUUID();
  if (!known)
    await sql('insert into browsers (id, token_hash, known) values ($1, $2, true)', [id, tokenHash]);
  await sql(
    `insert into login_sessions as l (org_id, id, browser_id, user_id, amr, auth_time, time_known, expires_at)
     values ($1, $2, $3, $4, $5, now(), true, now() + interval '7 days')
     on conflict (browser_id, org_id) do update
        set id = excluded.id, user_id = excluded.user_id, amr = excluded.amr, auth_time = now()`,
    [orgId, newId('ses'), id, userId, amr],
  );
  browser.set('kd_session', token);
  return browser;
}

/** The beginning of a code flow, with what its end needs. */
export interface Begun {
  url: URL;
  verifier: string;
  state: string;
  nonce: string;
}

export async function begin(
  { config }: Pick<RelyingParty, 'config'>,
  parameters: Record<string, string> = {},
): Promise<Begun> {
  const verifier = oidc.randomPKCECodeVerifier();
  const state = oidc.randomState();
  const nonce = oidc.randomNonce();
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid',
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...parameters,
  });
  return { url, verifier, state, nonce };
}

/** Goes through the code flow up to where the browser is sent back, consenting where it is asked. */
export async function authorized(
  party: Pick<RelyingParty, 'config'>,
  browser: Browser,
  parameters?: Record<string, string>,
): Promise<
  Begun & {
    callback: URL;
    shown: Shown;
    exchange: (dpop?: oidc.DPoPHandle) => Promise<Tokens>;
    exchangeAt: (back: Shown) => Promise<Tokens>;
  }
> {
  const begun = await begin(party, parameters);
  let shown = await browser.open(begun.url);
  for (let pages = 0; shown.text.includes('name="answer"') && pages < 3; pages++)
    shown = await browser.send(shown, { answer: 'allow' });
  const { state, nonce, verifier } = begun;
  const exchangeAt = (back: Shown, dpop?: oidc.DPoPHandle) =>
    oidc.authorizationCodeGrant(
      party.config,
      back.url,
      { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
      undefined,
      dpop ? { DPoP: dpop } : undefined,
    );
  const exchange = (dpop?: oidc.DPoPHandle) => exchangeAt(shown, dpop);
  return { ...begun, callback: shown.url, shown, exchange, exchangeAt };
}

export type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>;

/** A call of an endpoint that openid-client would not make. */
export async function call(
  { issuer, clientId, clientSecret }: Pick<RelyingParty, 'issuer' | 'clientId' | 'clientSecret'>,
  endpoint: string,
  form: Record<string, string> | URLSearchParams,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const response = await fetch(`${issuer}${endpoint}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      ...headers,
    },
    body: new URLSearchParams(form),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : {},
    headers: response.headers,
  };
}
