import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { connectionSecretPurpose } from '../../../src/federation/connections/connection-secret.ts';
import type { ConnectionFields } from '../../support/stored-connections.ts';
import { changeConnection } from '../../support/stored-connections.ts';
import { json } from '../../support/issuer.ts';
import { aRelyingParty, begin, Browser, issuerOf } from '../../support/relying-party.ts';
import { test } from '../../support/service.ts';
import {
  aSubject,
  connected,
  outcomeOf,
  signedInAs,
  startUpstream,
  typed,
  type Upstream,
} from '../../support/upstream.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const basic = (id: string, secret: string): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;

describe('a connection authenticates at the token endpoint', () => {
  test.for<[fields: ConnectionFields, header: string, form: Record<string, string | undefined>]>([
    [{ clientSecret: 'a b&c' }, basic('keyward', 'a+b%26c'), { client_secret: undefined }],
    [
      { tokenEndpointAuthMethod: 'client_secret_post', clientSecret: 'a b&c' },
      '',
      { client_id: 'keyward', client_secret: 'a b&c' },
    ],
    [{ tokenEndpointAuthMethod: 'none' }, '', { client_id: 'keyward', client_secret: undefined }],
  ])(
    'as it is set, although the discovery document offers more: %j',
    async ([fields, header, form], { service }) => {
      upstream.metadata = {
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      };
      const connection = await connected(service, upstream, fields);
      expect(outcomeOf(await signedInAs(service, connection, aSubject(connection)))).toBe('SIGNED_IN');
      upstream.metadata = {};
      const sent = upstream.redeemed.at(-1);
      expect(sent?.['authorization']).toBe(header);
      for (const [name, value] of Object.entries(form)) expect([name, sent?.[name]]).toEqual([name, value]);
      expect(sent?.['code_verifier']).toMatch(/^[\w-]{43}$/);
    },
  );

  test.for<[algorithms: string[] | undefined, alg: string]>([
    [undefined, 'RS256'],
    [['ES256', 'RS256'], 'RS256'],
    [['ES256'], 'ES256'],
  ])('with the key of the tenant, which jwks.json publishes: %j', async ([algorithms, alg], { service }) => {
    const provider = await startUpstream();
    if (algorithms) provider.metadata = { token_endpoint_auth_signing_alg_values_supported: algorithms };
    const fields = { tokenEndpointAuthMethod: 'private_key_jwt', clientId: 'keyward at acme' };
    const connection = await connected(service, provider, fields);
    expect(outcomeOf(await signedInAs(service, connection, aSubject(connection)))).toBe('SIGNED_IN');
    const sent = provider.redeemed.at(-1) ?? {};
    expect(sent['client_assertion_type']).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
    const keys = createRemoteJWKSet(new URL(`${issuerOf(service.ours)}/.well-known/jwks.json`));
    const { payload, protectedHeader } = await jwtVerify(sent['client_assertion'] ?? '', keys, {
      issuer: 'keyward at acme',
      subject: 'keyward at acme',
      audience: `${provider.url}/token`,
    });
    expect(protectedHeader.alg).toBe(alg);
    expect(payload.jti).toEqual(expect.any(String));
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBeLessThanOrEqual(60);
    await provider.close();
  });

  test('never with an assertion that looks like a token of Keyward', async ({ service }) => {
    const fields = { tokenEndpointAuthMethod: 'private_key_jwt', clientId: issuerOf(service.ours) };
    const connection = await connected(service, upstream, fields);
    const { led } = await typed(service, `ada@${connection.domain}`);
    expect([led.status, led.location]).toEqual([502, '']);
  });

  test('with a secret that is sealed for this connection', async ({ service }) => {
    const [one, other] = [await connected(service, upstream), await connected(service, upstream)];
    expect(connectionSecretPurpose(one.id)).toBe(`connection-secret:${one.id}`);
    await service.sql(
      'update federation_connections set client_secret = (select client_secret from federation_connections where id = $2) where id = $1',
      [one.id, other.id],
    );
    expect((await typed(service, `ada@${one.domain}`)).led.status).toBe(500);
  });
});

