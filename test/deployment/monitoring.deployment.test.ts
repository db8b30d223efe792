import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { aCredential, anIdentity, verify } from '../support/builders.ts';
import { closedPort } from '../support/closed-port.ts';
import { freePort } from '../support/free-port.ts';
import { lacks, programOf } from '../support/programs.ts';
import { type Prometheus, startPrometheus } from '../support/prometheus.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { anEmail } from '../support/users.ts';
import { createWebhook } from '../support/webhooks.ts';

interface Rule {
  alert: string;
  for: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}
interface Case {
  alert_rule_test: { alertname: string; exp_alerts: unknown[] }[];
}
/** An alert that Prometheus sends to an Alertmanager. */
interface Sent {
  labels: Record<string, string>;
  annotations: Record<string, string>;
  endsAt: string;
}

const run = promisify(execFile);
const read = (path: string): string => readFileSync(`deploy/${path}`, 'utf8');
const rulesOf = (file: string): Rule[] =>
  (parse(file) as { groups: { rules: Rule[] }[] }).groups.flatMap(({ rules }) => rules);
const without = lacks(
  programOf('promtool'),
  'tests of alerts need Prometheus (Debian: apt install prometheus)',
);

describe.skipIf(without)('promtool', () => {
  test.each([
    ['check', 'config', 'deploy/prometheus/prometheus.yml'],
    ['check', 'rules', 'deploy/prometheus/alerts.yaml'],
    ['test', 'rules', 'deploy/prometheus/alerts.test.yaml'],
  ])('accepts %s %s', async (...words) => {
    const { stdout } = await run('promtool', words);
    expect(stdout).toContain('SUCCESS');
  });

  test('tests every alert: quiet, then firing', () => {
    const { tests } = parse(read('prometheus/alerts.test.yaml')) as { tests: Case[] };
    const tested = tests.map(({ alert_rule_test: steps }) => ({
      names: [...new Set(steps.map(({ alertname }) => alertname))],
      fires: steps.map(({ exp_alerts: alerts }) => alerts.length > 0),
    }));
    expect(tested).toEqual(
      rulesOf(read('prometheus/alerts.yaml')).map(({ alert }) => ({ names: [alert], fires: [false, true] })),
    );
  });
});

describe.skipIf(without)('a Prometheus that scrapes running nodes', () => {
  test('finds data for every query of the dashboard, and sends an alert when a node stops', async () => {
    const [port, other] = [await freePort(), await freePort()];
    // With a database of its own and no mail server, operations that send e-mail answer 503.
    const env = { METRICS_PORT: String(port), DATABASE_URL: 'postgres://unused', LOG_LEVEL: 'silent' };
    const service = await startTestService({ ROLE: 'all', ...env });
    onTestFinished(() => service.stop());
    const node = await service.startNode({ METRICS_PORT: String(other) });
    const load = await prepareLoad(service);
    const manager = await alertmanager();
    const prometheus = await startPrometheus({
      'prometheus.yml': configuration([port, other], manager.port),
      // The same rules; only how long a condition must last is shorter. A busy node may miss a scrape or two.
      'alerts.yaml': read('prometheus/alerts.yaml').replaceAll(/^( +for: )\S+$/gm, '$13s'),
    });

    let empty = queries();
    const left = async (): Promise<string[]> => {
      await load();
      return (empty = await withoutData(prometheus, empty));
    };
    await expect.poll(left, { timeout: 25_000, interval: 250 }).toEqual([]);

    const down = `127.0.0.1:${other}`;
    expect(manager.firing('KeywardDown')).toEqual([]);
    await node.stop();
    await vi.waitUntil(() => manager.firing('KeywardDown').length > 0, { timeout: 15_000, interval: 50 });
    const [alert] = manager.firing('KeywardDown');
    expect(alert).toMatchObject({
      labels: { alertname: 'KeywardDown', severity: 'critical', job: 'keyward', instance: down },
      annotations: { description: `Check the process on ${down} and its log.` },
    });
    expect(await prometheus.query('ALERTS{alertname="KeywardDown",alertstate="firing"}')).toMatchObject([
      { metric: { instance: down } },
    ]);
  }, 60_000);
});

/** The queries of the dashboard, with its variables as it sends them. */
function queries(): string[] {
  const { panels } = JSON.parse(read('grafana/dashboard.json')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  return panels
    .flatMap(({ targets = [] }) => targets)
    .map(({ expr }) =>
      expr.replaceAll('$job', 'keyward').replaceAll('$instance', '.*').replaceAll('$__rate_interval', '1m'),
    );
}

/** Returns the queries that return no number yet. */
async function withoutData(prometheus: Prometheus, asked: string[]): Promise<string[]> {
  const results = await Promise.all(asked.map((query) => prometheus.query(query)));
  return asked.filter((_, at) => !results[at]?.some(({ value }) => Number.isFinite(Number(value[1]))));
}

/** The configuration of `deploy/` with other addresses and short intervals. */
function configuration(ports: number[], alertmanagerPort: number): string {
  const config = parse(read('prometheus/prometheus.yml')) as {
    global: Record<string, string>;
    scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[];
  };
  const [scraped] = config.scrape_configs;
  return stringify({
    ...config,
    global: {
      ...config.global,
      scrape_interval: '1s',
      scrape_timeout: '1s',
      evaluation_interval: '500ms',
    },
    scrape_configs: [{ ...scraped, static_configs: [{ targets: ports.map((port) => `127.0.0.1:${port}`) }] }],
    alerting: { alertmanagers: [{ static_configs: [{ targets: [`127.0.0.1:${alertmanagerPort}`] }] }] },
  });
}

/** Takes alerts as an Alertmanager does. */
async function alertmanager(): Promise<{ port: number; firing: (name: string) => Sent[] }> {
  let sent: Sent[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    sent = [...sent, ...(JSON.parse(await text(request)) as Sent[])];
    response.end('{}');
  };
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return {
    port: (server.address() as AddressInfo).port,
    firing: (name) =>
      sent.filter(({ labels, endsAt }) => labels['alertname'] === name && Date.parse(endsAt) > Date.now()),
  };
}

/**
 * Makes the load that the queries ask for: verifications, refusals, server errors, deliveries that fail, an old
 * partition.
 */
async function prepareLoad(service: TestService): Promise<() => Promise<void>> {
  const { ours, anonymous, sql } = service;
  const { port, free } = await closedPort();
  onTestFinished(free);
  await createWebhook(ours, { url: `https://127.0.0.1:${port}/`, events: ['identity.created'] });
  const identityId = await anIdentity(ours);
  const { secret } = await aCredential(ours, { identityId });
  return async () => {
    // Its retention has ended, and it still exists, like one whose table is in use for hours.
    await sql(`create table if not exists events_old partition of events
               for values from ('2020-01-01') to ('2020-01-02')`);
    for (let calls = 0; calls < 5; calls++) await verify(ours, secret);
    await anIdentity(ours);
    expect((await anonymous.call('listIdentities', {})).status).toBe(401);
    const invited = await ours.call('createUser', { body: { email: anEmail() } });
    expect(invited.status).toBe(503);
  };
}
