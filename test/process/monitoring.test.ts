import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { aCredential, anIdentity, verify } from '../support/builders.ts';
import { closedPort } from '../support/closed-port.ts';
import { namesOf, seriesOf } from '../support/promql.ts';
import { sendRaw } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createWebhook } from '../support/webhooks.ts';

interface Panel {
  id: number;
  type: string;
  title: string;
  targets?: { expr: string; legendFormat: string; refId: string }[];
}
interface GrafanaRule {
  uid: string;
  title: string;
  for: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  data: {
    datasourceUid: string;
    model: { expr?: string; conditions?: { evaluator: { type: 'gt' | 'lt'; params: number[] } }[] };
  }[];
}
interface PrometheusRule {
  alert: string;
  expr: string;
  for: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

const read = (path: string): string => readFileSync(`deploy/${path}`, 'utf8');
const dashboard = JSON.parse(read('grafana/dashboard.json')) as {
  panels: Panel[];
  templating: { list: { type: string; definition?: string }[] };
};
const targets = dashboard.panels.flatMap(({ targets: asked = [] }) => asked);
const grafana = parse(read('grafana/alerts.yaml')) as { groups: { rules: GrafanaRule[] }[] };
const rules = grafana.groups.flatMap((group) => group.rules);
const prometheus = parse(read('prometheus/alerts.yaml')) as { groups: { rules: PrometheusRule[] }[] };
const exprOf = ({ data }: GrafanaRule): string => data[0]?.model.expr ?? '';

const functions = [
  'sum',
  'min',
  'max',
  'rate',
  'increase',
  'changes',
  'absent',
  'histogram_quantile',
  'vector',
];
/** The labels that Prometheus adds to everything that it scrapes. */
const added = ['job', 'instance'];

let service: TestService;
let series: ReturnType<typeof seriesOf>;

beforeAll(async () => {
  service = await startTestService({ ROLE: 'all' });
  const { ours, origin } = service;
  const { port, free } = await closedPort();
  await createWebhook(ours, { url: `https://127.0.0.1:${port}/`, events: ['identity.created'] });
  const { secret } = await aCredential(ours, { identityId: await anIdentity(ours) });
  await verify(ours, secret);
  // An attempt fails, tasks run and memory is collected in their own time.
  const late = ['keyward_webhook_attempt_duration_seconds_bucket', 'nodejs_gc_duration_seconds_sum'];
  await vi.waitUntil(
    async () => {
      series = seriesOf((await sendRaw(origin, { path: '/metrics' })).text);
      return late.every((name) => series.has(name));
    },
    { timeout: 20_000, interval: 50 },
  );
  free();
});
afterAll(() => service.stop());

/** Returns the unknown names in a query, and the labels that its result lacks. */
function faultsOf(query: string, shown: string[] = []): string[] {
  const { selectors, functions: called, groupings } = namesOf(query);
  const faults = called.filter((name) => !functions.includes(name));
  const labelsOf = (metric: string): string[] => [...(series.get(metric)?.keys() ?? []), ...added];
  for (const { metric, matchers } of selectors) {
    if (metric !== 'up' && !series.has(metric)) faults.push(metric);
    for (const { label, operator, value } of matchers) {
      const values = series.get(metric)?.get(label);
      if (!labelsOf(metric).includes(label)) faults.push(`${metric}{${label}}`);
      else if (values && operator === '=' && !values.has(value))
        faults.push(`${metric}{${label}="${value}"}`);
    }
  }
  const there = selectors.flatMap(({ metric }) => labelsOf(metric));
  const aggregated = called.some((name) => ['sum', 'min', 'max'].includes(name));
  const left = aggregated ? groupings : there;
  if (called.includes('histogram_quantile') && !groupings.includes('le')) faults.push('le');
  return [
    ...faults,
    ...groupings.filter((label) => !there.includes(label)),
    ...shown.filter((label) => !left.includes(label)),
  ];
}

const labelsIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, label = '']) => label);

