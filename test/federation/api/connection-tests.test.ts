import { describe, expect, onTestFinished } from 'vitest';
import type { Client } from '../../support/client.ts';
import { closedPort } from '../../support/closed-port.ts';
import {
  aConnection,
  aPublishedProvider,
  type ConnectionBody,
  type PublishedProvider,
} from '../../support/connections.ts';
import { startTestService, test, type TestService } from '../../support/service.ts';

const discovery = '/.well-known/openid-configuration';

/** A port at which nothing listens until the test ends. */
async function aClosedPort(): Promise<number> {
  const { port, free } = await closedPort();
  onTestFinished(free);
  return port;
}

const testOf = (client: Client, { id }: ConnectionBody) =>
  client.call('testOidcConnection', { path: { id } });
const shown = async (client: Client, { id }: ConnectionBody) =>
  (await client.call('getConnection', { path: { id } })).body;
const failures = ({ sql }: Pick<TestService, 'sql'>, { id }: ConnectionBody) =>
  sql<{ data: Record<string, unknown> }>(
    `select data from events where type = 'federation.failed' and data ->> 'connectionId' = $1 order by created_at`,
    [id],
  );

describe('testOidcConnection', () => {
  test('names each check, and notes the health without a new version', async ({ service }) => {
    const { ours } = service;
    const provider = await aPublishedProvider();
    const made = await aConnection(ours, { issuer: provider.issuer });
    const { status, body } = await testOf(ours, made);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        status: 'SUCCESS',
        latency: expect.stringMatching(/^\d+ms$/),
        checks: ['discovery', 'issuer', 'endpoints', 'keys', 'algorithms', 'authentication'].map((name) => ({
          name,
          ok: true,
          detail: expect.any(String),
        })),
      },
    });
    expect(provider.asked.toSorted()).toEqual([discovery, '/keys', '/token', '/userinfo'].toSorted());
    const { body: after, headers } = await ours.call('getOidcConnection', { path: { id: made.id } });
    expect(after).toMatchObject({
      health: 'HEALTHY',
      lastError: null,
      lastTestedAt: expect.any(String),
      metadataRefreshedAt: expect.any(String),
      updatedAt: made['updatedAt'],
    });
    expect(headers.get('etag')).toBe('"1"');
    const { body: audit } = await ours.call('listAuditLogs', { query: { action: 'connection.test' } });
    expect(audit.data[0]).toMatchObject({ target: { id: made.id, name: 'Acme' }, result: 'SUCCESS' });
  });

  test('finds what is wrong, and says what', async ({ service }) => {
    const closed = await aClosedPort();
    const cases: [check: string, spoil: (provider: PublishedProvider) => void, detail: RegExp][] = [
      ['discovery', ({ respond }) => respond(discovery, { body: '<html>' }), /not JSON/],
      ['discovery', ({ respond }) => respond(discovery, { body: '[]' }), /not a JSON object/],
      ['discovery', ({ respond }) => respond(discovery, { body: '{"issuer":"a","issuer":"b"}' }), /not JSON/],
      ['issuer', ({ say }) => say({ issuer: 'https://evil.example' }), /"https:\/\/evil.example"/],
      ['issuer', ({ say, issuer }) => say({ issuer: `${issuer}/` }), /must be the same/],
      ['issuer', ({ say }) => say({ issuer: undefined }), /missing/],
      ['issuer', ({ say }) => say({ issuer: ['https://evil.example'] }), /not a text/],
      [
        'endpoints',
        ({ say }) => say({ authorization_endpoint: 'http://idp.example/' }),
        /authorization_endpoint/,
      ],
      [
        'endpoints',
        ({ say }) => say({ authorization_endpoint: 'javascript:alert(1)' }),
        /authorization_endpoint/,
      ],
      ['endpoints', ({ say }) => say({ token_endpoint: undefined }), /token_endpoint is missing/],
      ['endpoints', ({ say }) => say({ token_endpoint: 'https://10.0.0.1/token' }), /may call/],
      ['endpoints', ({ say }) => say({ userinfo_endpoint: 'http://idp.example/' }), /userinfo_endpoint/],
      ['endpoints', ({ respond }) => respond('/token', { status: 503 }), /status 503/],
      [
        'endpoints',
        ({ say }) => say({ token_endpoint: `https://localhost:${closed}/` }),
        /cannot be reached/,
      ],
      ['keys', ({ respond }) => respond('/keys', { body: { keys: [] } }), /no key/],
      ['keys', ({ respond }) => respond('/keys', { body: { keys: [{ kty: 'RSA', use: 'enc' }] } }), /no key/],
      ['keys', ({ respond }) => respond('/keys', { body: { keys: 'none' } }), /no key/],
      ['keys', ({ respond }) => respond('/keys', { status: 404 }), /status 404/],
      ['keys', ({ say }) => say({ jwks_uri: 'https://192.168.0.1/keys' }), /jwks_uri/],
      [
        'algorithms',
        ({ say }) => say({ id_token_signing_alg_values_supported: ['none', 'HS256'] }),
        /"HS256"/,
      ],
      ['algorithms', ({ say }) => say({ id_token_signing_alg_values_supported: undefined }), /none/],
      [
        'authentication',
        ({ say }) => say({ token_endpoint_auth_methods_supported: ['private_key_jwt'] }),
        /"private_key_jwt"/,
      ],
      ['authentication', ({ say }) => say({ code_challenge_methods_supported: ['plain'] }), /pkce/],
    ];
    for (const [check, spoil, detail] of cases) {
      const provider = await aPublishedProvider();
      const made = await aConnection(service.ours, { issuer: provider.issuer });
      spoil(provider);
      const { status, body } = await testOf(service.ours, made);
      const wrong = (body.checks ?? []).filter(({ ok }: { ok: boolean }) => !ok);
      expect({ status, verdict: body.status, wrong }, `${check} ${detail}`).toEqual({
        status: 200,
        verdict: 'FAILED',
        wrong: [{ name: check, ok: false, detail: expect.stringMatching(detail) }],
      });
      expect(await shown(service.ours, made)).toMatchObject({
        health: 'FAILING',
        lastError: wrong[0].detail,
        metadataRefreshedAt: ['discovery', 'issuer'].includes(check) ? null : expect.any(String),
      });
    }
  });

  test('answers 502 if the provider cannot be reached, and notes that', async ({ service }) => {
    const closed = await aClosedPort();
    const provider = await aPublishedProvider();
    const huge = await aPublishedProvider();
    huge.respond(discovery, { body: JSON.stringify({ x: 'x'.repeat(300_000) }) });
    const elsewhere = await aPublishedProvider();
    elsewhere.respond(discovery, (response) =>
      response.writeHead(302, { location: provider.issuer + discovery }).end(),
    );
    for (const issuer of [
      `https://localhost:${closed}`,
      `${provider.issuer}/nowhere`,
      huge.issuer,
      elsewhere.issuer,
      'https://login.acme.invalid',
    ]) {
      const made = await aConnection(service.ours, { issuer });
      const { status, body } = await testOf(service.ours, made);
      expect({ status, body }, issuer).toMatchObject({
        status: 502,
        body: { code: 'FEDERATION_CONN_FAILED', details: { reason: expect.any(String) } },
      });
      expect(await shown(service.ours, made)).toMatchObject({
        health: 'FAILING',
        lastError: body.details.reason,
        lastTestedAt: expect.any(String),
        metadataRefreshedAt: null,
      });
    }
  });

  test('quotes a provider in a way that cannot pass for our words', async ({ service }) => {
    const provider = await aPublishedProvider();
    provider.say({ issuer: `\u202Eevil" is right.\n${'x'.repeat(5_000)}` });
    const made = await aConnection(service.ours, { issuer: provider.issuer });
    const { body } = await testOf(service.ours, made);
    const { detail } = body.checks.find(({ name }: { name: string }) => name === 'issuer');
    expect(detail).toMatch(/^The discovery document names the issuer "\?evil\? is right\.\?x+"\. The issuer/);
    expect(detail.length).toBeLessThan(500);
  });

  test('reads discoveryUrl, and does not call the UserInfo endpoint where userInfo is false', async ({
    service,
  }) => {
    const provider = await aPublishedProvider();
    provider.say({ userinfo_endpoint: 'http://idp.example/' });
    provider.respond('/elsewhere', { body: '[]' });
    const made = await aConnection(service.ours, { issuer: provider.issuer, userInfo: false });
    expect((await testOf(service.ours, made)).body.status).toBe('SUCCESS');
    await service.ours.call('updateOidcConnection', {
      path: { id: made.id },
      body: { discoveryUrl: `${provider.issuer}/elsewhere` },
    });
    const { body } = await testOf(service.ours, made);
    expect(body.checks).toMatchObject([{ name: 'discovery', ok: false }]);
  });

  test('tells once that an active connection fails, and recovers silently', async ({ service }) => {
    const { ours } = service;
    const provider = await aPublishedProvider();
    const made = await aConnection(ours, { issuer: provider.issuer });
    await testOf(ours, made);
    expect(await failures(service, made)).toEqual([]);
    provider.respond('/keys', { status: 500 });
    await testOf(ours, made);
    await testOf(ours, made);
    expect(await failures(service, made)).toMatchObject([
      {
        data: { connectionName: 'Acme', connectionType: 'OIDC', error: expect.stringMatching(/status 500/) },
      },
    ]);
    const alerts = async () => {
      const { body } = await ours.call('listAlerts', { query: { limit: 100 } });
      return body.data.filter(({ source }: { source: { id: string } }) => source.id === made.id);
    };
    expect(await alerts()).toMatchObject([{ severity: 'HIGH', status: 'OPEN', ruleId: null }]);
    provider.respond('/keys', { body: { keys: [{ kty: 'RSA' }] } });
    await testOf(ours, made);
    expect(await shown(ours, made)).toMatchObject({ health: 'HEALTHY', lastError: null });
    expect(await failures(service, made)).toHaveLength(1);
    provider.respond('/keys', { status: 500 });
    await testOf(ours, made);
    expect(await failures(service, made)).toHaveLength(2);
    expect(await alerts()).toHaveLength(1);
  });

  test('works while the connection is disabled, without an event', async ({ service }) => {
    const made = await aConnection(service.ours);
    await service.ours.call('updateConnection', { path: { id: made.id }, body: { status: 'DISABLED' } });
    expect((await testOf(service.ours, made)).status).toBe(502);
    expect(await shown(service.ours, made)).toMatchObject({ health: 'FAILING' });
    expect(await failures(service, made)).toEqual([]);
  });

  test('is not delayed by the hanging providers of another tenant', async ({ service }) => {
    const hanging = await aPublishedProvider();
    const held: { end: () => unknown }[] = [];
    hanging.respond(discovery, (response) => void held.push(response));
    const slow = await aConnection(service.theirs, { issuer: hanging.issuer });
    const pending = Array.from({ length: 6 }, () => testOf(service.theirs, slow));
    await expect.poll(() => held.length).toBe(2);
    const { issuer } = await aPublishedProvider();
    const made = await aConnection(service.ours, { issuer });
    expect((await testOf(service.ours, made)).body.status).toBe('SUCCESS');
    // Two of a tenant run, and four wait; they get their turn when these end.
    hanging.respond(discovery, { status: 404 });
    for (const response of held) response.end();
    for (const { status } of await Promise.all(pending)) expect(status).toBeOneOf([200, 502]);
  });
});

