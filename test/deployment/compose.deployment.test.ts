// deploy/compose without containers: Debian's docker-compose checks and resolves the file, and the test starts the same programs with
// the settings in it. Names of services become ports of 127.0.0.1.
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { balancerStates } from '../support/balancer.ts';
import { freePort } from '../support/free-port.ts';
import { emptyDatabase, otherProgram, program } from '../support/process.ts';
import { lacks, programOf } from '../support/programs.ts';
import { startPrometheus } from '../support/prometheus.ts';
import { quickStartCalls } from '../support/quick-start-calls.ts';

const run = promisify(execFile);
const folder = 'deploy/compose';
const names = ['docker-compose', 'haproxy', 'prometheus', 'psql', 'openssl', 'curl'] as const;
const without = lacks(
  names.every((name) => programOf(name)) ? 'all' : undefined,
  `the tests of deploy/compose need ${names.join(', ')}`,
);

interface Service {
  image: string;
  environment?: Record<string, string>;
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  restart?: string;
  mem_limit?: unknown;
  cpus?: unknown;
  pids_limit?: unknown;
  healthcheck?: object;
  secrets?: { source: string }[];
  ports?: unknown[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  networks: Record<string, { ipv4_address?: string } | null>;
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, object>;
  secrets: Record<string, { file: string }>;
}

/** The file as docker-compose resolves it. Vitest sets BASE_URL, which is a variable of the file too. */
const composed = async (): Promise<Compose> => {
  const words = ['-f', `${folder}/compose.yaml`, 'config'];
  const { stdout } = await run('docker-compose', words, { env: { PATH: process.env['PATH'] } });
  return parse(stdout) as Compose;
};

/** A temporary folder with the secrets that a first start makes. */
async function makeSecrets(): Promise<string> {
  const parent = mkdtempSync(join(tmpdir(), 'keyward-compose-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const secrets = join(parent, 'secrets');
  await run(`${folder}/secrets.sh`, [secrets, process.execPath, 'scripts/key.ts']);
  return secrets;
}

describe.skipIf(without)('deploy/compose', () => {
  test('hardens, limits, restarts and watches each service', async () => {
    const { services, volumes, secrets } = await composed();
    expect(Object.keys(services).toSorted()).toEqual([
      'grafana',
      'keyward-1',
      'keyward-2',
      'migrate',
      'postgres',
      'prometheus',
      'proxy',
    ]);
    for (const [name, service] of Object.entries(services)) {
      expect({ name, ...service }).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        restart: name === 'migrate' ? 'on-failure' : 'unless-stopped',
      });
      for (const limit of [service.mem_limit, service.cpus, service.pids_limit]) expect(limit).toBeDefined();
      // The image of the service has its own check.
      expect([name, service.healthcheck !== undefined]).toEqual([name, service.image !== 'keyward:local']);
      expect(service.image).toMatch(/:[\w.-]+$/);
      for (const { source } of service.secrets ?? []) expect(secrets).toHaveProperty(source);
    }
    expect(Object.keys(volumes).toSorted()).toEqual(['grafana', 'postgres', 'prometheus']);
    expect(Object.keys(services).filter((name) => services[name]?.ports)).toEqual(['grafana', 'proxy']);
    expect(services['keyward-1']).toEqual(services['keyward-2']);
    expect(services['keyward-1']?.depends_on?.['migrate']).toEqual({
      condition: 'service_completed_successfully',
    });
    expect(services['keyward-1']?.environment?.['TRUSTED_PROXIES']).toBe(
      services['proxy']?.networks['edge']?.ipv4_address,
    );
    // A migration needs no master key.
    const { migrate } = services;
    expect([migrate?.secrets?.map(({ source }) => source), Object.keys(migrate?.environment ?? {})]).toEqual([
      ['database-url', 'migration-database-url'],
      ['DATABASE_URL_FILE', 'MIGRATIONS', 'MIGRATION_DATABASE_URL_FILE'],
    ]);
    // No secret is in an environment, where `docker inspect` shows it.
    const written = Object.values(services).flatMap(({ environment = {} }) => Object.keys(environment));
    expect(written.filter((name) => /(KEY|PASSWORD|DATABASE_URL)$/.test(name))).toEqual([]);
  });

  test('makes secrets once, for their owner alone', async () => {
    const secrets = await makeSecrets();
    const { secrets: named } = await composed();
    expect(readdirSync(secrets).toSorted()).toEqual(Object.keys(named).toSorted());
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
    const before = readdirSync(secrets).map((name) => readFileSync(join(secrets, name), 'utf8'));
    await run(`${folder}/secrets.sh`, [secrets, 'false']);
    expect(readdirSync(secrets).map((name) => readFileSync(join(secrets, name), 'utf8'))).toEqual(before);
    // The first start may have ended between the two keys.
    rmSync(join(secrets, 'test-key'));
    await run(`${folder}/secrets.sh`, [secrets, process.execPath, 'scripts/key.ts']);
    expect(readdirSync(secrets).toSorted()).toEqual(Object.keys(named).toSorted());
    expect(readFileSync(join(secrets, 'live-key'), 'utf8')).toBe(
      before[readdirSync(secrets).indexOf('live-key')],
    );
    expect((await run('git', ['check-ignore', `${folder}/secrets/master-key`])).stdout).toContain('secrets');
  });

  test('serves the calls of docs/quick-start.md over TLS by both nodes, with the address of the client, and is scraped', async () => {
    const { services } = await composed();
    const secrets = await makeSecrets();
    const database = await emptyDatabase();
    const server = new URL(database.env.DATABASE_URL);
    const { superuser } = inject('server');
    const given = new URL(superuser);
    given.pathname = server.pathname;
    await run(`${folder}/roles.sh`, [], {
      env: {
        PATH: process.env['PATH'],
        SECRETS: secrets,
        POSTGRES_DB: server.pathname.slice(1),
        POSTGRES_USER: given.username,
        PGHOST: given.hostname,
        PGPORT: given.port,
        PGPASSWORD: decodeURIComponent(given.password),
      },
    });
    onTestFinished(async () => {
      await database.sql('drop owned by keyward_app, keyward_migrator cascade');
      await database.sql('alter database postgres owner to current_user');
    });
    for (const name of ['database-url', 'migration-database-url']) {
      const file = join(secrets, name);
      chmodSync(file, 0o600);
      writeFileSync(
        file,
        readFileSync(file, 'utf8').replace('postgres:5432/keyward', `${server.host}${server.pathname}`),
      );
    }
    const ports = {
      proxy: await freePort(),
      nodes: [await freePort(), await freePort()],
      metrics: [await freePort(), await freePort()],
    };
    /** The environment of a service of the file, and what its image adds; paths and addresses are those of this machine. */
    const environment = (name: string, port = 0, metrics = 0): Record<string, string> => ({
      ...Object.fromEntries(
        Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [
          key,
          value.replace('/run/secrets', secrets),
        ]),
      ),
      HOST: '127.0.0.1',
      PORT: String(port),
      METRICS_PORT: String(metrics),
      LOG_FORMAT: 'json',
      // The proxy has to find out in this time that the node drains. The test does not wait for its end.
      DRAIN_SECONDS: '300',
      ...(services[name]?.environment?.['TRUSTED_PROXIES'] && { TRUSTED_PROXIES: '127.0.0.1' }),
    });

    const early = program('src/main.ts', environment('keyward-1'));
    expect(await early.ended).toBe(1);
    expect(early.printed()).toMatch(/did not start: .*migrat/i);
    const migration = program('src/main.ts', environment('migrate'));
    expect([await migration.ended, migration.printed()]).toEqual([0, expect.anything()]);
    const nodes = [0, 1].map((at) =>
      program('src/main.ts', environment(`keyward-${at + 1}`, ports.nodes[at], ports.metrics[at])),
    );
    for (const node of nodes) await node.prints(/^ready https:\/\/localhost:8443$/m);

    let config = readFileSync(`${folder}/haproxy.cfg`, 'utf8')
      .replace('bind :8443', `bind 127.0.0.1:${ports.proxy}`)
      .replaceAll('/run/secrets/tls', join(secrets, 'tls'))
      .replace(/^global$/m, `global\n  stats socket ${join(secrets, 'admin')} mode 600`);
    for (const at of [0, 1])
      config = config.replace(
        `keyward-${at + 1}:3000 port 9464`,
        `127.0.0.1:${ports.nodes[at]} port ${ports.metrics[at]}`,
      );
    const file = join(secrets, '..', 'haproxy.cfg');
    writeFileSync(file, config);
    await run('haproxy', ['-c', '-f', file]);
    otherProgram('haproxy', ['-db', '-f', file]);

    const ca = readFileSync(join(secrets, 'tls'), 'utf8');
    const origin = `https://localhost:${ports.proxy}`;
    const key = readFileSync(join(secrets, 'test-key'), 'utf8').trim();
    const get = (
      path: string,
      headers: Record<string, string> = {},
    ): Promise<{ status: number; body: string }> =>
      new Promise((done, fail) => {
        const asked = request(
          `${origin}${path}`,
          { ca, headers, localAddress: '127.0.0.2', host: '127.0.0.1' },
          (response) => {
            let body = '';
            response.setEncoding('utf8').on('data', (more: string) => (body += more));
            response.on('end', () => done({ status: response.statusCode ?? 0, body }));
          },
        );
        asked.on('error', fail).end();
      });
    await expect
      .poll(
        () =>
          get('/health/ready').then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 15_000, interval: 50 },
      )
      .toBe(200);
    const { answered, shown } = await quickStartCalls(origin, key, { CURL_CA_BUNDLE: join(secrets, 'tls') });
    expect(answered).toEqual(shown);

    // The service knows the client, and believes nothing that the client says about itself.
    const body = '{"name":"from-another-address","type":"SERVICE_ACCOUNT"}';
    const from = [
      '--interface',
      '127.0.0.2',
      '-H',
      'X-Forwarded-For: 192.0.2.7',
      '-H',
      `Authorization: Bearer ${key}`,
    ];
    const words = [
      '-sf',
      '--cacert',
      join(secrets, 'tls'),
      ...from,
      '-H',
      'Content-Type: application/json',
      '-d',
      body,
    ];
    await run('curl', [...words, `${origin.replace('localhost', '127.0.0.1')}/api/v1/identities`]);
    const [{ text } = { text: '' }] = await database.sql<{ text: string }>(
      'select string_agg(to_jsonb(personal)::text, chr(10)) as text from audit_personal personal',
    );
    expect(text).toContain('127.0.0.2');
    expect(text).not.toContain('192.0.2.7');
    expect((await get('/admin')).status).toBe(200);
    let scraped = readFileSync(`${folder}/prometheus.yml`, 'utf8').replace(
      'scrape_interval: 15s',
      'scrape_interval: 1s',
    );
    for (const at of [0, 1])
      scraped = scraped.replace(`keyward-${at + 1}:9464`, `127.0.0.1:${ports.metrics[at]}`);
    const prometheus = await startPrometheus({
      'prometheus.yml': scraped,
      'alerts.yaml': readFileSync('deploy/prometheus/alerts.yaml', 'utf8'),
    });
    await expect
      .poll(async () => (await prometheus.query('up{job="keyward"}')).map(({ value }) => value[1]), {
        timeout: 15_000,
        interval: 100,
      })
      .toEqual(['1', '1']);

    // A node that drains still answers, and gets no new requests.
    const states = async (): Promise<string[]> => {
      const rows = await balancerStates(join(secrets, 'admin'));
      return rows
        .filter(({ pxname, svname }) => pxname === 'nodes' && svname !== 'BACKEND')
        .map(({ status }) => status ?? '');
    };
    expect(await states()).toEqual(['UP', 'UP']);
    nodes[0]?.signal('SIGTERM');
    await expect.poll(states, { timeout: 15_000, interval: 100 }).toEqual(['DOWN', 'UP']);
    expect((await fetch(`http://127.0.0.1:${ports.nodes[0]}/health/live`)).status).toBe(200);
    expect((await get('/health/ready')).status).toBe(200);
  }, 60_000);

  test('gives Grafana the Prometheus of the file, and differs from deploy/grafana and deploy/prometheus in addresses only', () => {
    const own = (path: string): unknown => parse(readFileSync(path, 'utf8'));
    const text = (value: unknown): string => JSON.stringify(value);
    expect(text(own(`${folder}/datasource.yaml`)).replace('//prometheus:', '//localhost:')).toBe(
      text(own('deploy/grafana/datasource.yaml')),
    );
    expect(
      text(own(`${folder}/prometheus.yml`)).replace('"keyward-1:9464","keyward-2:9464"', '"localhost:9464"'),
    ).toBe(text(own('deploy/prometheus/prometheus.yml')));
  });
});
