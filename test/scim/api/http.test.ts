import { describe, expect } from 'vitest';
import { newSecret } from '../../../src/lib/secret.ts';
import { aCredential, aScimToken } from '../../support/builders.ts';
import type { Answer } from '../../support/client.ts';
import {
  aDirectory,
  aScimPerson,
  directoryWith,
  errorSchema,
  replacing,
  scimPerson,
} from '../../support/directories.ts';
import { test, type TestService } from '../../support/service.ts';

/** The whole answer of a refusal must be this: strict clients refuse any other member. */
function expectRefusal(
  { status, body, headers }: Answer,
  expected: { status: number; code: string; scimType?: string; says?: RegExp },
): void {
  expect({ status, body, code: headers.get('x-error-code') }).toEqual({
    status: expected.status,
    code: expected.code,
    body: {
      schemas: [errorSchema],
      status: String(expected.status),
      ...(expected.scimType === undefined ? {} : { scimType: expected.scimType }),
      detail: expect.stringMatching(new RegExp(`^${expected.code}: .`)),
    },
  });
  if (expected.says) expect(body.detail).toMatch(expected.says);
  expect(headers.get('content-type')).toBe('application/scim+json');
  expect(headers.get('x-request-id')).toMatch(/./);
  expect(headers.get('www-authenticate')).toBe(expected.status === 401 ? 'Bearer' : null);
}

const invalid = { status: 401, code: 'SCIM_TOKEN_INVALID' };
const oursAs = (service: TestService, token: string | undefined) =>
  directoryWith(service, { orgId: service.organizations.ours.live.orgId, token });

