import { readFileSync } from 'node:fs';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { describe, expect, onTestFinished } from 'vitest';
import document from '../../../generated/openapi.json' with { type: 'json' };
import manifest from '../../../package.json' with { type: 'json' };
import { aCredential, anIdentity, verify } from '../../support/builders.ts';
import { sendRaw } from '../../support/raw.ts';
import { startTestService, test } from '../../support/service.ts';

const soon = { timeout: 20_000, interval: 25 };

describe('getOpenapiJson', () => {
  test('serves the bundle as it is, to everybody', async ({ service: { anonymous } }) => {
    const { status, body } = await anonymous.call('getOpenapiJson');
    expect(status).toBe(200);
    expect(body).toEqual(document);
  });
});

describe('getOpenapiYaml', () => {
  test('serves the bundle as it is, to everybody', async ({ service: { anonymous } }) => {
    const { status, body, headers } = await anonymous.call('getOpenapiYaml');
    expect({ status, type: headers.get('content-type') }).toEqual({
      status: 200,
      type: 'application/yaml; charset=utf-8',
    });
    expect(body).toBe(readFileSync('generated/openapi.yaml', 'utf8'));
  });

  test('serves YAML to who accepts it, and refuses who accepts neither', async ({
    service: { anonymous },
  }) => {
    const ask = (accept: string) => anonymous.call('getOpenapiYaml', { headers: { accept } });
    expect((await ask('application/yaml')).status).toBe(200);
    expect((await ask('text/html')).status).toBe(406);
  });
});

describe('getLiveness', () => {
  test('answers without the database', async () => {
    const service = await startTestService();
    onTestFinished(() => service.stop());
    const { anonymous, ours, sql } = service;
    const [{ name } = { name: '' }] = await sql<{ name: string }>('select current_database() as name');
    expect((await anonymous.call('getReadiness')).status).toBe(200);
    await sql(`alter database "${name}" connection limit 0`);
    await sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name like 'keyward%'",
      [name],
    );

    expect(await anonymous.call('getLiveness')).toMatchObject({ status: 200, body: { status: 'ok' } });
    // The service remembers the state of the database for a second.
    await expect.poll(async () => (await anonymous.call('getReadiness')).status, soon).toBe(503);
    const unready = await anonymous.call('getReadiness');
    expect(unready).toMatchObject({ status: 503, body: { status: 'failing' } });
    expect(unready.headers.get('retry-after')).toMatch(/^\d+$/);
    const { status, body, headers } = await ours.call('listIdentities');
    expect({ status, code: body.code, details: body.details }).toEqual({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
      details: {},
    });
    expect(headers.get('retry-after')).toMatch(/^\d+$/);

    await sql(`alter database "${name}" connection limit -1`);
    expect((await ours.call('listIdentities')).status).toBe(200);
    await expect.poll(async () => (await anonymous.call('getReadiness')).status, soon).toBe(200);
  });
});

describe('getReadiness', () => {
  test('says what it looked at', async ({ service: { anonymous } }) => {
    const { status, body } = await anonymous.call('getReadiness');
    expect({ status, state: body.status }).toEqual({ status: 200, state: 'ok' });
    expect(body.checks).toMatchObject({ database: 'ok', migrations: 'ok' });
    expect(Object.values(body.checks).every((check) => check === 'ok')).toBe(true);
  });
});

describe('the version', () => {
  test('is in both answers about health, and in the metrics', async ({ service: { anonymous, origin } }) => {
    const { version } = manifest;
    expect((await anonymous.call('getLiveness')).body).toEqual({ status: 'ok', version, checks: {} });
    expect((await anonymous.call('getReadiness')).body).toMatchObject({ version });
    const { text } = await sendRaw(origin, { path: '/metrics' });
    expect(text).toContain(`\nkeyward_build_info{version="${version}"} 1\n`);
  });
});

