import { createHash, generateKeyPairSync } from 'node:crypto';
import { describe, expect } from 'vitest';
import { newSecret } from '../../../src/lib/secret.ts';
import { aRegistration, anInitialToken, atRegistration, letRegister } from '../../support/registrations.ts';
import type { Client } from '../../support/client.ts';
import { issuerOf } from '../../support/relying-party.ts';
import { test } from '../../support/service.ts';

/** A tenant of its own, which counts its registrations alone. */
const openTenant = async (
  { addPair }: { addPair: () => Promise<{ ours: Client }> },
  setting: Record<string, unknown> = {},
) => {
  const { ours } = await addPair();
  await letRegister(ours, { mode: 'OPEN', ...setting });
  return ours;
};

const wordOf = ({ status, body }: { status: number; body: { error?: string } }) => [status, body.error];

describe('createOidcRegistration', () => {
  test('gives a program without an initial access token no secret, no key and nothing beside the code flow', async ({
    service,
  }) => {
    const ours = await openTenant(service);
    const { status, body } = await aRegistration(ours, {
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: [
        'authorization_code',
        'client_credentials',
        'implicit',
        'urn:ietf:params:oauth:grant-type:device_code',
        'urn:ietf:params:oauth:grant-type:token-exchange',
      ],
      response_types: ['code', 'token'],
      scope: 'openid groups address orders:write',
      subject_type: 'pairwise',
      post_logout_redirect_uris: ['https://evil.example/'],
      backchannel_logout_uri: 'https://evil.example/',
      initiate_login_uri: 'https://evil.example/',
      sector_identifier_uri: 'https://evil.example/',
      require_pkce: false,
      consent_required: false,
      origin: 'ADMINISTRATOR',
      logo_uri: 'https://evil.example/logo.svg',
      client_id: 'cli_01kahz5v3be4nr7q2m8x9c0d1e',
    });
    expect(status).toBe(201);
    const {
      client_id: id,
      client_id_issued_at: _,
      registration_access_token: __,
      registration_client_uri: ___,
      ...rest
    } = body;
    expect(id).not.toBe('cli_01kahz5v3be4nr7q2m8x9c0d1e');
    expect(rest).toEqual({
      client_name: 'Editor',
      application_type: 'native',
      redirect_uris: ['http://127.0.0.1/callback'],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      scope: 'openid',
      token_endpoint_auth_method: 'none',
      id_token_signed_response_alg: 'RS256',
      subject_type: 'public',
      dpop_bound_access_tokens: false,
    });
    const [row] = await service.sql('select * from oidc_clients where id = $1', [id]);
    expect(row).toMatchObject({
      origin: 'REGISTRATION',
      consent_required: true,
      require_pkce: true,
      secret_hash: null,
      access_token_ttl: 300,
      logo_uri: null,
    });
    const jwt = { token_endpoint_auth_method: 'private_key_jwt', jwks_uri: 'https://evil.example/jwks' };
    expect(wordOf(await aRegistration(ours, jwt))).toEqual([400, 'invalid_client_metadata']);
  });

  test.for([
    ['no redirect URI', []],
    ['a script', ['javascript:alert(1)']],
    ['a document in the address', ['data:text/html,x']],
    ['a fragment', ['https://app.example.com/#a']],
    ['a user', ['https://user@app.example.com/']],
    ['a star', ['https://*.example.com/']],
    ['a backslash', ['https://app.example.com\\@evil.example/']],
    ['a host with an end of line', ['https://app.example.com/\nhttps://evil.example']],
    ['plain http of a host', ['http://app.example.com/callback']],
    ['plain http of a name that looks like a loopback address', ['http://127.0.0.1.evil.example/']],
    ['a loopback address in another spelling', ['http://2130706433/callback']],
    ['a wrong one behind a right one', ['https://app.example.com/callback', 'file:///etc/passwd']],
    ['a host that is not allowed', ['https://evil.example/callback']],
    ['a host that ends like an allowed one', ['https://evilexample.com/callback']],
    ['the host above an asterisk', ['https://example.com/callback']],
    ['another port of an allowed host', ['https://app.example.com:8443/callback']],
    ['a name that begins like a loopback host', ['https://localhost.evil.example/callback']],
    ['a text without a scheme', ['callback']],
  ] as const)('refuses %s among the redirect URIs', async ([, uris], { service }) => {
    const ours = await openTenant(service, { allowedRedirectHosts: ['*.example.com'] });
    expect(wordOf(await aRegistration(ours, { redirect_uris: uris }))).toEqual([400, 'invalid_redirect_uri']);
    const good = ['https://app.example.com/callback', 'http://localhost:3000/', 'cursor://callback'];
    expect((await aRegistration(ours, { redirect_uris: good })).status).toBe(201);
    await letRegister(ours, { loopbackRedirects: false });
    for (const uri of good.slice(1))
      expect(wordOf(await aRegistration(ours, { redirect_uris: [uri] }))).toEqual([
        400,
        'invalid_redirect_uri',
      ]);
  });

  test('refuses a code flow of a registered client without PKCE, with plain PKCE and with another redirect URI', async ({
    service,
  }) => {
    const ours = await openTenant(service);
    const uri = 'https://app.example.com/callback';
    const { body } = await aRegistration(ours, { redirect_uris: [uri] });
    const visit = async (more: Record<string, string>) => {
      const query = new URLSearchParams({
        client_id: body.client_id,
        response_type: 'code',
        scope: 'openid',
        ...more,
      });
      const response = await fetch(`${issuerOf(ours)}/authorize?${query.toString()}`, { redirect: 'manual' });
      return response.headers.get('location') ?? String(response.status);
    };
    const challenge = createHash('sha256').update('x'.repeat(43)).digest('base64url');
    expect(await visit({ redirect_uri: uri })).toContain('error=invalid_request');
    expect(
      await visit({ redirect_uri: uri, code_challenge: challenge, code_challenge_method: 'plain' }),
    ).toContain('error=invalid_request');
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
    expect(await visit({ redirect_uri: 'https://app.example.com/other', ...pkce })).toBe('400');
    expect(await visit({ redirect_uri: uri, ...pkce })).not.toContain('error=');
  });

  test('refuses private and symmetric keys, a software statement, and bodies over 8 KiB', async ({
    service,
  }) => {
    const ours = await openTenant(service);
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
    const token = (await anInitialToken(ours, { authMethods: ['private_key_jwt'], maxUses: 50 })).token;
    const asWeb = {
      redirect_uris: ['https://app.example.com/callback'],
      token_endpoint_auth_method: 'private_key_jwt',
    };
    const withKey = (key: unknown) => aRegistration(ours, { ...asWeb, jwks: { keys: [key] } }, token);
    expect((await withKey(publicKey.export({ format: 'jwk' }))).status).toBe(201);
    for (const key of [
      privateKey.export({ format: 'jwk' }),
      { kty: 'oct', k: 'c2VjcmV0' },
      { kty: 'RSA', n: 'AQAB', e: 'AQAB' },
      { ...publicKey.export({ format: 'jwk' }), alg: 'RS256' },
      [],
      'key',
    ])
      expect(wordOf(await withKey(key))).toEqual([400, 'invalid_client_metadata']);
    for (const jwks of [{}, { keys: [] }, { keys: 'none' }])
      expect(wordOf(await aRegistration(ours, { ...asWeb, jwks }, token))).toEqual([
        400,
        'invalid_client_metadata',
      ]);
    for (const jwks_uri of ['http://app.example.com/jwks', 'https://169.254.169.254/'])
      expect(wordOf(await aRegistration(ours, { ...asWeb, jwks_uri }, token))).toEqual([
        400,
        'invalid_client_metadata',
      ]);
    expect(wordOf(await aRegistration(ours, { software_statement: 'a.b.c' }))).toEqual([
      400,
      'unapproved_software_statement',
    ]);
    expect((await aRegistration(ours, { contacts: ['a'.repeat(9_000)] })).status).toBe(413);
  });

  test('shows users no disguised name, and a name at all', async ({ service }) => {
    const ours = await openTenant(service);
    const nameOf = async (client_name: string | null) =>
      (await aRegistration(ours, { client_name })).body.client_name;
    expect(await nameOf('Pay\u202Egnp.exe\u0007\u200B')).toBe('Paygnp.exe');
    expect(await nameOf(`${'x'.repeat(99)}🦊`)).toHaveLength(100);
    expect(await nameOf(' \u200B ')).toBe('127.0.0.1');
    expect(await nameOf(null)).toBe('127.0.0.1');
  });

  test('takes no key of the API, no token of another tenant and no registration access token', async ({
    service,
  }) => {
    const ours = await openTenant(service);
    await letRegister(ours, { mode: 'INITIAL_ACCESS_TOKEN' });
    const other = await openTenant(service);
    const theirs = await anInitialToken(other);
    const registered = await aRegistration(other);
    const invented = newSecret('kd_initial_');
    for (const token of [
      undefined,
      ours.key,
      theirs.token,
      registered.body.registration_access_token,
      invented,
      'x',
    ]) {
      const { status, body, headers } = await aRegistration(ours, {}, token);
      expect([status, body.error, body.code]).toEqual([401, 'invalid_token', 'REGISTRATION_TOKEN_INVALID']);
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
  });

  test('lets an address register 20 clients in an hour, and counts none that it refuses', async ({
    service,
  }) => {
    const ours = await openTenant(service);
    const hour = Math.floor(Date.now() / 3_600_000);
    for (let at = 0; at < 3; at++)
      expect((await aRegistration(ours, { redirect_uris: [] })).status).toBe(400);
    const made = await Promise.all(Array.from({ length: 25 }, () => aRegistration(ours)));
    const refused = made.filter(({ status }) => status === 429);
    // The test runs across the end of an hour once in a long while.
    if (Math.floor(Date.now() / 3_600_000) === hour) expect(refused).toHaveLength(5);
    for (const { body, headers } of refused) {
      expect(body).toMatchObject({ error: 'temporarily_unavailable', code: 'RATE_LIMITED' });
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    // With a token, its own number holds.
    const { token } = await anInitialToken(ours);
    expect((await aRegistration(ours, {}, token)).status).toBe(201);
  });

  test('answers 429 when a tenant is full, and forgets a client that no user let in', async ({ service }) => {
    const ours = await openTenant(service);
    const { body: first } = await aRegistration(ours);
    await service.sql(
      `insert into oidc_clients select (jsonb_populate_record(c, jsonb_build_object('id', 'cli_' || lpad(n::text, 26, '0')))).*
         from oidc_clients c, generate_series(1, 999) n where c.id = $1`,
      [first.client_id],
    );
    await service.sql(`update oidc_clients set updated_at = now() - interval '1 hour' where id = $1`, [
      first.client_id,
    ]);
    expect((await aRegistration(ours)).status).toBe(201);
    const read = await atRegistration(
      ours,
      'getOidcRegistration',
      first.client_id,
      first.registration_access_token,
    );
    expect(read.status).toBe(401);
  });

  test('answers no mutated registration with 500', async ({ service }) => {
    const ours = await openTenant(service);
    const { token } = await anInitialToken(ours, {
      maxUses: 1000,
      authMethods: ['none', 'client_secret_basic', 'private_key_jwt'],
    });
    const names = [
      'redirect_uris',
      'client_name',
      'client_uri',
      'application_type',
      'grant_types',
      'response_types',
      'scope',
      'token_endpoint_auth_method',
      'jwks',
      'jwks_uri',
      'id_token_signed_response_alg',
      'dpop_bound_access_tokens',
    ];
    const values = [
      null,
      '',
      0,
      true,
      [],
      {},
      [null],
      [[]],
      ['\u0000'],
      '\u0000',
      '\ud800',
      'a'.repeat(3_000),
      { keys: [{ kty: 'EC' }] },
      'https://app.example.com/\ud800',
      ['https://[::1'],
      { keys: [{ kty: 'RSA', n: '', e: '' }] },
    ];
    const asked = names.flatMap((name) => values.map((value) => ({ [name]: value })));
    const statuses = new Map<number, number>();
    for (const metadata of asked) {
      const { status } = await aRegistration(ours, metadata, token);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses.keys()].sort((a, b) => a - b)).toEqual([201, 400]);
  });
});
