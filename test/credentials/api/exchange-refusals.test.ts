import type { ServerResponse } from 'node:http';
import { createHmac, createPublicKey } from 'node:crypto';
import { base64url } from 'jose';
import { describe, expect, onTestFinished } from 'vitest';
import type { OperationId } from '../../../src/operation.ts';
import { newId } from '../../../src/lib/id.ts';
import { anIdentity } from '../../support/builders.ts';
import type { Client } from '../../support/client.ts';
import { answerOf, audited, exchange, reasonOf, refusal, test } from '../../support/exchange.ts';
import { aWorkload, type Issuer, json, secondsFromNow, startIssuer } from '../../support/issuer.ts';

const part = (value: unknown): string => base64url.encode(JSON.stringify(value));

describe('exchangeToken', () => {
  const now = secondsFromNow;
  const untrue: [reason: RegExp, forge: (issuer: Issuer) => Promise<string>][] = [
    [/not a signed JWT/, async () => 'kd_live_EXAMPLE0000000000000000000000000000000000002OaE2T'],
    [/not a signed JWT/, async () => 'a.b.c'],
    [/not a signed JWT/, async (one) => (await one.sign()).replace(/\.[^.]*$/, '.')],
    [/not a signed JWT/, async () => `${part({ alg: 'ES256' })}.${part([])}.AAAA`],
    [
      /not a signed JWT/,
      async (one) => `${part({ alg: 'ES256' })}.${base64url.encode(`{"iss":"x","iss":"${one.url}"}`)}.AAAA`,
    ],
    [/token has no iss/, async (one) => one.sign({ iss: undefined })],
    [
      /no rule .* names the issuer of the token, https:\/\/elsewhere/,
      async (one) => one.sign({ iss: 'https://elsewhere.example' }),
    ],
    [/no rule .* names the issuer/, async (one) => one.sign({ iss: `${one.url}/` })],
    [/no rule .* has the aud/, async (one) => one.sign({ aud: 'another' })],
    [/no rule .* has the aud/, async (one) => one.sign({ aud: ['another', 'keyward2'] })],
    [/no rule .* has the aud/, async (one) => one.sign({ aud: undefined })],
    [
      /no rule .* matches the sub/,
      async (one) => one.sign({ sub: 'repo:acme-evil/shop:ref:refs/heads/main' }),
    ],
    [/no rule .* matches the sub/, async (one) => one.sign({ sub: undefined })],
    [/does not have the claims/, async (one) => one.sign({ environment: 'staging' })],
    [/has expired/, async (one) => one.sign({ iat: now(-600), exp: now(-61) })],
    [/not valid yet/, async (one) => one.sign({ iat: now(70), exp: now(600) })],
    [/not valid yet/, async (one) => one.sign({ nbf: now(70) })],
    [/more than a day/, async (one) => one.sign({ exp: now(86_500) })],
    [/more than a day/, async (one) => one.sign({ iat: now(-10), exp: now(-20) })],
    [/missing or is not a time/, async (one) => one.sign({ exp: undefined })],
    [/missing or is not a time/, async (one) => one.sign({ iat: undefined })],
    [/alg of the token/, async (one) => `${part({ alg: 'none' })}.${(await one.sign()).split('.')[1]}.AAAA`],
    [/alg of the token/, withPublicKeyAsSecret],
    [/crit/, async (one) => one.sign({}, { crit: ['b64'], b64: true })],
    [/bound to a key/, async (one) => one.sign({ cnf: { jkt: 'a thumbprint' } })],
    [/no key with the kid/, async (one) => one.sign({}, { kid: 'another' })],
    [
      /no key with the kid/,
      async (one) => (await one.sign()).replace(/^[^.]+/, part({ alg: 'RS256', kid: '1' })),
    ],
    [/signature does not match/, async (one) => changed(await one.sign())],
    [/signature does not match/, async (one) => signedByAnother(one)],
  ];

  /** Returns a token that is valid for an implementation that takes a public key for a shared secret. */
  async function withPublicKeyAsSecret({ keySet, sign }: Issuer): Promise<string> {
    const { keys } = await keySet();
    const pem = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' }).export({
      type: 'spki',
      format: 'pem',
    });
    const signed = `${part({ alg: 'HS256', kid: '1' })}.${(await sign()).split('.')[1]}`;
    return `${signed}.${createHmac('sha256', pem).update(signed).digest('base64url')}`;
  }

  function changed(token: string): string {
    const [header = '', claims = '', signature = ''] = token.split('.');
    const forged = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), jti: 'another' };
    return [header, part(forged), signature].join('.');
  }

  /** With the kid of the real one, and with its own key on offer in the header. */
  async function signedByAnother({ url }: Issuer): Promise<string> {
    const other = await startIssuer();
    onTestFinished(async () => {
      expect(other.asked).toEqual([]);
      await other.close();
    });
    const { keys } = await other.keySet();
    return other.sign({ iss: url, environment: 'production' }, { jwk: keys[0], jku: `${other.url}/keys` });
  }

  test('rejects every invalid token without a reason, and tells the tenant why', async ({
    service,
    issuer,
  }) => {
    const { ours } = service;
    const claims = { environment: 'production' };
    const identityId = await aWorkload(ours, issuer, { claims });
    const sign: Issuer['sign'] = (more, header) => issuer.sign({ ...claims, ...more }, header);
    const texts = new Set<string>();
    for (const [reason, forge] of untrue) {
      const token = await forge({ ...issuer, sign });
      const { text, requestId, ...answer } = await answerOf(service, { identityId, token });
      expect(answer, String(reason)).toMatchObject({ ...refusal, challenge: 'Bearer' });
      texts.add(text.replace(requestId, ''));
      expect(await reasonOf(service)).toMatch(reason);
      expect((await audited(service))[0]).toMatchObject({
        result: 'DENIED',
        code: 'TOKEN_REFUSED',
        target_id: null,
      });
    }
    expect(texts.size).toBe(1);
    expect((await exchange(service, { identityId, token: await sign() })).status).toBe(201);
    // Tokens that fit as well: another clock, several audiences, a claim that is a list, and a long subject.
    const alike = [
      { iat: now(-600), exp: now(-30) },
      { iat: now(30), nbf: now(50) },
      { aud: ['other', 'keyward'] },
      { environment: ['staging', 'production'] },
      { sub: `repo:acme/x${'😀'.repeat(300)}` },
    ];
    for (const more of alike) {
      const { status } = await exchange(service, { identityId, token: await sign(more) });
      expect({ more, status }).toEqual({ more, status: 201 });
    }
  });

  const discovery = '/.well-known/openid-configuration';
  const troubles: [reason: RegExp, upset: (issuer: Issuer) => void][] = [
    [
      /discovery document got the status 302/,
      ({ pages, url }) => (pages[discovery] = (to) => to.writeHead(302, { location: `${url}/real` }).end()),
    ],
    [
      /key set got the status 307/,
      ({ pages, url }) => (pages['/keys'] = (to) => to.writeHead(307, { location: `${url}/real` }).end()),
    ],
    [
      /names another issuer/,
      ({ pages, url }) =>
        (pages[discovery] = (to) => json(to, { issuer: `${url}/`, jwks_uri: `${url}/keys` })),
    ],
    [
      /may not call the jwks_uri/,
      ({ pages, url }) =>
        (pages[discovery] = (to) => json(to, { issuer: url, jwks_uri: 'http://localhost/keys' })),
    ],
    [
      /may not call the jwks_uri/,
      ({ pages, url }) =>
        (pages[discovery] = (to) => json(to, { issuer: url, jwks_uri: 'https://169.254.169.254/latest' })),
    ],
    [
      /discovery document failed: RESPONSE_TOO_LARGE/,
      ({ pages }) => (pages[discovery] = (to) => json(to, { long: 'x'.repeat(70_000) })),
    ],
    [/discovery document is not a JSON object/, ({ pages }) => (pages[discovery] = (to) => to.end('<html>'))],
    [
      /discovery document got the status 500/,
      ({ pages }) => (pages[discovery] = (to) => to.writeHead(500).end()),
    ],
    [/key set is not valid/, ({ pages }) => (pages['/keys'] = (to) => json(to, { keys: ['x'] }))],
    [/key set is not valid/, ({ pages }) => (pages['/keys'] = (to) => json(to, { keys: 'x' }))],
    [/no key with the kid/, ({ pages }) => (pages['/keys'] = (to) => json(to, { keys: [] }))],
    [
      /signature does not match/,
      ({ pages }) =>
        (pages['/keys'] = (to) =>
          json(to, { keys: [{ kty: 'EC', crv: 'P-256', x: '!', y: 'AA', kid: '1' }] })),
    ],
    [/discovery document failed: CONNECTION_REFUSED/, (issuer) => void issuer.close()],
  ];

  test('rejects tokens of issuers that do not answer correctly', async ({ service }) => {
    for (const [reason, upset] of troubles) {
      const issuer = await startIssuer({ path: '/realms/acme' });
      upset(issuer);
      const identityId = await aWorkload(service.ours, issuer);
      expect(await exchange(service, { identityId, token: await issuer.sign() })).toMatchObject(refusal);
      expect(await reasonOf(service)).toMatch(reason);
      await issuer.close();
    }
  });

  test('answers alike if the tenant, the identity or the rule does not exist', async ({
    service,
    issuer,
  }) => {
    const { ours, theirs, oursTest } = service;
    const identityId = await aWorkload(ours, issuer);
    const token = await issuer.sign();
    const suspended = await aWorkload(ours, issuer);
    await ours.call('suspendIdentity', { path: { id: suspended } });
    const deleted = await aWorkload(ours, issuer);
    await ours.call('deleteIdentity', { path: { id: deleted } });
    const rows = (await audited(service)).length;
    const others = [
      { orgId: newId('org'), identityId },
      { orgId: theirs.orgId, identityId },
      { orgId: oursTest.orgId, identityId },
      { orgId: "' or 1=1 --", identityId },
      { identityId: newId('idn') },
      { identityId: 'x' },
      { identityId: await aWorkload(theirs, issuer) },
      { identityId: deleted },
      { identityId: suspended },
      { identityId: await anIdentity(ours) },
    ];
    const texts = new Set<string>();
    for (const one of others) {
      const { text, requestId, ...answer } = await answerOf(service, { token, ...one });
      expect(answer, JSON.stringify(one)).toMatchObject(refusal);
      texts.add(text.replace(requestId, ''));
    }
    expect(texts.size).toBe(1);
    // Only a caller that knows the id of an identity can write into the audit log of the identity's tenant.
    expect((await audited(service)).length).toBe(rows + 2);
    expect((await exchange(service, { identityId, token })).status).toBe(201);
  });

  test('repeats its checks after it asked the issuer, and holds no lock meanwhile', async ({ service }) => {
    const { ours, sql } = service;
    const changes: [reason: RegExp, id: OperationId, body: object][] = [
      [/identity is SUSPENDED/, 'suspendIdentity', {}],
      [/no rule of the identity names/, 'updateIdentity', { federatedSubjects: [] }],
      [/identity was deleted/, 'deleteIdentity', {}],
    ];
    for (const [reason, id, body] of changes) {
      const issuer = await startIssuer();
      const identityId = await aWorkload(ours, issuer);
      const asked = Promise.withResolvers<ServerResponse>();
      issuer.pages['/keys'] = asked.resolve;
      const answered = exchange(service, { identityId, token: await issuer.sign() });
      const response = await asked.promise;
      expect((await ours.call(id, { path: { id: identityId }, body })).status).toBe(200);
      delete issuer.pages['/keys'];
      response.end(JSON.stringify(await issuer.keySet()));
      expect(await answered).toMatchObject(refusal);
      expect(await reasonOf(service)).toMatch(reason);
      expect(await sql('select from credentials where identity_id = $1', [identityId])).toEqual([]);
      await issuer.close();
    }
  });

  test('asks no issuer without a rule, and no issuer for a token that fails anyway', async ({ service }) => {
    const issuer = await startIssuer();
    onTestFinished(() => issuer.close());
    const named = await aWorkload(service.ours, issuer);
    const unnamed = await aWorkload(service.ours, { url: 'https://elsewhere.example' });
    for (const [identityId, claims] of [
      [unnamed, {}],
      [named, { aud: 'another' }],
      [named, { exp: 1 }],
    ] as const) {
      expect(await exchange(service, { identityId, token: await issuer.sign(claims) })).toMatchObject(
        refusal,
      );
    }
    expect(issuer.asked).toEqual([]);
    for (let more = 0; more < 3; more++) {
      expect((await exchange(service, { identityId: named, token: await issuer.sign() })).status).toBe(201);
    }
    expect(issuer.asked).toEqual(['/.well-known/openid-configuration', '/keys']);
  });
});

