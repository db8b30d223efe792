// Each door of an organization that an operator suspends, resumes and closes, with real callers (docs/decisions/0125).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aCredential, aScimToken, aWrappedCredential, verify } from '../../support/builders.ts';
import { type Client, createClient } from '../../support/client.ts';
import { directoryWith } from '../../support/directories.ts';
import { aWorkload, type Issuer, startIssuer } from '../../support/issuer.ts';
import { anOperatorKey } from '../../support/operators.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import {
  aPerson,
  aRelyingParty,
  authorized,
  begin,
  Browser,
  call,
  redirectUri,
  signedIn,
} from '../../support/relying-party.ts';
import { github, published, report, reporting } from '../../support/secret-scanning.ts';
import { type Pair, startTestService, type TestService } from '../../support/service.ts';
import { aCommandLine } from '../../support/command-line.ts';
import { aUserCaller } from '../../support/user-caller.ts';

let service: TestService;
let node: { origin: string; stop: () => Promise<void> };
let keys: Receiver;
let issuer: Issuer;
let operator: Client;

beforeAll(async () => {
  keys = await startReceiver((response) => response.end(published({ k1: github.publicKey })));
  issuer = await startIssuer();
  service = await startTestService({ SECRET_SCANNING_KEYS_URL: keys.url, LOG_LEVEL: 'silent' });
  node = await service.startNode();
  operator = createClient(service.origin, (await anOperatorKey(service.sql)).secret);
});
afterAll(async () => {
  await node.stop();
  await service.stop();
  await keys.close();
  await issuer.close();
});

type Act = 'suspendOrganization' | 'resumeOrganization' | 'closeOrganization';
const act = (id: Act, orgId: string | undefined, body?: object, headers: Record<string, string> = {}) =>
  operator.call(id, { path: { id: String(orgId) }, headers, ...(body ? { body } : {}) });

/** Makes all that the callers of an organization have. */
async function everyCaller(pair: Pair) {
  const { ours } = pair;
  const at = { ...service, ...pair };
  const key = await aCredential(ours, { scopes: ['*'] });
  const issued = await aCredential(ours);
  const scim = await aScimToken(ours);
  const user = await aUserCaller(at);
  const line = await aCommandLine(at, user);
  const party = await aRelyingParty(ours, {
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
    scopes: ['openid', 'offline_access'],
    refreshTokenRotation: false,
  });
  const personId = await aPerson(at, {}, ours);
  const browser = await signedIn(service, { issuer: party.issuer, userId: personId });
  const flow = await authorized(party, browser, { scope: 'openid offline_access' });
  const tokens = await flow.exchange();
  const identityId = await aWorkload(ours, issuer);
  return { ours, key, issued, scim, user, line, party, browser, tokens, identityId };
}
type Callers = Awaited<ReturnType<typeof everyCaller>>;

/** An outcome in short: the status, and the code or the error if there is one. */
const short = ({
  status: code,
  body,
  headers,
}: {
  status: number;
  body: unknown;
  headers?: Headers;
}): string => {
  const said =
    headers?.get('x-error-code') ??
    (body as Record<string, unknown> | undefined)?.['code'] ??
    (body as Record<string, unknown> | undefined)?.['error'];
  return typeof said === 'string' ? `${code} ${said}` : String(code);
};

const suspendedPage = '403 ORGANIZATION_SUSPENDED';

