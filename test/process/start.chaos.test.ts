import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newId } from '../../src/lib/id.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { aCredential, verify } from '../support/builders.ts';
import { createClient } from '../support/client.ts';
import { testMasterKey } from '../support/master-key.ts';
import { migratedFolder } from '../support/migrated-folder.ts';
import {
  dataFolder,
  emptyDatabase,
  migratedDatabase,
  postmasterOf,
  program,
  service,
  sourceProgram,
} from '../support/process.ts';

const keys = () => ({ BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'), BOOTSTRAP_TEST_KEY: newSecret('kd_test_') });

describe('the first start', { timeout: 60_000 }, () => {
  test('prints three working keys, is ready last, and stops Postgres with itself', async () => {
    const folder = dataFolder();
    const { origin, printed, signal, ended } = await service({ DATA_DIR: folder }, sourceProgram);
    for (const prefix of ['kd_live_', 'kd_test_']) {
      const [key] = new RegExp(`\\b${prefix}[0-9A-Za-z]{49}\\b`).exec(printed()) ?? [];
      const { body } = await createClient(origin, key).call('listIdentities');
      expect((body.data as { name: string }[]).map(({ name }) => name).toSorted()).toEqual(
        prefix === 'kd_live_' ? ['bootstrap'] : ['bootstrap', 'verifier'],
      );
    }
    // The service logs few lines before the keys, so that the operator sees the keys.
    expect(printed().match(/migration/gi)).toHaveLength(1);
    expect(printed()).toMatch(/"msg":"Applied \d+ migrations?, up to \d{4}_\w+"/);
    expect(printed()).toContain('A key makes 100 requests a minute, verifications included, and 20 more');
    const masterKey = readFileSync(join(folder, 'master.key'), 'utf8').trim();
    expect(Buffer.from(masterKey, 'base64')).toHaveLength(32);
    expect(printed()).not.toContain(masterKey);
    expect(printed().trimEnd().split('\n').at(-1)).toMatch(/^ready http:\/\/localhost:\d+$/);
    const [, verifying] = /^ {2}verifying {3}(kd_test_[0-9A-Za-z]{49}) /m.exec(printed()) ?? [];
    const verifier = createClient(origin, verifying);
    expect((await verifier.call('listIdentities')).status).toBe(403);
    expect(await verify(verifier, verifying ?? '')).toMatchObject({ valid: true });
    signal('SIGTERM');
    expect(await ended).toBe(0);
    expect(() => postmasterOf(folder)).toThrow('ENOENT');
  });

  test('uses the given keys and organization, and prints none', async () => {
    const given = {
      ...keys(),
      BOOTSTRAP_ORG_ID: newId('org'),
      BOOTSTRAP_TEST_ORG_ID: newId('org'),
      BOOTSTRAP_ORG_NAME: 'Analytical Engines',
    };
    const { env, sql } = await emptyDatabase();
    const { origin, printed } = await service({ ...env, ...given });
    expect(printed()).not.toMatch(/kd_(live|test)_/);
    const client = createClient(origin, given.BOOTSTRAP_TEST_KEY);
    expect(await verify(client, (await aCredential(client)).secret)).toMatchObject({ valid: true });
    const name = given.BOOTSTRAP_ORG_NAME;
    expect(await sql('select id, name, environment from tenants order by environment')).toEqual([
      { id: given.BOOTSTRAP_ORG_ID, name, environment: 'live' },
      { id: given.BOOTSTRAP_TEST_ORG_ID, name, environment: 'test' },
    ]);
  });

  test('logs one JSON object per line, and requests by their id', async () => {
    const given = keys();
    // As operators start it: it answers while it makes ready what the requests to come would wait for.
    const { origin, printed, prints } = await service({
      ...(await migratedDatabase()).env,
      ...given,
      WARM_UP: 'on',
    });
    const body = { name: 'deploy-bot', type: 'CI_CD' };
    const headers = { 'x-request-id': 'my-request.1' };
    await createClient(origin, given.BOOTSTRAP_LIVE_KEY).call('createIdentity', { body, headers });
    await prints(/my-request\.1/);
    const logged = printed()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('ready '));
    const lines = logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.find(({ requestId }) => requestId === 'my-request.1')).toMatchObject({ status: 201 });
  });
});