describe('federatedSubjects', () => {
  const rule = { issuer: 'https://token.example', audience: 'keyward', subject: 'repo:acme/*' };
  const write = async (client: Client, changes: Record<string, unknown>) => {
    const federatedSubjects = [rule, { ...rule, ...changes }];
    const created = await client.call('createIdentity', {
      body: { name: 'ci', type: 'CI_CD', federatedSubjects },
    });
    const path = { id: await anIdentity(client) };
    const patched = await client.call('updateIdentity', { path, body: { federatedSubjects } });
    expect(patched.body.details).toEqual(created.body.details);
    return created;
  };

  test('name an issuer that the service may ask', async ({ service: { ours } }) => {
    for (const issuer of [
      'http://token.example',
      'token.example',
      'https://token.example/#x',
      'https://token.example/?tenant=1',
      'https://user@token.example',
      'https://10.0.0.1',
      'https://[::1]',
      'https://169.254.169.254',
    ]) {
      const { status, body } = await write(ours, { issuer });
      expect({ issuer, status }).toEqual({ issuer, status: 400 });
      expect(Object.keys(body.details)).toEqual(['federatedSubjects.1.issuer']);
    }
    expect((await write(ours, { issuer: 'https://token.example/realms/acme' })).status).toBe(201);
  });

  test('reject rules that would admit every caller by mistake', async ({ service: { ours } }) => {
    for (const subject of ['*', '**', '*:main'])
      expect((await write(ours, { subject })).body.details).toEqual({
        'federatedSubjects.1.subject': expect.stringMatching(/claims/),
      });
    expect((await write(ours, { subject: '*', claims: { repository_owner_id: '2020' } })).status).toBe(201);
  });
});