/** Every door: what it answers while the organization serves, and while it is suspended or closed. */
const doors: readonly {
  name: string;
  open: string;
  shut: string;
  knock: (callers: Callers, origin: string) => Promise<string>;
}[] = [
  {
    name: 'a key',
    open: '200',
    shut: '401 UNAUTHORIZED',
    knock: async ({ key }, origin) => short(await createClient(origin, key.secret).call('listUsers')),
  },
  {
    name: 'a key that writes',
    open: '201',
    shut: '401 UNAUTHORIZED',
    knock: async ({ key }, origin) =>
      short(
        await createClient(origin, key.secret).call('createIdentity', {
          body: { name: 'deploy-bot', type: 'CI_CD' },
        }),
      ),
  },
  {
    name: 'a verification',
    open: 'VALID',
    shut: 'IDENTITY_INACTIVE',
    knock: async ({ key, issued }, origin) =>
      (await verify(createClient(origin, key.secret), issued.secret)).code,
  },
  {
    name: 'a session at the API',
    open: '200',
    shut: '401 UNAUTHORIZED',
    knock: async ({ user, ours }) => short(await user.in(ours.orgId).call('listUsers')),
  },
  {
    name: 'a session at the test tenant',
    open: '200',
    shut: '401 UNAUTHORIZED',
    knock: async ({ user }) => {
      const { body } = await user.client.call('getMe');
      return short(await user.in(body.testOrgId ?? user.client.orgId).call('listUsers'));
    },
  },
  {
    name: 'the command line at the API',
    open: '200',
    shut: '401 UNAUTHORIZED',
    knock: async ({ line }) => short(await line.client.call('listUsers')),
  },
  {
    name: 'a refresh of the command line',
    open: '200',
    shut: '401 invalid_client',
    knock: async ({ line }) => {
      const { status: code, body } = await line.refresh();
      return short({ status: code, body: { error: body['error'] } });
    },
  },
  {
    name: 'the account page',
    open: '200',
    shut: suspendedPage,
    knock: async ({ user, ours }) => {
      const { status: code, headers } = await user.person.get(`/account/${ours.orgId}`);
      return short({ status: code, headers, body: undefined });
    },
  },
  {
    name: 'the dashboard',
    open: '303',
    shut: suspendedPage,
    knock: async ({ user, ours }) => {
      const { status: code, headers } = await user.person.get(`/admin/sign-in?tenant=${ours.orgId}`);
      return short({ status: code, headers, body: undefined });
    },
  },
  {
    name: 'a SCIM token',
    open: '200',
    shut: '401',
    knock: async ({ scim, ours }, origin) => {
      const directory = directoryWith({ origin }, { orgId: String(ours.orgId), token: scim.token });
      return String((await directory.send('GET', '/Users')).status);
    },
  },
  {
    name: 'an access token at the userinfo endpoint',
    open: '200',
    shut: '401 invalid_token',
    knock: async ({ party, tokens }) => {
      const answer = await fetch(`${party.issuer}/userinfo`, {
        headers: { authorization: `Bearer ${tokens.access_token}` },
      });
      const { error } = (await answer.json()) as { error?: string };
      return short({ status: answer.status, body: { error } });
    },
  },
  {
    name: 'an access token at the introspection',
    open: '200 true',
    shut: '200 false',
    knock: async ({ party, tokens }) => {
      const { status: code, body } = await call(party, '/introspect', { token: tokens.access_token });
      return `${code} ${String(body['active'])}`;
    },
  },
  {
    name: 'a refresh token',
    open: '200',
    shut: '401 invalid_client',
    knock: async ({ party, tokens }) => {
      const { status: code, body } = await call(party, '/token', {
        grant_type: 'refresh_token',
        refresh_token: String(tokens.refresh_token),
      });
      return short({ status: code, body: { error: body['error'] } });
    },
  },
  {
    name: 'a pushed request',
    open: '201',
    shut: '401 invalid_client',
    knock: async ({ party }) => {
      const { status: code, body } = await call(party, '/par', {
        response_type: 'code',
        client_id: party.clientId,
        redirect_uri: redirectUri,
        scope: 'openid',
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      });
      return short({ status: code, body: { error: body['error'] } });
    },
  },
  {
    name: 'a user who is signed in at an application',
    open: 'https://rp.example.com',
    shut: suspendedPage,
    knock: async ({ party, browser }) => {
      const { url } = await begin(party);
      const shown = await browser.open(url);
      return shown.url.origin === 'https://rp.example.com'
        ? shown.url.origin
        : short({ status: shown.status, headers: shown.headers, body: undefined });
    },
  },
  {
    name: 'a stranger at the sign-in page of an application',
    open: '200',
    shut: suspendedPage,
    knock: async ({ party }) => {
      const { url } = await begin(party);
      const shown = await new Browser(party.issuer).open(url);
      return short({ status: shown.status, headers: shown.headers, body: undefined });
    },
  },
  {
    name: 'the exchange of a token',
    open: '201',
    shut: '401 TOKEN_REFUSED',
    knock: async ({ ours, identityId }, origin) =>
      short(
        await createClient(origin).call('exchangeToken', {
          body: { orgId: ours.orgId, identityId, token: await issuer.sign(), scopes: ['secrets.read'] },
        }),
      ),
  },
];

