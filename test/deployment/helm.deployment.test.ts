import { execFile, type ExecFileException } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { misspeltSettings, readConfig } from '../../src/config.ts';
import { newSecret } from '../../src/lib/secret.ts';
import { freePort } from '../support/free-port.ts';
import { emptyDatabase, program } from '../support/process.ts';
import { lacks, programOf } from '../support/programs.ts';

interface Variable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string; optional?: boolean } };
}
interface Probe {
  httpGet: { path: string; port: string };
}
interface Container {
  name: string;
  env: Variable[];
  securityContext: object;
  readinessProbe?: Probe;
  livenessProbe?: Probe;
  ports?: { name: string; containerPort: number }[];
}
interface Pod {
  securityContext: object;
  automountServiceAccountToken: boolean;
  terminationGracePeriodSeconds?: number;
  containers: Container[];
}
interface Resource {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> };
  spec: {
    replicas?: number;
    template: { metadata: { labels: Record<string, string> }; spec: Pod };
    selector: { matchLabels: Record<string, string> };
  } & Record<string, unknown>;
}

const run = promisify(execFile);
const chart = 'deploy/helm/keyward';
const helm = '.cache/helm/helm';
const sets = readdirSync(`${chart}/ci`).toSorted();
const folder = mkdtempSync(join(tmpdir(), 'keyward-helm-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const without = lacks(
  programOf('go'),
  'the chart is tested with Helm, which is built with Go (Debian: apt install golang-go)',
);
const oldest = '1.28';
/** Kubernetes reads YAML 1.1, in which an unquoted `off` is a boolean. */
const plain = { version: '1.1', aliasDuplicateObjects: false } as const;

/** Renders the chart with a set of values. */
async function rendered(set: string, ...words: string[]): Promise<Resource[]> {
  const values = ['--values', `${chart}/ci/${set}`];
  const { stdout } = await run(helm, [
    'template',
    'keyward',
    chart,
    '--namespace',
    'identity',
    ...values,
    ...words,
  ]);
  return parseAllDocuments(stdout).map((document) => document.toJS() as Resource);
}

const named = (resources: Resource[], kind: string): Resource[] =>
  resources.filter((resource) => resource.kind === kind);
const pods = (resources: Resource[]): Pod[] =>
  resources.filter(({ kind }) => ['Deployment', 'Job'].includes(kind)).map(({ spec }) => spec.template.spec);
const podOf = (resources: Resource[], name: string): Pod => {
  const found = resources.find(
    ({ kind, metadata }) => metadata.name === name && ['Deployment', 'Job'].includes(kind),
  );
  if (!found) throw new Error(`no ${name}`);
  return found.spec.template.spec;
};

/** The environment of the container of a pod, with the values of Secrets. */
function environment({ containers }: Pod, secrets: Record<string, string>): Record<string, string> {
  const [container] = containers;
  return Object.fromEntries(
    (container?.env ?? []).flatMap(({ name, value, valueFrom }): [string, string][] => {
      const given = value ?? secrets[valueFrom?.secretKeyRef.key ?? ''];
      if (given === undefined && !valueFrom?.secretKeyRef.optional) throw new Error(`no value of ${name}`);
      return given === undefined ? [] : [[name, given]];
    }),
  );
}

describe.skipIf(without)('the Helm chart', () => {
  beforeAll(async () => {
    await run('deploy/helm/tools.sh').catch((error: ExecFileException) => {
      throw new Error(`Helm was not built: ${error.stderr ?? error.message}`);
    });
    await run('scripts/environment/python.sh');
  }, 600_000);

  test.each(sets)('passes helm lint with %s', async (set) => {
    await run(helm, ['lint', '--strict', chart, '--values', `${chart}/ci/${set}`]);
  });

  test('makes objects that Kubernetes accepts, of the newest release and of the oldest one that it supports', async () => {
    expect(sets).toHaveLength(5);
    const files = await Promise.all(
      sets.map(async (set) => {
        // A schema of the custom resources of Prometheus is not part of Kubernetes; see below.
        const own = (await rendered(set)).filter(({ apiVersion }) => !apiVersion.startsWith('monitoring.'));
        const file = join(folder, `rendered-${set}`);
        writeFileSync(file, own.map((resource) => `---\n${stringify(resource, plain)}`).join(''));
        return file;
      }),
    );
    const validate = '.cache/python/bin/kubernetes-validate';
    for (const version of ['1.37', oldest]) await run(validate, ['--strict', '-k', version, ...files]);
    // It would have refused an unknown field.
    const wrong = join(folder, 'wrong.yaml');
    writeFileSync(wrong, 'apiVersion: v1\nkind: Service\nmetadata: { name: a }\nspec: { port: 1 }\n');
    await expect(run(validate, ['--strict', '-k', oldest, wrong])).rejects.toThrow();
  });

  test('gives Prometheus the alerts of deploy/prometheus, and scrapes every pod as the job that they ask for', async () => {
    const resources = await rendered('production.yaml');
    const [rule] = named(resources, 'PrometheusRule');
    expect(rule).toMatchObject({
      apiVersion: 'monitoring.coreos.com/v1',
      metadata: { labels: { release: 'prometheus' } },
    });
    expect(rule?.spec).toEqual(parse(readFileSync('deploy/prometheus/alerts.yaml', 'utf8')));
    const [monitor] = named(resources, 'ServiceMonitor');
    expect(monitor).toMatchObject({
      apiVersion: 'monitoring.coreos.com/v1',
      metadata: { labels: { release: 'prometheus' } },
      spec: {
        namespaceSelector: { matchNames: ['identity'] },
        endpoints: [
          {
            port: 'metrics',
            path: '/metrics',
            relabelings: [{ targetLabel: 'job', replacement: 'keyward' }],
          },
        ],
      },
    });
    const services = named(resources, 'Service').filter(({ metadata }) =>
      Object.entries(monitor?.spec.selector.matchLabels ?? {}).every(
        ([name, value]) => metadata.labels[name] === value,
      ),
    );
    expect(services.map(({ metadata }) => metadata.name)).toEqual(['keyward-metrics']);
    const selector = services[0]?.spec.selector as unknown as Record<string, string>;
    for (const { spec } of named(resources, 'Deployment'))
      expect(spec.template.metadata.labels).toMatchObject(selector);
  });

  test.each(sets)('starts pods without rights and without secrets in %s', async (set) => {
    const resources = await rendered(set);
    expect(named(resources, 'Secret')).toEqual([]);
    expect(named(resources, 'Deployment').map(({ metadata }) => metadata.name)).toEqual([
      'keyward-api',
      'keyward-worker',
    ]);
    expect(named(resources, 'PodDisruptionBudget')).toHaveLength(2);
    for (const pod of pods(resources)) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 10_001,
          seccompProfile: { type: 'RuntimeDefault' },
        },
      });
      for (const { securityContext } of pod.containers)
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    }
    const secrets = {
      DATABASE_URL: 'postgres://a',
      MIGRATION_DATABASE_URL: 'postgres://b',
      MASTER_KEY: 'A'.repeat(43) + '=',
    };
    for (const role of ['api', 'worker'] as const) {
      const pod = podOf(resources, `keyward-${role}`);
      const env = environment(pod, secrets);
      expect(misspeltSettings(env)).toEqual([]);
      // The owner of the schema is known to the migration job alone.
      expect(Object.keys(env)).not.toContain('MIGRATION_DATABASE_URL');
      const config = readConfig(env);
      expect(config).toMatchObject({ role, migrations: 'off', metricsPort: 9464 });
      // Requests get 10 s after the drain, and their statements two more.
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(config.drainSeconds + 12);
    }
  });

  test.each([
    ['a secret among the settings', ['--set', 'settings.MASTER_KEY=x']],
    ['the file of a secret among the settings', ['--set', 'settings.SMTP_URL_FILE=x']],
    ['a value that the chart does not know', ['--set', 'replicas=3']],
    ['no Secret for the migration', ['--set', 'secrets.migrationSecret=']],
    ['an ingress without a host', ['--set', 'ingress.enabled=true']],
    ['neither a trusted proxy nor TLS', ['--set', 'trustedProxies=null']],
    ['trusted proxies, and peers that are not named', ['--set', 'networkPolicy.apiFrom=null']],
    ['a public origin without https', ['--set', 'baseUrl=http://keyward.example.com']],
  ])('refuses %s', async (_, words) => {
    await expect(rendered('minimal.yaml', ...words)).rejects.toThrow(
      /values don't meet the specifications|trustedProxies/,
    );
  });

  test('has the replicas of the autoscaler only, and a policy that lets Prometheus in', async () => {
    const scaled = await rendered('production.yaml');
    expect(named(scaled, 'HorizontalPodAutoscaler')).toMatchObject([
      { spec: { minReplicas: 3, maxReplicas: 12 } },
    ]);
    expect(named(scaled, 'Deployment').map(({ spec }) => spec.replicas)).toEqual([undefined, 2]);
    expect(named(scaled, 'Ingress')).toMatchObject([{ spec: { tls: [{ secretName: 'keyward-tls' }] } }]);
    expect(named(scaled, 'NetworkPolicy')).toMatchObject([
      {
        spec: {
          policyTypes: ['Ingress', 'Egress'],
          ingress: [
            { ports: [{ port: 3000 }], from: [{ namespaceSelector: {} }] },
            { ports: [{ port: 9464 }], from: [{ namespaceSelector: {} }] },
          ],
        },
      },
    ]);
    expect(named(await rendered('plain-cluster.yaml'), 'NetworkPolicy')).toEqual([]);
  });

  test('starts processes that work: a job that migrates, then an API and a worker that pass their probes', async () => {
    const { env } = await emptyDatabase();
    const secrets = {
      ...env,
      BOOTSTRAP_LIVE_KEY: newSecret('kd_live_'),
      BOOTSTRAP_TEST_KEY: newSecret('kd_test_'),
    };
    const resources = await rendered('minimal.yaml');
    const [job] = named(resources, 'Job');
    expect(job?.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
    const migrating = program('src/main.ts', environment(podOf(resources, 'keyward-migration'), secrets));
    expect(await migrating.ended, migrating.printed()).toBe(0);

    for (const role of ['api', 'worker']) {
      const pod = podOf(resources, `keyward-${role}`);
      const port = String(await freePort());
      // The ports and the address are those of this machine.
      const here = { HOST: '127.0.0.1', PORT: '0', METRICS_PORT: port, DRAIN_SECONDS: '0' };
      const node = program('src/main.ts', { ...environment(pod, secrets), ...here });
      await node.prints(/^ready /m);
      const [container] = pod.containers;
      for (const probe of [container?.livenessProbe, container?.readinessProbe]) {
        expect(probe?.httpGet.port).toBe('metrics');
        const status = async (): Promise<number> =>
          (await fetch(`http://127.0.0.1:${port}${probe?.httpGet.path}`)).status;
        await expect.poll(status, { timeout: 20_000 }).toBe(200);
      }
      // A restart mends no outage of the database, so only readiness asks for it.
      expect([container?.livenessProbe?.httpGet.path, container?.readinessProbe?.httpGet.path]).toEqual([
        '/health/live',
        '/health/ready',
      ]);
      node.signal('SIGTERM');
      expect(await node.ended).toBe(0);
    }
  }, 60_000);
});