describe('a connection reads the discovery document', () => {
  test('where discoveryUrl says, and the issuer stays the same', async ({ service }) => {
    const provider = await startUpstream();
    const document = provider.pages['/.well-known/openid-configuration'];
    delete provider.pages['/.well-known/openid-configuration'];
    if (document) provider.pages['/elsewhere?v=1'] = document;
    const fields = { discoveryUrl: `${provider.url}/elsewhere?v=1` };
    const connection = await connected(service, provider, fields);
    expect(outcomeOf(await signedInAs(service, connection, aSubject(connection)))).toBe('SIGNED_IN');
    provider.pages['/moved'] = (response) =>
      json(response, { issuer: 'https://evil.example', authorization_endpoint: 'https://evil.example/' });
    await changeConnection(service, connection.id, 'discovery_url = $2', [`${provider.url}/moved`]);
    expect((await typed(service, `ada@${connection.domain}`)).led.status).toBe(502);
    await provider.close();
  });
});

describe('authorizeOidc', () => {
  test('takes domain_hint and login_hint, by GET, by form and pushed, and the sign-in page offers the connection', async ({
    service,
  }) => {
    const connection = await connected(service, upstream, { name: 'Of the hint' });
    const party = await aRelyingParty(service.ours);
    const hints: Record<string, string>[] = [
      { domain_hint: connection.domain },
      { login_hint: `ada@${connection.domain}` },
    ];
    for (const hint of hints) {
      const { url } = await begin(party, hint);
      const page = await new Browser(party.issuer).open(url);
      expect(page.text).toContain('Continue with Of the hint');
      const form = Object.fromEntries(url.searchParams);
      const posted = await new Browser(party.issuer).post(`${url.origin}${url.pathname}`, form);
      expect(posted.text).toContain('Continue with Of the hint');
    }
    const { url } = await begin(party, { domain_hint: connection.domain });
    const pushed = await fetch(`${party.issuer}/par`, {
      method: 'POST',
      headers: { authorization: basic(party.clientId, party.clientSecret) },
      body: new URLSearchParams(Object.fromEntries(url.searchParams)),
    });
    const { request_uri } = (await pushed.json()) as { request_uri: string };
    const query = new URLSearchParams({ client_id: party.clientId, request_uri });
    const page = await new Browser(party.issuer).open(`${url.origin}${url.pathname}?${query.toString()}`);
    expect(page.text).toContain('Continue with Of the hint');
    const plain = await new Browser(party.issuer).open((await begin(party)).url);
    expect(plain.text).not.toContain('Of the hint');
  });
});

describe('getMetrics', () => {
  test('counts sign-ins by the type of the connection and the outcome', async ({ service }) => {
    const connection = await connected(service, upstream);
    const counted = async (outcome: string): Promise<number> => {
      const text = await (await fetch(`${service.origin}/metrics`)).text();
      const line = new RegExp(
        `^keyward_federated_sign_ins_total{type="OIDC",outcome="${outcome}"} (\\d+)$`,
        'm',
      );
      return Number(line.exec(text)?.[1] ?? 0);
    };
    const before = [await counted('SUCCESS'), await counted('FAILED'), await counted('DOMAIN_NOT_VERIFIED')];
    await signedInAs(service, connection, aSubject(connection));
    await signedInAs(service, connection, aSubject(connection, { email_verified: false }));
    await changeConnection(service, connection.id, "issuer = 'https://nowhere.invalid'");
    await typed(service, `ada@${connection.domain}`);
    const after = [await counted('SUCCESS'), await counted('FAILED'), await counted('DOMAIN_NOT_VERIFIED')];
    expect(after).toEqual(before.map((count) => count + 1));
  });
});
