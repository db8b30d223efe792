// Organizations that an operator suspends, resumes and closes (docs/decisions/0125).
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeOwnerLink } from '../../../src/users/dashboard-links/dashboard-links.ts';
import { repeatingTasks } from '../../../src/workers/index.ts';
import {
  aCredential,
  anIdentity,
  aScimToken,
  aUser,
  aWrappedCredential,
  verify,
} from '../../support/builders.ts';
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
import { besides } from '../../support/second-factors.ts';
import { github, published, report, signed } from '../../support/secret-scanning.ts';
import { type Pair, startTestService, type TestService } from '../../support/service.ts';
import { aUserCaller, password } from '../../support/user-caller.ts';
import { anEmail } from '../../support/users.ts';

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
const status = async (orgId: string | undefined) =>
  (await operator.call('getOrganization', { path: { id: String(orgId) } })).body;

/** The audit log of a tenant, by the actions about its organization. */
const told = (orgId: string | undefined) =>
  service.sql<{ action: string; actor_type: string }>(
    `select action, actor_type from audit_logs
      where org_id = $1 and action like 'organization.%' order by created_at, id`,
    [orgId],
  );

describe('suspendOrganization', () => {
  test('says so in the audit log of each tenant, and changes nothing when it is repeated', async () => {
    const { ours, oursTest, theirs } = await service.addPair();
    const first = await act('suspendOrganization', ours.orgId);
    expect([first.status, first.body.status, first.body.eraseAt, first.headers.get('etag')]).toEqual([
      200,
      'SUSPENDED',
      null,
      '"2"',
    ]);
    expect(first.body.suspendedAt).toMatch(/Z$/);
    const again = await act('suspendOrganization', ours.orgId);
    expect([again.status, again.body]).toEqual([200, first.body]);
    for (const { orgId } of [ours, oursTest])
      expect(await told(orgId)).toEqual([{ action: 'organization.suspend', actor_type: 'SYSTEM' }]);
    expect((await status(theirs.orgId)).status).toBe('ACTIVE');
    expect(
      await service.sql('select id from tenants where organization_id = $1 and suspended_at is null', [
        ours.orgId,
      ]),
    ).toEqual([]);
  });

  test('honours If-Match, and knows no organization by another id', async () => {
    const { ours, oursTest } = await service.addPair();
    const stale = await act('suspendOrganization', ours.orgId, undefined, { 'if-match': '"7"' });
    expect([stale.status, stale.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
    for (const id of [oursTest.orgId, 'x', 'org_01kahz5v3be4nr7q2m8x9c0d1e'])
      for (const one of ['suspendOrganization', 'resumeOrganization'] as const)
        expect((await act(one, id)).status).toBe(404);
    expect((await status(ours.orgId)).status).toBe('ACTIVE');
  });
});

describe('resumeOrganization', () => {
  test('makes a suspended and a closed organization active again', async () => {
    const { ours } = await service.addPair();
    await act('suspendOrganization', ours.orgId);
    const resumed = await act('resumeOrganization', ours.orgId);
    expect([resumed.status, resumed.body.status, resumed.body.suspendedAt]).toEqual([200, 'ACTIVE', null]);
    expect((await act('closeOrganization', ours.orgId, { confirmName: 'Ours' })).body.status).toBe('CLOSED');
    const reopened = await act('resumeOrganization', ours.orgId);
    expect([reopened.status, reopened.body.status, reopened.body.eraseAt]).toEqual([200, 'ACTIVE', null]);
    expect((await act('resumeOrganization', ours.orgId)).body).toEqual(reopened.body);
    expect((await told(ours.orgId)).map(({ action }) => action)).toEqual([
      'organization.suspend',
      'organization.resume',
      'organization.close',
      'organization.resume',
    ]);
    expect((await ours.call('listUsers')).status).toBe(200);
  });

  test('is refused once the time of the erasure has come', async () => {
    const { ours } = await service.addPair();
    await act('closeOrganization', ours.orgId, { confirmName: 'Ours' });
    await service.sql('update tenants set erase_at = now() where organization_id = $1', [ours.orgId]);
    const late = await act('resumeOrganization', ours.orgId);
    expect([late.status, late.body.code]).toEqual([409, 'ORGANIZATION_STATE_CONFLICT']);
    expect((await status(ours.orgId)).status).toBe('CLOSED');
  });
});

describe('closeOrganization', () => {
  test('needs the name as it is, and leaves 30 days', async () => {
    const { ours, oursTest } = await service.addPair();
    for (const confirmName of ['ours', 'Ours ', 'x', String(ours.orgId)]) {
      const wrong = await act('closeOrganization', ours.orgId, { confirmName });
      expect([confirmName, wrong.status, Object.keys(wrong.body.details)]).toEqual([
        confirmName,
        400,
        ['confirmName'],
      ]);
    }
    expect((await status(ours.orgId)).status).toBe('ACTIVE');
    const closed = await act('closeOrganization', ours.orgId, { confirmName: 'Ours' });
    expect([closed.status, closed.body.status]).toEqual([200, 'CLOSED']);
    const days = (Date.parse(closed.body.eraseAt) - Date.parse(closed.body.suspendedAt)) / 86_400_000;
    expect(days).toBe(30);
    const [row] = await service.sql('select erase_at from tenants where id = $1', [oursTest.orgId]);
    expect(row?.['erase_at'].toISOString()).toBe(closed.body.eraseAt);
    // A second time, the end stays. A closed organization is not suspended.
    await service.sql(
      `update tenants set erase_at = erase_at - interval '1 day' where organization_id = $1`,
      [ours.orgId],
    );
    const again = await act('closeOrganization', ours.orgId, { confirmName: 'Ours' });
    expect(Date.parse(again.body.eraseAt)).toBe(Date.parse(closed.body.eraseAt) - 86_400_000);
    expect((await act('suspendOrganization', ours.orgId)).status).toBe(409);
    for (const { orgId } of [ours, oursTest])
      expect(await told(orgId)).toEqual([{ action: 'organization.close', actor_type: 'SYSTEM' }]);
  });

  test('keeps the time of the suspension', async () => {
    const { ours } = await service.addPair();
    const { body: suspended } = await act('suspendOrganization', ours.orgId);
    const { body: closed } = await act('closeOrganization', ours.orgId, { confirmName: 'Ours' });
    expect(closed.suspendedAt).toBe(suspended.suspendedAt);
    const acts = await service.sql<{ action: string; changes: unknown }>(
      'select action, changes from operator_audit where target_id = $1 order by at, id',
      [ours.orgId],
    );
    expect(acts).toEqual([
      { action: 'organization.suspend', changes: [{ field: 'status', from: 'ACTIVE', to: 'SUSPENDED' }] },
      {
        action: 'organization.close',
        changes: [
          { field: 'status', from: 'SUSPENDED', to: 'CLOSED' },
          { field: 'eraseAt', from: null, to: closed.eraseAt },
        ],
      },
    ]);
  });

  test('makes a mail for each active owner of the live tenant, and for no other user', async () => {
    const { ours, oursTest } = await service.addPair();
    const owner = () => aUser(ours, { email: anEmail(), password, roles: ['OWNER'], sendInvite: false });
    const owners = [await owner(), await owner()];
    const gone = await owner();
    await ours.call('suspendUser', { path: { userId: gone } });
    await aUser(ours, { email: anEmail(), password, roles: ['ADMIN'], sendInvite: false });
    await aUser(oursTest, { email: anEmail(), password, roles: ['OWNER'], sendInvite: false });
    const { body } = await act('closeOrganization', ours.orgId, { confirmName: 'Ours' });
    const jobs = await service.sql<{ org_id: string; payload: unknown }>(
      `select org_id, payload from tenant_jobs where task = 'send-closing' and org_id = any ($1) order by id`,
      [[ours.orgId, oursTest.orgId]],
    );
    expect(jobs).toEqual(
      owners.map((userId) => ({
        org_id: ours.orgId,
        payload: { orgId: ours.orgId, userId, eraseAt: body.eraseAt },
      })),
    );
  });
});

/** Makes all that the callers of an organization have. */
async function everyCaller(pair: Pair) {
  const { ours } = pair;
  const at = { ...service, ...pair };
  const key = await aCredential(ours, { scopes: ['*'] });
  const issued = await aCredential(ours);
  const leaked = await aCredential(ours);
  const scim = await aScimToken(ours);
  const user = await aUserCaller(at);
  const party = await aRelyingParty(ours, {
    grantTypes: ['authorization_code', 'refresh_token', 'client_credentials'],
    scopes: ['openid', 'offline_access'],
    refreshTokenRotation: false,
  });
  const personId = await aPerson(at, {}, ours);
  const browser = await signedIn(service, { issuer: party.issuer, userId: personId });
  const flow = await authorized(party, browser, { scope: 'openid offline_access' });
  const tokens = await flow.exchange();
  const wrapped = await aWrappedCredential(ours);
  const identityId = await aWorkload(ours, issuer);
  return { ours, key, issued, leaked, scim, user, party, browser, tokens, wrapped, identityId };
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
      return `${code} ${body['active']}`;
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
    const body = JSON.stringify([report(leaked.secret)]);
    const answer = await service.anonymous.send('POST', '/api/v1/secret-scanning/github', {
      body,
      headers: { 'content-type': 'application/json', ...signed(body) },
    });
    expect([answer.status, answer.body[0].label]).toEqual([200, 'true_positive']);
    await act('resumeOrganization', ours.orgId);
    expect((await verify(ours, leaked.secret)).code).toBe('SUSPENDED');
  });
});