describe('the check of queries', () => {
  test.each([
    ['sum(rate(http_requests_total[5m]))', 'http_requests_total'],
    ['sum by (tenant) (keyward_jobs)', 'tenant'],
    ['keyward_jobs{status="failed"}', 'keyward_jobs{status}'],
    ['keyward_jobs{state="lost"}', 'keyward_jobs{state="lost"}'],
    ['average(keyward_jobs)', 'average'],
    ['histogram_quantile(0.5, sum by (task) (rate(keyward_job_duration_seconds_bucket[5m])))', 'le'],
  ])('reports the fault in %s', (query, fault) => {
    expect(faultsOf(query)).toEqual([fault]);
  });

  test('rejects an invalid query', () => {
    for (const query of [
      'sum(keyward_jobs',
      'keyward_jobs)',
      'sum by task (keyward_jobs)',
      'keyward_jobs{state:"failed"}',
      'keyward_jobs;',
    ])
      expect(() => namesOf(query), query).toThrow();
  });
});

describe('the dashboard', () => {
  test('uses only metrics and labels that exist', () => {
    expect(targets.length).toBeGreaterThan(20);
    for (const { expr, legendFormat } of targets)
      expect(faultsOf(expr, labelsIn(legendFormat, /\{\{(\w+)\}\}/g)), expr).toEqual([]);
    const variables = dashboard.templating.list.filter(({ type }) => type === 'query');
    expect(variables).toHaveLength(2);
    for (const { definition = '' } of variables) {
      const [, query = '', label = ''] = /^label_values\((.*), (\w+)\)$/.exec(definition) ?? [];
      expect(faultsOf(query, [label]), definition).toEqual([]);
    }
  });

  test('shows every metric of the service', () => {
    const shown = new Set(targets.flatMap(({ expr }) => namesOf(expr).selectors.map(({ metric }) => metric)));
    const family = (name: string): string => name.replace(/_(bucket|sum|count)$/, '');
    const ours = [...series.keys()].map(family).filter((name) => !/^(nodejs|process)_/.test(name));
    expect(ours.filter((name) => ![...shown].map(family).includes(name))).toEqual([]);
  });

  test('has a unique number for each panel and a letter for each of its queries', () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { targets: asked = [] } of dashboard.panels)
      expect(new Set(asked.map(({ refId }) => refId)).size).toBe(asked.length);
  });
});

describe('the alert rules', () => {
  test('use only metrics and labels that exist, for the scraped job', () => {
    const { scrape_configs: jobs, rule_files: files } = parse(read('prometheus/prometheus.yml')) as {
      scrape_configs: { job_name: string }[];
      rule_files: string[];
    };
    expect(rules.length).toBeGreaterThan(8);
    for (const rule of rules) {
      const told = labelsIn(JSON.stringify(rule.annotations), /\$labels\.(\w+)/g);
      expect(faultsOf(exprOf(rule), told), rule.title).toEqual([]);
      for (const { matchers } of namesOf(exprOf(rule)).selectors)
        expect(matchers).toContainEqual({ label: 'job', operator: '=', value: jobs[0]?.job_name });
    }
    expect(files.every((file) => existsSync(`deploy/prometheus/${file}`))).toBe(true);
  });

  test('query the provisioned data source', () => {
    const { datasources } = parse(read('grafana/datasource.yaml')) as { datasources: { uid: string }[] };
    for (const { data } of rules)
      expect(data.map(({ datasourceUid }) => datasourceUid)).toEqual([datasources[0]?.uid, '__expr__']);
    expect(new Set(rules.map(({ uid }) => uid)).size).toBe(rules.length);
  });

  test('are the same for Grafana and for Prometheus', () => {
    const same = rules.map((rule) => {
      const { type, params } = rule.data[1]?.model.conditions?.[0]?.evaluator ?? { type: 'gt', params: [] };
      return {
        alert: rule.title,
        expr: `${exprOf(rule)} ${{ gt: '>', lt: '<' }[type]} ${params[0]}`,
        for: rule.for,
        labels: rule.labels,
        annotations: rule.annotations,
      };
    });
    expect(prometheus.groups.flatMap((group) => group.rules)).toEqual(same);
  });
});
