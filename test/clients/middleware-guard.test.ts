import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import vectors from '../../clients/middleware/vectors.json' with { type: 'json' };
import document from '../../generated/openapi.json' with { type: 'json' };
import { createGuard, type Decision, refusals } from '../../clients/middleware/src/index.ts';
import { isIpAddress } from '../../clients/middleware/src/ip-address.ts';
import { refusalOf } from '../../clients/middleware/src/codes.ts';
import { linesOf } from '../../clients/middleware/src/node-headers.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { aClient, type Sent } from './middleware/verifier.ts';

const key = newSecret('kd_live_');
/** Judges a request with these lines of headers. */
async function judged(
  headers: Record<string, string[]>,
  options: Partial<Parameters<typeof createGuard>[0]> = {},
  answer: object | Error = {},
): Promise<Decision & { sent: Sent[] }> {
  const { client, sent } = aClient(answer);
  const guard = createGuard({ client, ...options });
  const decision = await guard({ header: (name) => headers[name] ?? [], ipAddress: '203.0.113.7' });
  return { ...decision, sent };
}
const refused = (code: string) => ({ valid: false, code, identity: null, credential: null });

describe('the table of codes', () => {
  test('has each verification code of the contract but VALID', () => {
    const codes = document.components.schemas.VerificationCode.enum;
    expect(['VALID', ...Object.keys(refusals)].sort()).toEqual([...codes].sort());
  });

  test('is that of the vectors, which the Python client has as well', () => {
    const table = Object.keys(refusals).map((code) => {
      const { status, bearer: error = null } = refusalOf(code);
      return { code, status, error };
    });
    expect(table).toEqual(vectors.codes);
  });

  test.for(Object.entries(refusals))('answers %s with its status and a fitting challenge', async ([code]) => {
    const { status, ...refusal } = refusalOf(code);
    const decision = await judged({ authorization: [`Bearer ${key}`] }, { scopes: ['a.b'] }, refused(code));
    expect(decision).toMatchObject({ allowed: false, status, body: { code, error: refusal.message } });
    const challenge = (decision as { headers: Record<string, string> }).headers['WWW-Authenticate'];
    const scope = code === 'INSUFFICIENT_SCOPE' ? ', scope="a.b"' : '';
    expect(challenge).toBe(refusal.bearer && `Bearer realm="api", error="${refusal.bearer}"${scope}`);
    // RFC 9110, section 15.5.2: each 401 has a challenge.
    if (status === 401) expect(challenge).toBeDefined();
  });

  test.for(['SOMETHING_NEW', 'constructor', '__proto__'])('refuses the unknown code %s', async (code) => {
    const decision = await judged({ authorization: [`Bearer ${key}`] }, {}, refused(code));
    expect(decision).toMatchObject({ allowed: false, status: 403, body: { code } });
  });
});

describe('the credential of a request', () => {
  test.for(vectors.headers)('$authorization gives $status', async ({ authorization, status, error }) => {
    const lines = authorization.map((line) => line.replaceAll('KEY', key));
    const decision = await judged({ authorization: lines });
    expect(decision.allowed ? null : decision.status).toBe(status);
    const challenge = decision.allowed ? undefined : decision.headers['WWW-Authenticate'];
    expect(/error="(\w+)"/.exec(challenge ?? '')?.[1] ?? null).toBe(error);
    // Only a key with the right form is sent to the service.
    expect(decision.sent).toHaveLength(status === null ? 1 : 0);
  });

  test('is missing: the challenge has no error, and names the scopes', async () => {
    expect(await judged({}, { scopes: ['a.b', 'c.d'] })).toMatchObject({
      status: 401,
      headers: { 'WWW-Authenticate': 'Bearer realm="api", scope="a.b c.d"', 'Cache-Control': 'no-store' },
      body: { code: 'CREDENTIAL_REQUIRED' },
    });
  });

  test('is refused twice, in two lines or in two headers', async () => {
    const twice = { authorization: [`Bearer ${key}`, `Bearer ${key}`] };
    const both = { authorization: [`Bearer ${key}`], 'x-api-key': [key] };
    const header = 'X-API-Key';
    for (const decision of [
      await judged(twice),
      await judged({ 'x-api-key': [key, key] }, { header }),
      await judged({ 'x-api-key': [`${key}, ${key}`] }, { header }),
      await judged(both, { header }),
    ])
      expect(decision).toMatchObject({
        status: 400,
        headers: { 'WWW-Authenticate': 'Bearer realm="api", error="invalid_request"' },
        sent: [],
      });
  });

  test('comes in the header of the option alone', async () => {
    const header = 'X-API-Key';
    expect(await judged({ 'x-api-key': [key] }, { header })).toMatchObject({ allowed: true });
    expect(await judged({ 'x-api-key': [key], authorization: ['Basic S0VZ'] }, { header })).toMatchObject({
      allowed: true,
    });
    expect(await judged({ authorization: [`Bearer ${key}`] }, { header })).toMatchObject({ status: 401 });
    expect(await judged({ 'x-api-key': [key] })).toMatchObject({ status: 401 });
  });

  test('is never in a response', async () => {
    for (const answer of [refused('REVOKED'), new Error(key)]) {
      const { sent, ...decision } = await judged({ authorization: [`Bearer ${key}`] }, {}, answer);
      expect(sent).toHaveLength(1);
      expect(JSON.stringify(decision)).not.toContain(key.slice(8));
    }
  });
});

