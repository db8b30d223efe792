// A steady mixed load for hours, and what grows meanwhile: memory, descriptors, connections, dead rows, tables. It fails if a slope
// in the second half is above its bound (docs/scaling.md). Run it by `make soak HOURS=8`.
import { setTimeout as wait } from 'node:timers/promises';
import { apiOf } from './frame/api.ts';
import { readOptions } from './frame/options.ts';
import { bearer, json, requestText } from './frame/requests.ts';
import type { OpenOrder, Stream, StreamResult } from './frame/open-load.ts';
import { requestsOf, seedTenants, type Tenants } from './overload/work.ts';
import { columns, saveResults } from './frame/report.ts';
import { note, type Rig, startService, withRig } from './frame/rig.ts';
import { judge, type Sample, takeSample } from './soak/samples.ts';
import { startSink } from './frame/sink.ts';

const options = readOptions({ hours: 8, share: 1 });
const minutes = options.hours * 60;
if (!(minutes >= 8)) throw new Error('HOURS must be 0.14 or more: the second half needs four samples.');
/** The share of the usual rates. */
const { share } = options;
/** The first requests compile code and fill caches. */
const warmUpSeconds = 60;
const settings = {
  RATE_LIMIT_PER_MINUTE: '0',
  SCIM_RATE_LIMIT_PER_MINUTE: '0',
  LOG_LEVEL: 'error',
  EGRESS_ALLOW: '127.0.0.0/8',
};

/**
 * Returns requests that change an identity of each tenant back and forth. A webhook of the tenant gets each
 * change.
 */
async function changesOf({ tenants }: Tenants, port: number, hookUrl: string): Promise<string[]> {
  const all: string[] = [];
  for (const { caller } of tenants) {
    const api = apiOf(port, caller);
    const { id } = await api('POST', 'identities', { name: 'changing', type: 'SERVICE_ACCOUNT' });
    await api('POST', 'webhooks', { name: 'soak', url: hookUrl, events: ['*'] });
    for (const description of ['one', 'another'])
      all.push(requestText(`PATCH /api/v1/identities/${id}`, bearer(caller), json({ description })));
  }
  return all;
}

async function streamsOf(tenants: Tenants, port: number, hookUrl: string): Promise<Stream[]> {
  const requests = await requestsOf(tenants, port);
  const stream = (name: string, texts: string[], perSecond: number): Stream => ({
    name,
    texts,
    perSecond: perSecond * share,
    connections: 20,
  });
  const pages = tenants.tenants.map(({ orgId }) =>
    requestText(`GET /login/${orgId}`, { Accept: 'text/html' }),
  );
  return [
    stream('verification', requests.verification, 60),
    stream('change', await changesOf(tenants, port, hookUrl), 4),
    stream('list', requests.list, 4),
    stream('saml', requests.saml, 2),
    stream('sign-in page', pages, 2),
    stream('password', requests.password, 0.5),
    stream('export', requests.export, 0.1),
  ];
}

async function soak(rig: Rig<Tenants>): Promise<boolean> {
  const { sink, hookUrl, trusting } = await startSink(rig);
  const node = await startService(rig, settings, trusting);
  const load = await rig.start<object>('frame/open-load.ts');
  const streams = await streamsOf(rig.data, node.ready.port, hookUrl);
  const put = (seconds: number): Promise<Record<string, StreamResult>> =>
    load.ask('run', { port: node.ready.port, streams, seconds, settle: 0 } satisfies OpenOrder);

  await put(warmUpSeconds);
  note(`${(minutes / 60).toFixed(2)} hours from now on`);
  const samples: Sample[] = [];
  const began = performance.now();
  let running = true;
  const answered = put(minutes * 60).finally(() => (running = false));
  for (let minute = 1; running && minute <= minutes; minute++) {
    await Promise.race([answered, wait(began + minute * 60_000 - performance.now())]);
    const sample = await takeSample(node, rig.probe, (performance.now() - began) / 60_000);
    samples.push(sample);
    const { at, heap, resident, descriptors, connections, dead } = sample;
    note(
      `${at.toFixed(0)} min: heap ${heap.toFixed(1)} MB, resident ${resident.toFixed(0)} MB, ${descriptors} descriptors, ` +
        `${connections} connections, ${dead} dead rows`,
    );
  }
  return report(samples, await answered, await sink.ask<number>('count'));
}

function report(samples: Sample[], results: Record<string, StreamResult>, delivered: number): boolean {
  const verdicts = judge(samples);
  const round = (value: number): string => value.toFixed(Math.abs(value) < 100 ? 1 : 0);
  const load = columns([
    ['load', 'due', 'answered', 'refused', 'not answered'],
    ...Object.entries(results).map(([name, { due, accepted, limited, refused, lost }]) => [
      name,
      ...[due, accepted, limited + refused, lost].map(String),
    ]),
  ]);
  const judged = columns([
    ['second half', 'median', 'growth', 'bound', ''],
    ...verdicts.map(({ what, middle, growth, bound, passed }) => [
      what,
      round(middle),
      round(growth),
      round(bound),
      passed ? 'passed' : 'FAILED',
    ]),
  ]);
  // Such an answer is 5xx without being a refusal. Requests that wait when the load ends get no answer, and do not count.
  const wrong = Object.entries(results).filter(([, one]) => one.firstWrong !== undefined);
  for (const [name, { firstWrong }] of wrong) process.stdout.write(`\n${name}:\n${firstWrong}\n`);
  process.stdout.write(`\n${load}\n${delivered} deliveries arrived\n\n${judged}\n`);
  saveResults({ minutes, share }, samples, { verdicts, results, delivered });
  return wrong.length === 0 && delivered > 0 && verdicts.every(({ passed }) => passed);
}

await withRig(seedTenants, async (rig) => {
  if (!(await soak(rig))) process.exitCode = 1;
});