describe('each door of an organization', () => {
  test('is shut at the next request on every node, and opens again', async () => {
    const [pair, other] = [await service.addPair(), await service.addPair()];
    const [callers, others] = [await everyCaller(pair), await everyCaller(other)];
    const { ours } = pair;
    const outcomes = async (of: Callers): Promise<Record<string, string>> => {
      const found: Record<string, string> = {};
      for (const { name, knock } of doors)
        for (const origin of [service.origin, node.origin])
          found[`${name} at ${origin}`] = await knock(of, origin);
      return found;
    };
    const expected = (state: 'open' | 'shut') =>
      Object.fromEntries(
        doors.flatMap(({ name, [state]: outcome }) =>
          [service.origin, node.origin].map((origin) => [`${name} at ${origin}`, outcome]),
        ),
      );
    expect(await outcomes(callers)).toEqual(expected('open'));
    await act('suspendOrganization', ours.orgId);
    expect(await outcomes(callers)).toEqual(expected('shut'));
    expect(await outcomes(others)).toEqual(expected('open'));
    await act('resumeOrganization', ours.orgId);
    expect(await outcomes(callers)).toEqual(expected('open'));
    await act('closeOrganization', ours.orgId, { confirmName: 'Ours' });
    expect(await outcomes(callers)).toEqual(expected('shut'));
    await act('resumeOrganization', ours.orgId);
    expect(await outcomes(callers)).toEqual(expected('open'));
  });

  test('counts nothing while it is shut: a key of one use has it afterwards', async () => {
    const { ours } = await service.addPair();
    const once = await aCredential(ours, { maxUsageCount: 1, scopes: ['*'] });
    const { token } = await aWrappedCredential(ours);
    await act('suspendOrganization', ours.orgId);
    const caller = createClient(service.origin, once.secret);
    expect((await caller.call('listUsers')).status).toBe(401);
    expect((await verify(createClient(service.origin, String(ours.key)), once.secret)).code).toBe(
      'IDENTITY_INACTIVE',
    );
    expect((await service.anonymous.call('unwrapCredential', { body: { token } })).status).toBe(404);
    await act('resumeOrganization', ours.orgId);
    expect((await service.anonymous.call('unwrapCredential', { body: { token } })).status).toBe(200);
    expect((await caller.call('listUsers')).status).toBe(200);
    expect((await caller.call('listUsers')).status).toBe(401);
  });

  test('is shut alike for a suspended and a closed organization', async () => {
    const { ours } = await service.addPair();
    const page = async () => {
      const { body } = await service.anonymous.send('GET', `/login/${ours.orgId}`, {
        headers: { accept: 'text/html', 'x-request-id': 'req_the_same' },
      });
      return String(body);
    };
    await act('suspendOrganization', ours.orgId);
    const suspended = await page();
    expect(suspended).toContain('This organization is suspended. Ask its administrator.');
    await act('closeOrganization', ours.orgId, { confirmName: 'Ours' });
    expect((await page()).replaceAll(/req_\w+/g, '')).toBe(suspended.replaceAll(/req_\w+/g, ''));
    for (const [language, sentence] of [
      ['de', 'Diese Organisation ist gesperrt.'],
      ['fr', 'Cette organisation est suspendue.'],
    ] as const) {
      const { body } = await service.anonymous.send('GET', `/login/${ours.orgId}`, {
        headers: { accept: 'text/html', 'accept-language': language },
      });
      expect(String(body)).toContain(sentence);
    }
  });

  test('still takes reports of leaked keys, which stay revoked', async () => {
    const { ours } = await service.addPair();
    const leaked = await aCredential(ours);
    await act('suspendOrganization', ours.orgId);
    expect(await reporting(() => service.origin).labels(report(leaked.secret))).toEqual(['true_positive']);
    await act('resumeOrganization', ours.orgId);
    expect((await verify(ours, leaked.secret)).code).toBe('SUSPENDED');
  });
});