describe('the caller of a SCIM operation', () => {
  test('is a token of the tenant in the path, live or test', async ({ service }) => {
    for (const whose of ['ours', 'oursTest', 'theirs'] as const) {
      const { call } = await aDirectory(service, {}, whose);
      const { status, headers } = await call('listScimUsers');
      expect(status).toBe(200);
      expect(headers.get('content-type')).toBe('application/scim+json');
    }
  });

  test('is rejected without a token, with an invalid token, and with another kind of secret', async ({
    service,
  }) => {
    const { token } = await aScimToken(service.ours);
    const lastDigit = token.endsWith('0') ? '1' : '0';
    const secrets = [
      undefined,
      'x',
      newSecret('scim_'),
      token.slice(0, -1),
      token.slice(0, -1) + lastDigit,
      token.toUpperCase(),
      service.ours.key,
      (await aCredential(service.ours, { scopes: ['*'] })).secret,
    ];
    for (const secret of secrets) {
      const { call, send } = oursAs(service, secret);
      expectRefusal(await call('listScimUsers'), invalid);
      expectRefusal(await call('getScimServiceProviderConfig'), invalid);
      expectRefusal(await send('POST', '/Users', scimPerson('nobody@example.com')), invalid);
    }
  });

  test('is rejected under the path of another tenant, also of its test or live twin', async ({ service }) => {
    const { organizations } = service;
    const { token } = await aScimToken(service.ours);
    const others = [
      organizations.ours.test.orgId,
      organizations.theirs.live.orgId,
      organizations.ours.live.orgId.toUpperCase(),
      'org_00000000000000000000000000',
      'x',
      '%2e%2e',
    ];
    for (const orgId of others)
      expectRefusal(await directoryWith(service, { orgId, token }).call('listScimUsers'), invalid);
    expect((await oursAs(service, token).call('listScimUsers')).status).toBe(200);
  });

  test('learns that its token expired only under the path of its own tenant', async ({ service }) => {
    const { id, token } = await aScimToken(service.ours);
    await service.sql('update scim_tokens set expires_at = now() where id = $1', [id]);
    const expired = { status: 401, code: 'SCIM_TOKEN_EXPIRED', says: /expired/ };
    expectRefusal(await oursAs(service, token).call('listScimUsers'), expired);
    const { orgId } = service.organizations.theirs.live;
    expectRefusal(await directoryWith(service, { orgId, token }).call('listScimUsers'), invalid);
  });

  test('is rejected at once after its token is revoked', async ({ service }) => {
    const { call, tokenId } = await aDirectory(service);
    expect((await call('listScimUsers')).status).toBe(200);
    await service.ours.call('revokeScimToken', { path: { tokenId } });
    expectRefusal(await call('listScimUsers'), invalid);
  });

  test('is rejected unless it sends the token in one Authorization header', async ({ service }) => {
    const { token, base } = await aDirectory(service);
    const { anonymous } = service;
    for (const [path, headers] of [
      [`${base}/Users?access_token=${token}`, {}],
      [`${base}/Users`, { authorization: `Basic ${btoa(`${token}:`)}` }],
      [`${base}/Users`, { authorization: token }],
      [`${base}/Users`, { authorization: `Bearer ${token}, Bearer ${token}` }],
      [`${base}/Users`, { cookie: `token=${token}` }],
    ] as [string, Record<string, string>][])
      expectRefusal(await anonymous.send('GET', path, { headers }), invalid);
  });

  test('cannot call our own API with a SCIM token', async ({ service }) => {
    const { token } = await aScimToken(service.ours);
    for (const id of ['listUsers', 'listGroups', 'listScimTokens', 'listCredentials'] as const) {
      const { status, body } = await service.as(token).call(id);
      expect({ status, code: body.code }).toEqual({ status: 401, code: 'UNAUTHORIZED' });
    }
  });

  test('may use the permissions of its token, and discovery with any of them', async ({ service }) => {
    const person = await aScimPerson(await aDirectory(service), 'permitted@example.com');
    const reader = await aDirectory(service, { permissions: ['users.read'] });
    expect((await reader.send('GET', `/Users/${person}`)).status).toBe(200);
    for (const [method, path, lacks, body] of [
      ['POST', '/Users', 'users.write', scimPerson('x')],
      ['PUT', `/Users/${person}`, 'users.write', scimPerson('x')],
      ['PATCH', `/Users/${person}`, 'users.write', {}],
      ['DELETE', `/Users/${person}`, 'users.write', undefined],
      ['GET', '/Groups', 'groups.read', undefined],
      ['POST', '/Groups/.search', 'groups.read', {}],
      ['POST', '/Groups', 'groups.write', {}],
    ] as const) {
      const answer = await reader.send(method, path, body);
      expectRefusal(answer, {
        status: 403,
        code: 'INSUFFICIENT_SCOPE',
        says: new RegExp(`permission ${lacks}$`),
      });
    }
    const writer = await aDirectory(service, { permissions: ['groups.write'] });
    expect((await writer.send('GET', '/Users')).status).toBe(403);
    for (const path of ['/ServiceProviderConfig', '/Schemas', '/ResourceTypes', '/ResourceTypes/User'])
      expect((await writer.send('GET', path)).status).toBe(200);
  });
});

