import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newSecret } from '../../../src/lib/secret.ts';
import { aCredential, anIdentity } from '../../support/builders.ts';
import { closedPort } from '../../support/closed-port.ts';
import { leaksOf } from '../../support/canaries.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../../support/otlp-receiver.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { aWebhook, delivering, soon } from '../../support/webhooks.ts';

const collectorKey = 'collector-key-6f1c0f3a9d';
const outside = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const traceparent = `00-${outside.traceId}-${outside.spanId}-01`;
let collector: OtlpReceiver;
let receiver: Receiver;
let service: TestService;

beforeAll(async () => {
  collector = await startOtlpReceiver();
  receiver = await startReceiver();
  service = await startTestService({
    ...delivering,
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${collectorKey}`,
    OTEL_TRACES_SAMPLER: 'always_on',
    OTEL_BSP_SCHEDULE_DELAY: '100',
  });
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
  await collector.close();
});

const named = (name: string): ReceivedSpan[] => collector.spans.filter((span) => span.name === name);
const traceOf = ({ traceId }: ReceivedSpan): ReceivedSpan[] =>
  collector.spans.filter((span) => span.traceId === traceId);

async function theSpan(
  name: string,
  isIt: (span: ReceivedSpan) => boolean = () => true,
): Promise<ReceivedSpan> {
  await expect.poll(() => named(name).filter(isIt).length, soon).toBeGreaterThan(0);
  return named(name).find(isIt) as ReceivedSpan;
}

/** Asks the service with headers of a stranger. */
const ask = (
  path: string,
  headers: Record<string, string> = {},
  origin = service.origin,
): Promise<Response> => fetch(`${origin}${path}`, { headers });

describe('the trace', () => {
  test('shows a request with its statements', async () => {
    await anIdentity(service.ours);
    const root = await theSpan('createIdentity');
    expect(root).toMatchObject({
      parentSpanId: '',
      kind: 2,
      status: 0,
      links: [],
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/v1/identities',
        'http.response.status_code': 201,
      },
    });
    const names = traceOf(root).map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['authenticate-keys', 'begin', 'insert identities', 'commit']),
    );
    const insert = traceOf(root).find(({ name }) => name === 'insert identities');
    expect(insert).toMatchObject({
      parentSpanId: root.spanId,
      kind: 3,
      attributes: { 'db.collection.name': 'identities', 'keyward.pool': 'main' },
    });
    expect(collector.resources[0]).toEqual({ 'service.name': 'keyward' });
    expect(collector.requests[0]).toMatchObject({
      path: '/v1/traces',
      headers: { 'content-type': 'application/x-protobuf', authorization: `Bearer ${collectorKey}` },
    });
  });

  test('shows the code of a refusal', async () => {
    await ask('/api/v1/identities/idn_nothing', { traceparent: 'nonsense' });
    const { attributes, status, links } = await theSpan('getIdentity');
    expect(attributes).toMatchObject({ 'http.response.status_code': 401, 'keyward.code': 'UNAUTHORIZED' });
    expect({ status, links }).toEqual({ status: 0, links: [] });
  });

  test('shows a task with its statements', async () => {
    // A task that finds nothing to do may need no statement.
    const withStatements = (): boolean =>
      collector.spans.some((span) => span.name.startsWith('job ') && traceOf(span).length > 1);
    await expect.poll(withStatements, soon).toBe(true);
  });

  test('shows a job of a tenant with its statements', async () => {
    const { orgId } = service.organizations.ours.live;
    await service.sql(
      `insert into tenant_jobs (org_id, class, task, payload, max_attempts)
       values ($1, 'work', 'erase-actions', jsonb_build_object('orgId', $1::text, 'userId', 'usr_of_nothing'), 3)`,
      [orgId],
    );
    await service.sql("select pg_notify('keyward_jobs', '')");
    const job = await theSpan('job erase-actions');
    expect(job.attributes).toMatchObject({ 'keyward.job.class': 'work', 'keyward.job.outcome': 'success' });
    expect(traceOf(job).map(({ name }) => name)).toContain('find-tenant');
  });

  test('shows a link to the trace of its client, which is neither joined nor handed on', async () => {
    await ask('/health/live', {
      traceparent,
      tracestate: 'vendor=canary-state',
      baggage: 'user=canary-baggage',
    });
    const root = await theSpan('getLiveness', ({ links }) => links.length > 0);
    expect(root.traceId).not.toBe(outside.traceId);
    expect(root.links).toEqual([{ ...outside, traceState: '' }]);
    expect(collector.bytes().includes('canary-')).toBe(false);
  });
});

test('requests that share a statement share its span, and it is linked to each of them', async () => {
  const { secret } = await aCredential(service.ours);
  const verified = await Promise.all(
    Array.from({ length: 20 }, () => service.ours.call('verifyCredential', { body: { credential: secret } })),
  );
  expect(verified.every(({ status }) => status === 200)).toBe(true);
  await expect.poll(() => named('verifyCredential').length, soon).toBe(20);
  const batch = await theSpan('batch', ({ links }) => links.length > 0);
  expect(batch.attributes['keyward.batch.size']).toBe(batch.links.length + 1);
  const [link] = batch.links;
  const other = named('verifyCredential').find(({ spanId }) => spanId === link?.spanId);
  expect(other?.traceId).not.toBe(batch.traceId);
  expect(other?.links).toContainEqual({ traceId: batch.traceId, spanId: batch.spanId, traceState: '' });
});

test('a delivery has a trace of its own, which the endpoint can join', async () => {
  await aWebhook(service, { url: receiver.url });
  const context = { traceparent, tracestate: 'vendor=canary-state', baggage: 'user=canary-baggage' };
  const { key } = service.organizations.ours.live;
  const made = await fetch(`${service.origin}/api/v1/identities`, {
    method: 'POST',
    headers: { ...context, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Delivered', type: 'SERVICE_ACCOUNT' }),
  });
  expect(await made.text()).toContain('Delivered');
  await expect.poll(() => receiver.received.length, soon).toBe(1);
  const { headers } = receiver.received[0] as Receiver['received'][number];
  const root = await theSpan('delivery');
  const [sent] = traceOf(root).filter(({ name }) => name === 'POST webhook');
  expect(headers['traceparent']).toBe(`00-${root.traceId}-${sent?.spanId}-01`);
  expect([headers['tracestate'], headers['baggage']]).toEqual([undefined, undefined]);
  expect(root.traceId).not.toBe(outside.traceId);
  expect(root.attributes).toEqual({
    'keyward.event.type': 'identity.created',
    'keyward.event.id': headers['x-service-event-id'],
    'keyward.delivery.id': headers['x-service-delivery-id'],
    'keyward.delivery.attempt': 1,
    'keyward.delivery.outcome': 'SUCCESS',
  });
});

test('no span has anything that a client sent', async () => {
  const secret = newSecret('kd_live_');
  const canaries = [
    secret,
    'canary-name-Zoë-Quill',
    'canary.person@example.com',
    'canary-path-91f0',
    'canary-query-77aa',
  ];
  const [, name, email, path, query] = canaries as [string, string, string, string, string];
  const done = [
    await service.ours.call('createIdentity', {
      body: { name, type: 'SERVICE_ACCOUNT', description: `of ${email}: it's ${query}` },
    }),
    await service.ours.call('listIdentities', { query: { search: query } }),
    await service.ours.call('createUser', { body: { email, displayName: name } }),
  ];
  expect(done.map(({ status }) => status)).toEqual([201, 200, 201]);
  await service.ours.call('verifyCredential', { body: { credential: secret } });
  await ask(`/api/v1/identities/${path}?${query}=${secret}`, {
    authorization: `Bearer ${secret}`,
    cookie: `session=${secret}`,
    'x-request-id': path,
    'user-agent': name.normalize('NFKD').replace(/[^ -~]/g, ''),
    'x-forwarded-for': email,
  });
  await ask(`/${path}/${encodeURIComponent(email)}?q=${query}`);
  const before = named('listIdentities').length;
  await service.ours.call('listIdentities');
  await expect.poll(() => named('listIdentities').length, soon).toBeGreaterThan(before);
  await theSpan('none');
  const keys = Object.values(service.organizations).flatMap(({ live, test: sandbox }) => [
    live.key,
    sandbox.key,
  ]);
  const orgs = Object.values(service.organizations).map(({ live }) => live.orgId);
  const text = collector.bytes().toString('latin1');
  expect(leaksOf([...canaries, ...keys, ...orgs, collectorKey, 'canary'], { spans: text })).toEqual([]);
});