test('the response of a handler is for one caller, which the guard tells caches', async () => {
  expect(await judged({ authorization: [`Bearer ${key}`] })).toMatchObject({
    headers: { 'Cache-Control': 'private', Vary: 'Authorization' },
  });
  expect(await judged({ 'x-api-key': [key] }, { header: 'X-API-Key' })).toMatchObject({
    headers: { 'Cache-Control': 'private', Vary: 'X-API-Key' },
  });
});

describe('the verification', () => {
  test('sends the options, and waits once and briefly', async () => {
    const context = { application: 'invoices' };
    const options = { scopes: ['a.b'], consume: false, context, timeoutMs: 700 };
    const { sent } = await judged({ authorization: [`Bearer ${key}`] }, options);
    const body = { credential: key, scopes: ['a.b'], consume: false, context, ipAddress: '203.0.113.7' };
    expect(sent).toEqual([[body, { timeoutMs: 700, maxRetries: 0 }]]);
  });

  test.for([
    [
      'throws',
      () => {
        throw new Error('a log that fails');
      },
    ],
    ['rejects', () => Promise.reject(new Error('a log that fails'))],
  ] as const)('that fails refuses with 503, and tells why to a log that %s', async ([, fail]) => {
    const error = Object.assign(new Error('down'), { retryAfterSeconds: 2.4 });
    const told: unknown[] = [];
    const onUnavailable = (one: unknown) => {
      told.push(one);
      return fail();
    };
    const decision = await judged({ authorization: [`Bearer ${key}`] }, { onUnavailable }, error);
    expect(decision).toMatchObject({ status: 503, headers: { 'Retry-After': '3' } });
    expect(JSON.stringify(decision)).not.toContain('down');
    expect(told).toEqual([error]);
  });

  test.for([{ identity: null }, { credential: null }, { code: 'REVOKED' }])(
    'that contradicts itself refuses with 503: %o',
    async (answer) => {
      expect(await judged({ authorization: [`Bearer ${key}`] }, {}, answer)).toMatchObject({ status: 503 });
    },
  );
});

/** Starts an issuer that gives this answer to each introspection. */
async function anIssuer(answer: object, named?: string): Promise<string> {
  const server = createServer((request, response) => {
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const document = { issuer: named ?? issuer, jwks_uri: issuer, introspection_endpoint: `${issuer}/ask` };
    const body = request.method === 'GET' ? document : { iss: issuer, ...answer };
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the answer of an introspection', () => {
  const audience = 'https://api.example.com/';
  const introspection = { clientId: 'api', clientSecret: 'secret' };
  const exp = Math.ceil(Date.now() / 1000) + 3600;
  const good = { active: true, token_type: 'Bearer', aud: audience, client_id: 'app', sub: 'ada', exp };
  const statusOf = async (answer: object, named?: string) => {
    const issuer = await anIssuer(answer, named);
    const accessTokens = { issuer, audience, introspection };
    const decision = await judged({ authorization: ['Bearer opaque'] }, { accessTokens });
    return decision.allowed ? 200 : decision.status;
  };

  test.for([
    [200, {}],
    [200, { aud: ['other', audience] }],
    [200, { sub: undefined }],
    [401, { active: false }],
    [401, { active: 'true' }],
    [401, { token_type: undefined }],
    [401, { token_type: 'DPoP' }],
    [401, { aud: undefined }],
    [401, { aud: 'other' }],
    [401, { iss: 'https://other.example.com' }],
    [401, { exp: 1 }],
    [401, { exp: undefined }],
    // No date can tell it.
    [401, { exp: 1e300 }],
    [401, { client_id: undefined }],
    [401, { cnf: { jkt: 'x' } }],
    [401, { scope: ['a'] }],
  ] as const)('gives %s with %o', async ([status, change]) => {
    expect(await statusOf({ ...good, ...change })).toBe(status);
  });

  test('does not count if the discovery document names another issuer', async () => {
    expect(await statusOf(good, 'https://other.example.com')).toBe(503);
  });
});

describe('createGuard', () => {
  test.for([
    { client: undefined },
    { client: {} },
    { scopes: 'invoices.read' },
    { scopes: ['two words'] },
    { scopes: ['quo"te'] },
    { header: 'Authorization' },
    { header: 'X-API-Key: ' },
    { timeoutMs: 0 },
    { timeoutMs: 2 ** 31 },
    { scope: ['invoices.read'] },
    { scopes: [undefined] },
    { accessTokens: { issuer: 'https://id.example.com' } },
    { accessTokens: { issuer: 'https://id.example.com', audience: '' } },
    { accessTokens: { issuer: undefined, audience: 'a' } },
    { accessTokens: { issuer: 'https://id.example.com', audience: 'a', clientId: 'api' } },
    { accessTokens: { issuer: 'https://id.example.com', audience: 'a', introspection: { clientId: 'api' } } },
    {
      accessTokens: {
        issuer: 'https://id.example.com',
        audience: 'a',
        introspection: { clientId: 'api', clientSecret: 's', secret: 's' },
      },
    },
  ])('refuses wrong options when the service starts: %o', (wrong) => {
    expect(() => createGuard({ client: aClient().client, ...wrong } as never)).toThrow(TypeError);
  });
});

test.for([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['2001:db8::7', true],
  ['256.0.0.1', false],
  ['1.2.3', false],
  ['fe80::1%eth0', false],
  ['testclient', false],
  ['::1]/x[', false],
  ['', false],
  [undefined, false],
] as const)('the text %s is an address: %s', ([text, expected]) => {
  expect(isIpAddress(text)).toBe(expected);
});

test('lines of a header are found in any letter case', () => {
  const raw = ['Authorization', 'a', 'Host', 'authorization', 'AUTHORIZATION', 'b'];
  expect(linesOf(raw, 'authorization')).toEqual(['a', 'b']);
});