describe('a path below the SCIM base', () => {
  test('that does not exist answers 404 as SCIM does, with and without a token', async ({ service }) => {
    const { base, send } = await aDirectory(service);
    const missing = { status: 404, code: 'NOT_FOUND', says: /no such path/ };
    for (const path of [
      '/api/scim/v2',
      '/api/scim/v2/',
      base,
      `${base}/`,
      `${base}/users`,
      `${base}/Users/x/y`,
      `${base}/Roles`,
      `${base}/Users%2F.search`,
      `${base}/%55sers`,
      `${base}/Users/%ff`,
      `${base}/MeToo`,
    ]) {
      expectRefusal(await service.anonymous.send('GET', path), missing);
      expectRefusal(await service.anonymous.send('POST', path), missing);
    }
    expectRefusal(await send('GET', '/Users/usr_00000000000000000000000000'), {
      status: 404,
      code: 'SCIM_RESOURCE_NOT_FOUND',
    });
    const beside = await service.anonymous.send('GET', '/api/scim/v20/x');
    expect({ status: beside.status, code: beside.body.code }).toEqual({ status: 404, code: 'NOT_FOUND' });
  });

  test('answers another method with 405 and the allowed methods', async ({
    service: { anonymous, organizations },
  }) => {
    const base = `/api/scim/v2/${organizations.ours.live.orgId}`;
    for (const [method, path, allowed] of [
      ['DELETE', '/Users', 'GET, POST, HEAD'],
      ['POST', '/Users/x', 'GET, PUT, PATCH, DELETE, HEAD'],
      ['GET', '/Users/.search', 'POST'],
      ['GET', '/Bulk', 'POST'],
      ['GET', '/.search', 'POST'],
      ['POST', '/Schemas', 'GET, HEAD'],
      ['OPTIONS', '/Groups', 'GET, POST, HEAD'],
    ] as const) {
      const answer = await anonymous.send(method, base + path);
      expectRefusal(answer, { status: 405, code: 'METHOD_NOT_ALLOWED' });
      expect(answer.headers.get('allow')).toBe(allowed);
    }
  });

  test('answers 501 to every request for /Me', async ({ service }) => {
    const { send } = await aDirectory(service);
    const unsupported = { status: 501, code: 'SCIM_ME_UNSUPPORTED' };
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      for (const path of ['/Me', '/Me/', '/Me/x', '/Me?attributes=userName'])
        expectRefusal(await send(method, path), unsupported);
  });

  test('answers HEAD as GET without the body', async ({ service }) => {
    const directory = await aDirectory(service);
    const id = await aScimPerson(directory, 'head@example.com');
    const [head, get] = [
      await directory.send('HEAD', `/Users/${id}`),
      await directory.send('GET', `/Users/${id}`),
    ];
    expect({ status: head.status, body: head.body }).toEqual({ status: 200, body: '' });
    for (const name of ['content-type', 'content-length', 'etag'])
      expect(head.headers.get(name)).toBe(get.headers.get(name));
    const missing = await directory.send('HEAD', '/Users/x');
    expect([missing.status, missing.headers.get('x-error-code')]).toEqual([404, 'SCIM_RESOURCE_NOT_FOUND']);
  });
});

describe('the media type', () => {
  test('in a response is SCIM’s, or plain JSON for a client that accepts only that', async ({ service }) => {
    const { send } = await aDirectory(service);
    for (const [accept, type] of [
      ['application/scim+json', 'application/scim+json'],
      ['application/json', 'application/json'],
      ['application/scim+json, application/json;q=0.5', 'application/scim+json'],
      ['application/json, application/scim+json', 'application/scim+json'],
      ['application/json;q=0.9, text/html', 'application/json'],
      ['application/scim+json;q=0, application/json', 'application/json'],
      ['*/*', 'application/scim+json'],
      ['application/*', 'application/scim+json'],
      ['', 'application/scim+json'],
    ]) {
      for (const path of ['/Users', '/Users/x', '/Nothing']) {
        const { headers } = await send('GET', path, undefined, { accept: accept ?? '' });
        expect({ accept, path, type: headers.get('content-type') }).toEqual({ accept, path, type });
      }
    }
    expectRefusal(await send('GET', '/Users', undefined, { accept: 'text/html' }), {
      status: 406,
      code: 'NOT_ACCEPTABLE',
      says: /application\/scim\+json, application\/json/,
    });
  });

  test('in a request is one of the two, and no other', async ({ service }) => {
    const { send } = await aDirectory(service);
    for (const [at, type] of [
      'application/scim+json',
      'application/json',
      'application/scim+json; charset=utf-8',
      'Application/SCIM+JSON;charset=UTF-8',
    ].entries()) {
      const answer = await send('POST', '/Users', scimPerson(`type${at}@example.com`), {
        'content-type': type,
      });
      expect({ type, status: answer.status }).toEqual({ type, status: 201 });
    }
    for (const type of ['text/json', 'application/xml', 'application/scim'])
      expectRefusal(await send('POST', '/Users', scimPerson('x'), { 'content-type': type }), {
        status: 415,
        code: 'UNSUPPORTED_MEDIA_TYPE',
        says: /application\/scim\+json/,
      });
  });
});

