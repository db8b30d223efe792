import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { startTracing, type Tracing } from '../../src/start/otlp.ts';
import { activeSpan, withinBatch, withSpan } from '../../src/platform/tracing.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../support/otlp-receiver.ts';

const secret = 'collector-secret-51d2';
const collectors: OtlpReceiver[] = [];
afterEach(async () => {
  for (const collector of collectors.splice(0)) await collector.close();
});

async function aCollector(): Promise<OtlpReceiver> {
  const collector = await startOtlpReceiver();
  collectors.push(collector);
  return collector;
}

/** A tracer that sends to an endpoint, and the lines of its log. */
function tracingTo(
  endpoint: string,
  env: Record<string, string> = {},
): { tracing: Tracing; logged: () => string } {
  const lines: string[] = [];
  const config = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: `x-key=${secret}`,
    OTEL_TRACES_SAMPLER: 'always_on',
    OTEL_BSP_SCHEDULE_DELAY: '100',
    ...env,
  });
  const log = createLog(
    { logLevel: 'info', logFormat: 'json' },
    { isTTY: false, write: (line: string | Uint8Array) => lines.push(String(line)) > 0 },
  );
  const settings = { ...config, otelExporterOtlpEndpoint: endpoint };
  return { tracing: startTracing(settings, log), logged: () => lines.join('') };
}

test('a trace has at most 200 spans below its root, and none after its end', async () => {
  const collector = await aCollector();
  const { tracing } = tracingTo(collector.url);
  const root = tracing.start('request', 'server');
  const children = Array.from({ length: 300 }, () => root?.child('statement', 'client'));
  for (const child of children) child?.end();
  root?.end();
  root?.end();
  expect(root?.child('late', 'client')).toBeUndefined();
  await tracing.stop();
  expect(collector.spans).toHaveLength(201);
  expect(collector.spans.at(-1)).toMatchObject({
    name: 'request',
    attributes: { 'keyward.spans.left_out': 100 },
  });
  expect(tracing.counts).toEqual({ exported: 201, failed: 0, dropped: 0 });
});

test('a batch has at most 32 links, and ends in the span of its caller alone', async () => {
  const collector = await aCollector();
  const { tracing } = tracingTo(collector.url);
  const roots = Array.from({ length: 100 }, () => ({ span: tracing.start('request', 'server') }));
  await withSpan(roots[50]?.span, () =>
    withinBatch([{ span: undefined }], () => Promise.resolve(expect(activeSpan()).toBeUndefined())),
  );
  await withinBatch(roots, () => Promise.resolve());
  for (const { span } of roots) span?.end();
  await tracing.stop();
  const batch = collector.spans.find(({ name }) => name === 'batch');
  expect(batch?.links).toHaveLength(32);
});

test('a collector that refuses is logged once, without its message and without the headers', async () => {
  const collector = await aCollector();
  collector.answer((response) => response.writeHead(401).end(`wrong x-key: ${secret}`));
  const { tracing, logged } = tracingTo(collector.url);
  tracing.start('request', 'server')?.end();
  await expect.poll(() => tracing.counts.failed, { timeout: 20_000 }).toBe(1);
  tracing.start('request', 'server')?.end();
  await expect.poll(() => tracing.counts.failed, { timeout: 20_000 }).toBe(2);
  expect(collector.requests[0]?.headers['x-key']).toBe(secret);
  collector.answer((response) => response.writeHead(200).end());
  tracing.start('request', 'server')?.end();
  await tracing.stop();
  const lines = logged().trim().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { level: 'warn', code: 401, msg: 'traces cannot be sent to the collector' },
    { level: 'info', msg: 'traces are sent to the collector again' },
  ]);
  expect(logged()).not.toContain(secret);
});

test('a share of the traces is recorded, not those whose ids a client chose', async () => {
  const collector = await aCollector();
  const { tracing } = tracingTo(collector.url, {
    OTEL_TRACES_SAMPLER: 'traceidratio',
    TRACE_CONTEXT: 'continue',
  });
  // The ratio sampler of the SDK records each of them.
  const from = '00-00000000000000000000000000000001-00f067aa0ba902b7-01';
  const recorded = Array.from({ length: 2_000 }, () => tracing.start('request', 'server', undefined, from));
  const share = recorded.filter((span) => span !== undefined).length / recorded.length;
  expect(share).toBeGreaterThan(0.02);
  expect(share).toBeLessThan(0.1);
  await tracing.stop();
});

describe('traceparent', () => {
  test.for([
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', 1],
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00', 1],
    // A later version may have more fields (W3C Trace Context, section 3.2.4).
    ['cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what', 1],
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-what', 0],
    ['ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01', 0],
    ['00-00000000000000000000000000000000-00f067aa0ba902b7-01', 0],
    ['00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01', 0],
    ['00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01', 0],
    [`${'0'.repeat(8_000)}-`, 0],
    [undefined, 0],
  ] as const)('%s makes %i links', async ([header, links]) => {
    const collector = await aCollector();
    const { tracing } = tracingTo(collector.url);
    tracing.start('request', 'server', undefined, header)?.end();
    await tracing.stop();
    expect(collector.spans.map((span) => span.links.length)).toEqual([links]);
  });
});