describe('a fault of ours', () => {
  test('answers 500 without a detail, and the next request is served', async () => {
    const service = await startTestService({ LOG_LEVEL: 'silent' });
    onTestFinished(() => service.stop());
    const { ours, sql } = service;
    await sql('alter table identities rename column description to elsewhere');
    for (const call of [
      ours.call('listIdentities'),
      ours.call('createIdentity', { body: { name: 'deploy-bot', type: 'CI_CD' } }),
    ]) {
      const { status, body, headers } = await call;
      expect(status).toBe(500);
      expect(body).toEqual({
        error: 'Unexpected error. Report the requestId, so that we can find the cause.',
        code: 'INTERNAL_ERROR',
        details: {},
        requestId: headers.get('x-request-id'),
      });
    }
    await sql('alter table identities rename column elsewhere to description');
    expect((await ours.call('listIdentities')).status).toBe(200);
  });
});

describe('/metrics', () => {
  test('has rate, errors and duration of each operation, and names no tenant, key or person', async ({
    service,
  }) => {
    const { ours, anonymous, origin, organizations } = service;
    const identityId = await anIdentity(ours, { name: 'canary-name' });
    const { id, secret } = await aCredential(ours, { identityId });
    await verify(ours, secret);
    await anonymous.call('getIdentity', { path: { id: identityId } });
    await ours.call('getCredential', { path: { id: 'canary-path' } });
    await anonymous.send('GET', '/canary-path');
    const { status, text, headers } = await sendRaw(origin, { path: '/metrics' });
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(headers['x-request-id']).toMatch(/^req_/);
    for (const [operation, code] of [
      ['createIdentity', 201],
      ['createCredential', 201],
      ['verifyCredential', 200],
      ['getIdentity', 401],
      ['getCredential', 404],
      ['none', 404],
    ] as const) {
      const labels = `operation="${operation}",status="${code}"`;
      expect(text).toMatch(
        new RegExp(`^keyward_http_request_duration_seconds_count\\{${labels}\\} [1-9]`, 'm'),
      );
      expect(text).toMatch(new RegExp(`^keyward_http_request_duration_seconds_sum\\{${labels}\\} \\d`, 'm'));
    }
    for (const family of [
      'keyward_database_pool_connections',
      'keyward_jobs',
      'keyward_jobs_lag_seconds',
      'keyward_webhook_deliveries_lag_seconds',
      'nodejs_eventloop_lag_seconds',
    ])
      expect(text).toContain(`# TYPE ${family} `);
    // Prometheus has one space of names for all services; those of the process are the same for every Node service.
    const standard = new Registry();
    collectDefaultMetrics({ register: standard });
    const usual = standard.getMetricsAsArray().map(({ name }) => name);
    const named = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name);
    expect(named.filter((name) => !name.startsWith('keyward_') && !usual.includes(name))).toEqual([]);
    expect(text).toMatch(/^keyward_jobs\{class="mail",state="ready"\} \d/m); // of this scrape, not of the one before
    const { live, test: testTenant } = organizations.ours;
    for (const canary of [
      identityId,
      id,
      secret,
      'canary',
      live.orgId,
      live.key,
      testTenant.orgId,
      'Ours',
      '127.0.0.1',
    ])
      expect(text).not.toContain(canary);
    const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map((match) => match[1]));
    expect(
      [...labels].filter(
        (label) =>
          ![
            'action',
            'result',
            'operation',
            'status',
            'code',
            'table',
            'le',
            'task',
            'outcome',
            'reason',
            'subject',
            'started',
            'state',
            'class',
            'pool',
            'type',
            'kind',
            'space',
            'version',
            'major',
            'minor',
            'patch',
          ].includes(label ?? ''),
      ),
    ).toEqual([]);
  });

  test('is there for programs on this machine only, and only to be read', async () => {
    const service = await startTestService({ TRUSTED_PROXIES: '127.0.0.1' });
    onTestFinished(() => service.stop());
    const ask = (headers: Record<string, string>, method = 'GET', path = '/metrics') =>
      sendRaw(service.origin, { method, path, headers });
    expect((await ask({})).status).toBe(200);
    expect((await ask({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' })).status).toBe(404);
    expect((await ask({ 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' })).status).toBe(404);
    expect((await ask({ forwarded: 'for=127.0.0.1' })).status).toBe(403);
    expect((await ask({}, 'HEAD')).text).toBe('');
    expect((await ask({}, 'POST')).status).toBe(405);
    for (const path of ['/metrics/', '/METRICS', '/metrics;x', '//metrics'])
      expect((await ask({}, 'GET', path)).status).toBe(404);
  });
});