describe('a refusal over SCIM', () => {
  test('has the body of RFC 7644 and nothing else, and its code in a header', async ({ service }) => {
    const directory = await aDirectory(service);
    const { send } = directory;
    await aScimPerson(directory, 'taken@example.com');
    const refusals: [Promise<Answer>, Parameters<typeof expectRefusal>[1]][] = [
      [
        send('POST', '/Users', '{"userName": "a",'),
        { status: 400, code: 'MALFORMED_JSON', scimType: 'invalidSyntax' },
      ],
      [
        send('POST', '/Users', '{"userName": "a", "userName": "b"}'),
        { status: 400, code: 'MALFORMED_JSON', scimType: 'invalidSyntax' },
      ],
      [
        send('POST', '/Users', []),
        {
          status: 400,
          code: 'VALIDATION_ERROR',
          scimType: 'invalidValue',
          says: /body must be an object such as/,
        },
      ],
      [
        send('GET', '/Users?count=ten'),
        {
          status: 400,
          code: 'VALIDATION_ERROR',
          scimType: 'invalidValue',
          says: /count must be a whole number/,
        },
      ],
      [
        send('GET', '/Users?count=1&count=2'),
        {
          status: 400,
          code: 'VALIDATION_ERROR',
          scimType: 'invalidValue',
          says: /count must be sent only once/,
        },
      ],
      [
        send('GET', '/Users?filter=userName is "x"'),
        { status: 400, code: 'SCIM_FILTER_INVALID', scimType: 'invalidFilter', says: /at position 9/ },
      ],
      [
        send('POST', '/Users', scimPerson('TAKEN@example.com')),
        {
          status: 409,
          code: 'USER_EXISTS',
          scimType: 'uniqueness',
          says: /another user has this userName/,
        },
      ],
      [
        send('POST', '/Users', `"${'x'.repeat(1_048_576)}"`),
        { status: 413, code: 'PAYLOAD_TOO_LARGE', says: /1048576 bytes/ },
      ],
      [
        send('DELETE', '/Users/x', undefined, { 'if-match': 'unquoted' }),
        { status: 400, code: 'VALIDATION_ERROR', scimType: 'invalidValue', says: /If-Match/ },
      ],
    ];
    for (const [answer, expected] of refusals) expectRefusal(await answer, expected);
  });

  test('keeps the request id of the caller, unless that is a secret', async ({ service }) => {
    const { send, token } = await aDirectory(service);
    const named = await send('GET', '/Users/x', undefined, { 'x-request-id': 'okta-7' });
    expect(named.headers.get('x-request-id')).toBe('okta-7');
    const secret = await send('GET', '/Users/x', undefined, { 'x-request-id': token });
    expect(secret.headers.get('x-request-id')).toMatch(/^req_/);
  });
});

describe('an unknown query parameter', () => {
  test('is ignored', async ({ service }) => {
    const { send } = await aDirectory(service);
    for (const path of ['/Users?nonsense=1', '/Users?__proto__=x&Count=5', '/Schemas?x=y&x=z'])
      expect((await send('GET', path)).status).toBe(200);
  });
});

describe('If-Match over SCIM', () => {
  test('compares weakly, and answers 412 for another version', async ({ service }) => {
    const directory = await aDirectory(service);
    const { send } = directory;
    const id = await aScimPerson(directory, 'versions@example.com');
    const read = await send('GET', `/Users/${id}`);
    const tag = read.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/"\d+"$/);
    expect(read.body.meta.version).toBe(tag);
    const patch = (value: string) => replacing('title', value);
    const weak = await send('PATCH', `/Users/${id}`, patch('one'), { 'if-match': tag });
    expect(weak.status).toBe(200);
    expectRefusal(await send('PATCH', `/Users/${id}`, patch('two'), { 'if-match': tag }), {
      status: 412,
      code: 'PRECONDITION_FAILED',
    });
    const strong = (weak.headers.get('etag') ?? '').replace('W/', '');
    expect((await send('PATCH', `/Users/${id}`, patch('three'), { 'if-match': strong })).status).toBe(200);
    expect((await send('DELETE', `/Users/${id}`, undefined, { 'if-match': '*' })).status).toBe(204);
  });
});