describe('a failing start names the reason in one sentence', { timeout: 60_000 }, () => {
  const sentenceOf = async (env: Record<string, string>): Promise<string> => {
    const { ended, printed } = program('src/main.ts', { PORT: '0', LOG_LEVEL: 'error', ...env });
    expect(await ended).toBe(1);
    return printed().replace(/^Keyward did not start: /, '');
  };

  test.each([
    ['a wrong value', { PORT: 'http' }, /^PORT has a value that is not allowed: .*\.\n$/],
    [
      'no server',
      { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x', MASTER_KEY: testMasterKey },
      /^the database of .* cannot be used: .*ECONNREFUSED.*\.\n$/,
    ],
    [
      'a wrong folder',
      { DATA_DIR: '/etc/hosts/data' },
      /^DATA_DIR cannot be created at \/etc\/hosts\/data \(ENOTDIR\): .*\.\n$/,
    ],
    [
      'a folder of the kernel',
      { DATA_DIR: '/proc/1/keyward/data' },
      /^DATA_DIR cannot be created at \/proc\/1\/keyward\/data \(ENOENT\): .*\.\n$/,
    ],
  ])('for %s', async (_, env, sentence) => {
    expect(await sentenceOf(env)).toMatch(sentence);
  });

  test('for a taken port, and leaves the Postgres of the first service running', async () => {
    const folder = await migratedFolder();
    const { origin } = await service({ DATA_DIR: folder });
    const port = new URL(origin).port;
    const sentence = `port ${port} of 127.0.0.1 is in use: set PORT to another port.\n`;
    expect(await sentenceOf({ DATA_DIR: folder, PORT: port })).toBe(sentence);
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
  });

  test('for a taken port, and stops its own Postgres', async () => {
    const taken = createServer();
    await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
    const address = taken.address();
    const port = address !== null && typeof address === 'object' ? String(address.port) : '';
    const folder = await migratedFolder();
    try {
      // Nothing else: no key was shown, since none was made.
      const sentence = `port ${port} of 127.0.0.1 is in use: set PORT to another port.\n`;
      expect(await sentenceOf({ DATA_DIR: folder, PORT: port })).toBe(sentence);
      expect(() => postmasterOf(folder)).toThrow('ENOENT');
    } finally {
      taken.close();
    }
  });

  test('for a wrong password and for an unknown database', async () => {
    const { env } = await emptyDatabase();
    const wrong = env.DATABASE_URL.replace(/:[^:@/]+@/, ':wrong@');
    expect(await sentenceOf({ ...env, DATABASE_URL: wrong })).toMatch(
      /^the database of DATABASE_URL cannot be used: password authentication failed/,
    );
    const missing = env.DATABASE_URL.replace(/process_\w+$/, 'nowhere');
    expect(await sentenceOf({ DATABASE_URL: missing, MASTER_KEY: testMasterKey })).toMatch(
      /database "nowhere" does not exist\.\n$/,
    );
  });

  test('for a missing master key, before it touches a database that several nodes may share', async () => {
    const { env, sql } = await emptyDatabase();
    expect(await sentenceOf({ ...env, MASTER_KEY: '' })).toBe(
      'MASTER_KEY is required with DATABASE_URL (openssl rand -base64 32 prints one).\n',
    );
    expect(await sql("select from pg_tables where schemaname = 'public'")).toEqual([]);
  });

  test('for missing keys, and stores nothing', async () => {
    const { env, sql } = await emptyDatabase();
    expect(await sentenceOf(env)).toBe(
      'BOOTSTRAP_LIVE_KEY and BOOTSTRAP_TEST_KEY are required for the first start with DATABASE_URL (make key prints both).\n',
    );
    expect(await sql('select from tenants')).toEqual([]);
  });

  test('for a failing migration', async () => {
    const { env, sql } = await emptyDatabase();
    await sql('create table identities (id int)');
    expect(await sentenceOf(env)).toMatch(/^the migration 0105_schema failed: .*already exists\.\n$/);
  });
});

describe('ROLE and METRICS_PORT', { timeout: 60_000 }, () => {
  test('let a worker run jobs and serve only metrics and health, and an api run alone', async () => {
    const { env, sql } = await migratedDatabase();
    const given = { ...env, ...keys() };
    const api = await service({ ...given, ROLE: 'api' });
    await sql(
      "select graphile_worker.add_job('expire-credentials', run_at := now() - interval '1 hour', job_key := 'late')",
    );
    expect(await (await fetch(`${api.origin}/health/ready`)).json()).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      checks: { process: 'ok', database: 'ok', masterKey: 'ok', migrations: 'ok', partitions: 'ok' },
    });

    const worker = program('src/main.ts', { ...given, ROLE: 'worker', METRICS_PORT: '0', LOG_LEVEL: 'info' });
    await worker.prints(/^ready worker$/m);
    const [, port] = await worker.prints(/"port":(\d+),"msg":"metrics are served"/);
    const at = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
    await expect
      .poll(() => sql("select from graphile_worker.jobs where key = 'late'"), { timeout: 20_000 })
      .toEqual([]);
    expect((await at('/health/live')).status).toBe(200);
    expect(await (await at('/health/ready')).json()).toMatchObject({
      status: 'ok',
      checks: { worker: 'ok' },
    });
    expect(await (await at('/metrics')).text()).toContain(
      'keyward_job_duration_seconds_count{task="expire-credentials",outcome="success"}',
    );
    expect((await at('/metrics', { method: 'POST' })).status).toBe(405);
    const refused = await at('/api/v1/openapi.json');
    expect(refused.status).toBe(404);
    expect(await refused.json()).toMatchObject({
      code: 'NOT_FOUND',
      requestId: refused.headers.get('x-request-id'),
    });
    worker.signal('SIGINT');
    expect(await worker.ended).toBe(0);
  });

  test('put metrics on the main port for local peers, or on a port of their own', async () => {
    const { env } = await migratedDatabase();
    const given = { ...env, ...keys() };
    const alone = await service(given);
    expect(await (await fetch(`${alone.origin}/metrics`)).text()).toContain(
      'keyward_http_request_duration_seconds',
    );
    expect(
      (await fetch(`${alone.origin}/metrics`, { headers: { 'x-forwarded-for': '192.0.2.1' } })).status,
    ).toBe(403);
    const apart = await service({ ...given, METRICS_PORT: '0' });
    expect((await fetch(`${apart.origin}/metrics`)).status).toBe(404);
  });
});