describe('testConnection', () => {
  test('does the same by the path of all types', async ({ service }) => {
    const { issuer } = await aPublishedProvider();
    const { id } = await aConnection(service.ours, { issuer });
    const { body } = await service.ours.call('testConnection', { path: { id } });
    expect(body.status).toBe('SUCCESS');
    expect((await service.theirs.call('testConnection', { path: { id } })).body.code).toBe(
      'CONNECTION_NOT_FOUND',
    );
  });
});

describe('the daily check', () => {
  test('checks active connections that are due, each once a day', async () => {
    const service = await startTestService({ ROLE: 'all' });
    try {
      const { ours, sql } = service;
      const provider = await aPublishedProvider();
      const made = await aConnection(ours, { issuer: provider.issuer });
      const disabled = await aConnection(ours, { issuer: provider.issuer });
      await ours.call('updateConnection', { path: { id: disabled.id }, body: { status: 'DISABLED' } });
      const later = await aConnection(ours, { issuer: provider.issuer });
      await sql(
        `update federation_connections set next_check_at = now() - interval '1 second' where id <> $1`,
        [later.id],
      );
      await service.runTask('watch-connections');
      const healthOf = async (one: ConnectionBody) => (await shown(ours, one)).health;
      await expect.poll(() => healthOf(made), { timeout: 20_000 }).toBe('HEALTHY');
      const [row] = await sql<{ hours: number }>(
        `select round(extract(epoch from next_check_at - now()) / 3600)::int as hours from federation_connections where id = $1`,
        [made.id],
      );
      expect(row).toEqual({ hours: 24 });
      provider.say({ issuer: 'https://evil.example' });
      await sql(`update federation_connections set next_check_at = now() where id = $1`, [made.id]);
      await service.runTask('watch-connections');
      await expect.poll(() => healthOf(made), { timeout: 20_000 }).toBe('FAILING');
      expect(await failures(service, made)).toHaveLength(1);
      for (const one of [disabled, later]) expect(await healthOf(one)).toBe('UNKNOWN');
      // A connection that is enabled is checked soon.
      await sql(`update federation_connections set next_check_at = now() + interval '1 day'`);
      provider.say({ issuer: provider.issuer });
      await ours.call('updateConnection', { path: { id: disabled.id }, body: { status: 'ACTIVE' } });
      await service.runTask('watch-connections');
      await expect.poll(() => healthOf(disabled), { timeout: 20_000 }).toBe('HEALTHY');
      await expect.poll(() => sql('select from tenant_jobs'), { timeout: 20_000 }).toEqual([]);
    } finally {
      await service.stop();
    }
  }, 60_000);
});