describe('the first organization of a server', () => {
  test('can be suspended: its links to the dashboard open nothing, and the operator resumes it', async () => {
    const first = await startTestService();
    onTestFinished(() => first.stop());
    const { ours, sql, origin } = first;
    const client = createClient(origin, (await anOperatorKey(sql)).secret);
    const id = String(ours.orgId);
    const email = anEmail();
    const userId = await aUser(ours, { email, password, roles: ['OWNER'] });
    const domain = await besides(first);
    const token = await domain.within((tx) => makeOwnerLink(tx, { id: userId, username: email, email }));
    await domain.close();
    const redeem = () =>
      createClient(origin).send('POST', '/admin/redeem', {
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
        },
        body: JSON.stringify({ token }),
      });
    expect((await client.call('suspendOrganization', { path: { id } })).status).toBe(200);
    const shut = await redeem();
    expect([shut.status, shut.body.code]).toEqual([403, 'ORGANIZATION_SUSPENDED']);
    expect((await client.call('resumeOrganization', { path: { id } })).body.status).toBe('ACTIVE');
    expect((await redeem()).status).toBe(200);
  });
});

test('every task of the clock passes over a suspended organization', async () => {
  const { ours } = await service.addPair();
  const identityId = await anIdentity(ours);
  await act('suspendOrganization', ours.orgId);
  const score = () => service.sql('select risk_score from identities where id = $1', [identityId]);
  for (const task of Object.keys(repeatingTasks) as (keyof typeof repeatingTasks)[])
    await service.runTask(task);
  await service.sql('update identities set risk_score = 77 where id = $1', [identityId]);
  await service.runTask('weigh-risk');
  expect(await score()).toEqual([{ risk_score: 77 }]);
  await act('resumeOrganization', ours.orgId);
  await service.runTask('weigh-risk');
  expect(await score()).not.toEqual([{ risk_score: 77 }]);
});
