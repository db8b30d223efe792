// No operation of a suspended organization answers its callers (docs/decisions/0125).
import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { formType } from '../../../src/lib/form.ts';
import { newSecret } from '../../../src/lib/secret.ts';
import { type Case, everything, exampleBody, hosted, ofTenants, reader } from '../../contract/enumerate.ts';
import { aScimToken, aUser } from '../../support/builders.ts';
import { createClient } from '../../support/client.ts';
import { anOperatorKey } from '../../support/operators.ts';
import { sendRaw } from '../../support/raw.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { aConnection, aSamlConnection } from '../../support/stored-connections.ts';
import { aCommandLine, aProof, type CommandLine, publicUrl } from '../../support/command-line.ts';
import { aUserCaller } from '../../support/user-caller.ts';

let service: TestService;
let scimToken: string;
let session: Record<string, string>;
let line: CommandLine;
let ids: { oidc: string; saml: string };

beforeAll(async () => {
  service = await startTestService();
  const { ours, sql, origin } = service;
  ({ token: scimToken } = await aScimToken(ours));
  const { person } = await aUserCaller(service);
  session = {
    ...person.cookies.sent('/'),
    'keyward-tenant': String(ours.orgId),
    'sec-fetch-site': 'same-origin',
  };
  line = await aCommandLine(service, { userId: await aUser(ours, { roles: ['OWNER'] }) });
  expect((await line.client.call('getMe')).status).toBe(200);
  const oidc = await aConnection(service);
  const saml = await aSamlConnection(service, { certificates: ['not read'] });
  ids = { oidc: oidc.id, saml: saml.id };
  const operator = createClient(origin, (await anOperatorKey(sql)).secret);
  const { status } = await operator.call('suspendOrganization', { path: { id: String(ours.orgId) } });
  expect(status).toBe(200);
});
afterAll(() => service.stop());

/** All that a response says, but for the time. */
async function answerOf(
  { id, method, path }: Case,
  headers: Record<string, string>,
  orgId = service.ours.orgId,
) {
  const body = (operations[id].requestTypes as readonly string[]).length > 0;
  const answer = await sendRaw(service.origin, {
    method,
    path: path.replaceAll('{orgId}', String(orgId)).replaceAll(/\{\w+\}/g, 'x'),
    headers: {
      'x-request-id': 'the-same',
      ...headers,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: '{}' } : {}),
  });
  const { date: _, ...rest } = answer.headers;
  return { status: answer.status, text: answer.text, headers: rest };
}