describe('a sampled flag of a client', () => {
  test('records nothing where the operator records nothing', async () => {
    const node = await service.startNode({
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
      ROLE: 'api',
    });
    const before = named('getLiveness').length;
    for (const id of [outside.traceId, '00000000000000000000000000000001'])
      await ask('/health/live', { traceparent: `00-${id}-${outside.spanId}-01` }, node.origin);
    await node.stop();
    expect(named('getLiveness')).toHaveLength(before);
  });

  test('has no effect where requests join the traces of their clients', async () => {
    const node = await service.startNode({ TRACE_CONTEXT: 'continue', ROLE: 'api' });
    await ask(
      '/health/live',
      { traceparent: `00-${outside.traceId}-${outside.spanId}-00`, tracestate: 'a=canary' },
      node.origin,
    );
    await node.stop();
    const root = await theSpan('getLiveness', ({ traceId }) => traceId === outside.traceId);
    expect(root).toMatchObject({ parentSpanId: outside.spanId, traceState: '', links: [] });
  });
});

test('a collector that hangs, or that is down, delays no request and no stop, and the metrics count what is lost', async () => {
  const silent = await startOtlpReceiver();
  silent.answer(() => undefined);
  const node = await service.startNode({ OTEL_EXPORTER_OTLP_ENDPOINT: silent.url, ROLE: 'api' });
  const { port, free } = await closedPort();
  const other = await service.startNode({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    ROLE: 'api',
  });
  expect((await ask('/health/live', {}, other.origin)).status).toBe(200);
  const asked = async (): Promise<void> => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('/health/live', {}, node.origin)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await Promise.all(answers.map((answer) => answer.text()));
  };
  // More than the queue and the batch that is being sent can hold.
  for (let round = 0; round < 60; round++) await asked();
  const metrics = await (await ask('/metrics', {}, node.origin)).text();
  const dropped = /keyward_trace_spans_total\{outcome="dropped"\} (\d+)/.exec(metrics)?.[1];
  expect(Number(dropped)).toBeGreaterThan(0);
  await Promise.all([node.stop(), other.stop()]);
  free();
  await silent.close();
});