describe('the reference page', { timeout: 60_000 }, () => {
  test('is served with everything it needs, and nothing else', async () => {
    const { origin } = await service({ ...(await migratedDatabase()).env, ...keys() });
    const page = await fetch(`${origin}/docs`);
    expect(page.headers.get('x-request-id')).toMatch(/^req_/);
    expect(page.headers.get('content-security-policy')).toMatch(
      /default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    const html = await page.text();
    expect(html).toContain('<h1>Keyward documentation</h1>');
    const assets = [...html.matchAll(/(?:src|href)="(\/docs\/[\w-]+\.\w+)"/g)].map(([, path]) => path ?? '');
    expect(assets).toHaveLength(5);
    const loaded = ['samples.js', 'try.js', 'search.json', 'errors', 'events', 'tags/users'].map(
      (name) => `/docs/${name}`,
    );
    for (const path of [...assets, ...loaded]) {
      const asset = await fetch(origin + path);
      expect([path, asset.status]).toEqual([path, 200]);
      const etag = asset.headers.get('etag') ?? '';
      expect((await fetch(origin + path, { headers: { 'if-none-match': etag } })).status).toBe(304);
    }
    expect((await fetch(`${origin}/docs`, { method: 'HEAD' })).status).toBe(200);
    const posted = await fetch(`${origin}/docs`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const unknown = await fetch(`${origin}/docs/index.html`);
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'NOT_FOUND' }]);
    const plain = await fetch(`${origin}/docs`, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    expect([plain.status, await plain.json()]).toMatchObject([403, { code: 'HTTPS_REQUIRED' }]);
  });
});