const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` });
const isScim = ({ id }: Case) => operations[id].scheme === 'scimToken';

describe('an operation of a suspended organization', () => {
  test('answers its keys as it answers unknown ones, but for verifications', async () => {
    const keyed = ofTenants.filter((one) => !isScim(one) && one.id !== 'verifyCredential');
    expect(keyed.length).toBeGreaterThan(150);
    for (const operation of keyed) {
      const expected = await answerOf(operation, bearer(newSecret('kd_live_')));
      expect([operation.id, expected.status]).toEqual([operation.id, 401]);
      for (const { key } of [service.ours, service.oursTest])
        expect([operation.id, await answerOf(operation, bearer(String(key)))]).toEqual([
          operation.id,
          expected,
        ]);
    }
  });

  test('answers its SCIM tokens as it answers unknown ones', async () => {
    const keyed = ofTenants.filter(isScim);
    expect(keyed.length).toBeGreaterThan(15);
    for (const operation of keyed) {
      const expected = await answerOf(operation, bearer(newSecret('scim_')));
      expect([operation.id, expected.status]).toEqual([operation.id, 401]);
      expect([operation.id, await answerOf(operation, bearer(scimToken))]).toEqual([operation.id, expected]);
    }
  });

  test('answers the sessions of its users with 401', async () => {
    for (const operation of ofTenants.filter((one) => !isScim(one)))
      for (const orgId of [service.ours.orgId, service.oursTest.orgId]) {
        const { status } = await answerOf(operation, { ...session, 'keyward-tenant': String(orgId) });
        expect([operation.id, status]).toEqual([operation.id, 401]);
      }
  });
});

describe('an operation of a suspended organization, by the command line', () => {
  test('answers the tokens of its users with 401', async () => {
    for (const operation of ofTenants.filter((one) => !isScim(one)))
      for (const orgId of [service.ours.orgId, service.oursTest.orgId]) {
        const { method, path } = operation;
        const url = publicUrl(service.origin, service.origin + path.replaceAll(/\{\w+\}/g, 'x'));
        const token = line.tokens.access;
        const { status, text } = await answerOf(operation, {
          authorization: `DPoP ${token}`,
          dpop: await aProof(line.key, { method, url, token }),
          'keyward-tenant': String(orgId),
        });
        const { code } = JSON.parse(text) as { code: string };
        expect([operation.id, status, code]).toEqual([operation.id, 401, 'UNAUTHORIZED']);
      }
  });
});

/** Documents that others need for tokens that they have, and the permissions of scripts. */
const published: readonly string[] = [
  'getOidcConfiguration',
  'getOidcConfigurationOfPath',
  'getOauthServerMetadata',
  'getOauthServerMetadataBelow',
  'getApiResourceMetadata',
  'getOidcKeys',
  'preflightOidcToken',
  'preflightOidcUserInfo',
  'preflightOidcPush',
];

const isOfTenant = ({ path }: Case) => path.includes('{');

/** Sends the example of an operation to the suspended tenant. */
async function sendExample(operation: Case) {
  const { id, method, path, parameters } = operation;
  const known: Record<string, string> = { orgId: String(service.ours.orgId) };
  if (path.startsWith('/api/v1/federation')) known['id'] = path.includes('/saml/') ? ids.saml : ids.oidc;
  const valueOf = (one: (typeof parameters)[number]): string =>
    known[one.name ?? ''] ?? String(one.example ?? reader.example(one.schema ?? {}));
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const one = parameters.find((parameter) => parameter.in === 'path' && parameter.name === name);
    return encodeURIComponent(one ? valueOf(one) : 'x');
  });
  const query = new URLSearchParams(
    parameters
      .filter((one) => one.in === 'query' && one.required)
      .map((one): [string, string] => [one.name ?? '', valueOf(one)]),
  ).toString();
  const isForm = operation.body?.content?.[formType] !== undefined;
  const example = exampleBody(operation);
  const answer = await sendRaw(service.origin, {
    method,
    path: query === '' ? target : `${target}?${query}`,
    headers: {
      ...session,
      accept: '*/*',
      ...(method === 'OPTIONS'
        ? { origin: 'https://app.example.com', 'access-control-request-method': 'POST' }
        : {}),
      ...(example ? { 'content-type': isForm ? formType : 'application/json' } : {}),
    },
    ...(example
      ? {
          body: isForm
            ? new URLSearchParams(example as Record<string, string>).toString()
            : JSON.stringify(example),
        }
      : {}),
  });
  return {
    id,
    status: answer.status,
    code: answer.headers['x-error-code'] ?? answer.body?.code,
    body: answer.body,
  };
}

describe('a page or an endpoint of a suspended organization', () => {
  test.for(hosted.filter(isOfTenant).filter(({ id }) => !published.includes(id)))(
    '$id says that it is suspended',
    async (operation) => {
      const { id, status, code, body } = await sendExample(operation);
      if (id === 'introspectOidcToken') return expect([status, body]).toEqual([200, { active: false }]);
      const isForPrograms = operations[operation.id].errors === 'oauth';
      expect([id, status, code]).toEqual([id, isForPrograms ? 401 : 403, 'ORGANIZATION_SUSPENDED']);
    },
  );

  test('still publishes its metadata and its keys', async () => {
    for (const operation of hosted.filter(({ id }) => published.includes(id))) {
      const { id, status } = await sendExample(operation);
      expect([id, status]).toEqual([id, expect.toBeOneOf([200, 204])]);
    }
  });
});

/** Operations that name no tenant in their path, and what they do for a suspended one. */
const others: Readonly<Record<string, string>> = {
  closeOrganization: 'of operators',
  createOrganization: 'of operators',
  getOrganization: 'of operators',
  listOrganizations: 'of operators',
  resumeOrganization: 'of operators',
  suspendOrganization: 'of operators',
  updateOrganization: 'of operators',
  getLiveness: 'of no tenant',
  getOpenapiJson: 'of no tenant',
  getOpenapiYaml: 'of no tenant',
  getReadiness: 'of no tenant',
  previewSignInPage: 'of no tenant',
  submitLanguage: 'of no tenant',
  receiveLeakedSecrets: 'still revokes (stopped-doors.test.ts)',
  exchangeToken: 'refuses (stopped-doors.test.ts)',
  unwrapCredential: 'refuses (stopped-doors.test.ts)',
  startAdminSignIn: 'refuses (stopped-doors.test.ts)',
  redeemDashboardLink: 'refuses (stopped-organizations.test.ts)',
};

test('each other operation names no tenant, or has a test of its own', () => {
  const rest = everything.filter(
    (one) => !ofTenants.includes(one) && !(hosted.includes(one) && isOfTenant(one)),
  );
  expect(rest.map(({ id }) => id).toSorted()).toEqual(Object.keys(others).toSorted());
});
