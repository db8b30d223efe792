// Measures a node that gets four times as much work as it can take (docs/overload.md, docs/performance.md). The
// node and its Postgres share one core, and the load generator has another. First, a closed loop finds the rate
// that the node can take of each kind of work. Then each kind comes at four times that rate, as an open loop,
// beside a little of every other kind. Only ratios count.
// Run it by `make overload`. Options: --seconds=<count> --rounds=<count> --only=<kind>,<kind> --times=<count>
import { execFileSync } from 'node:child_process';
import { sizesOf } from '../src/http/admission/door.ts';
import type { Child } from './frame/children.ts';
import { treeCpuMicros } from './frame/cpu.ts';
import type { OpenOrder, Stream, StreamResult } from './frame/open-load.ts';
import { chosenFrom, readOptions } from './frame/options.ts';
import { type Kind, kinds, requestsOf, seedTenants, type Tenants } from './overload/work.ts';
import { columns, median, saveResults } from './frame/report.ts';
import { note, type Rig, type Server, startService, withRig } from './frame/rig.ts';

const options = readOptions({ seconds: 12, rounds: 3, times: 4, only: undefined });
const { seconds, rounds, times } = options;

/** Connections that find what a node can take of a kind, and its rate a second beside the loud kind. */
const plan: Record<Kind, { abreast: number; little: number }> = {
  verification: { abreast: 48, little: 40 },
  list: { abreast: 16, little: 20 },
  password: { abreast: 6, little: 2 },
  saml: { abreast: 6, little: 5 },
  export: { abreast: 4, little: 1 },
};
const loudKinds = chosenFrom(
  kinds.map((name) => ({ name })),
  options.only,
).map(({ name }) => name);
/** A burst is let in before the node refuses (`burst` of src/http/admission/crowd.ts), and what it let in is answered first. */
const settle = 2;
const aims = { own: 5, beside: 10, refusal: 0.1 };

type Results = Record<string, StreamResult>;

/** Both end at one core: what the generator needs is not taken from the node. */
const pin = (pid: number, core: number): void =>
  void execFileSync('taskset', ['-acp', String(core), String(pid)], { stdio: 'ignore' });

/** Health and metrics are asked all the time, on connections of their own. */
const probes = (): Stream[] =>
  [
    ['live', '/health/live', 10],
    ['ready', '/health/ready', 10],
    ['metrics', '/metrics', 1],
  ].map(([name, path, perSecond]) => ({
    name: String(name),
    texts: [`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`],
    perSecond: Number(perSecond),
    connections: 10,
  }));

interface Measured {
  rig: Rig<Tenants>;
  load: Child<object>;
  requests: Record<Kind, string[]>;
  port: number;
}

const run = ({ load, port }: Measured, streams: Stream[], length: number, skip = settle): Promise<Results> =>
  load.ask<Results>('run', { port, streams, seconds: length, settle: skip } satisfies OpenOrder);

const beside = ({ requests }: Measured, loud?: Kind): Stream[] =>
  kinds
    .filter((kind) => kind !== loud)
    .map((kind) => ({ name: kind, texts: requests[kind], perSecond: plan[kind].little, connections: 50 }));

async function capacityOf(measured: Measured, kind: Kind): Promise<number> {
  const texts = measured.requests[kind];
  const found = await run(measured, [{ name: kind, texts, connections: plan[kind].abreast }], 5, 1);
  const { accepted = 0 } = found[kind] ?? {};
  return accepted / 4;
}

async function round(measured: Measured): Promise<Row[]> {
  const quiet = await run(measured, [...beside(measured), ...probes()], seconds * 2);
  const rows: Row[] = [{ loud: 'none', quiet, results: quiet, capacity: 0 }];
  tell(rows[0] as Row);
  for (const loud of loudKinds) {
    const capacity = await capacityOf(measured, loud);
    const stream = {
      name: loud,
      texts: measured.requests[loud],
      perSecond: capacity * times,
      connections: 1_000,
    };
    const results = await run(measured, [stream, ...beside(measured, loud), ...probes()], seconds);
    // By itself, and at once: what is due from the second second on is measured.
    const after = await run(measured, [...beside(measured), ...probes()], 6, 1);
    rows.push({ loud, quiet, results, after, capacity });
    tell(rows.at(-1) as Row);
  }
  return rows;
}

interface Row {
  loud: Kind | 'none';
  quiet: Results;
  results: Results;
  after?: Results;
  /** Requests a second. */
  capacity: number;
}

function tell({ loud, results, capacity }: Row): void {
  const own = results[loud];
  const rest = Object.entries(results)
    .filter(([name]) => name !== loud)
    .map(([name, { p99, accepted, due }]) => `${name} ${p99.toFixed(0)} ms ${accepted}/${due}`);
  note(
    `${loud}: can take ${capacity.toFixed(0)}/s` +
      (own
        ? `; of ${own.due} ${own.accepted} accepted, p50 ${own.p50.toFixed(0)}, p99 ${own.p99.toFixed(0)} ms; ${own.refused} + ${own.limited} refused, p99 ${own.refusedP99.toFixed(0)} ms, ${own.lost} lost ${JSON.stringify(own.statuses)} ${own.firstWrong ?? ''}`
        : '') +
      `\n   ${rest.join(', ')}`,
  );
}

/** Compares the CPU time of a refusal with that of a verification, Postgres included. */
async function refusalCost(
  measured: Measured,
  server: Child<Server>,
): Promise<{ refusal: number; verification: number }> {
  const { rig, requests } = measured;
  const refusing = await startService(
    rig,
    settings,
    {},
    {
      sizes: sizesOf({ least: 0, most: 0 }),
    },
  );
  const stream = { name: 'one', texts: requests.verification, connections: 32 };
  const costOf = async (child: Child<Server>): Promise<number> => {
    const one = { ...measured, port: child.ready.port };
    await run(one, [stream], 2, 0);
    const postgres = (): number => treeCpuMicros(rig.postmaster) ?? 0;
    const before = (await child.cpu()) + postgres();
    const { one: { due } = { due: 1 } } = await run(one, [stream], 4, 0);
    return ((await child.cpu()) + postgres() - before) / due;
  };
  const each: { refusal: number; verification: number }[] = [];
  for (let at = 0; at < rounds; at++)
    each.push({ refusal: await costOf(refusing), verification: await costOf(server) });
  await refusing.stop();
  return {
    refusal: median(each.map(({ refusal }) => refusal)),
    verification: median(each.map(({ verification }) => verification)),
  };
}

const settings = { RATE_LIMIT_PER_MINUTE: '0', SCIM_RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'error' };

await withRig<Tenants>(seedTenants, async (rig) => {
  pin(process.pid, 0);
  if (rig.postmaster !== undefined) pin(rig.postmaster, 1);
  const server = await startService(rig, settings);
  pin(await server.ask<number>('pid'), 1);
  const load = await rig.start<object>('frame/open-load.ts');
  pin(await load.ask<number>('pid'), 0);
  const rows: Row[] = [];
  let cost = { refusal: Number.NaN, verification: Number.NaN };
  for (let at = 1; at <= rounds; at++) {
    const requests = await requestsOf(rig.data, server.ready.port);
    const measured = { rig, load, requests, port: server.ready.port };
    if (at === 1) {
      // The first requests compile code and prepare statements. They are not measured.
      await run(measured, beside(measured), 5);
      cost = await refusalCost(measured, server);
      note(`a refusal ${cost.refusal.toFixed(1)} µs, a verification ${cost.verification.toFixed(1)} µs`);
    }
    note(`round ${at}`);
    rows.push(...(await round(measured)));
  }
  report(rows, cost);
});

function report(rows: readonly Row[], cost: { refusal: number; verification: number }): void {
  const middle = (loud: Kind, pick: (row: Row) => number): number =>
    median(rows.filter((row) => row.loud === loud).map(pick));
  const ratio = (name: string) => (row: Row) =>
    (row.results[name]?.p99 ?? Number.NaN) / (row.quiet[name]?.p99 ?? Number.NaN);
  const share = (name: string) => (row: Row) => {
    const found = row.results[name];
    return found ? (found.accepted + found.limited) / found.due : Number.NaN;
  };
  const table = columns([
    ['p99 to quiet, while this comes 4 times too often', ...kinds, 'live', 'ready', 'after it', 'goodput'],
    ...loudKinds.map((loud) => [
      loud,
      ...[...kinds, 'live', 'ready'].map((name) => middle(loud, ratio(name)).toFixed(1)),
      middle(
        loud,
        (row) => (row.after?.[loud]?.p99 ?? Number.NaN) / (row.quiet[loud]?.p99 ?? Number.NaN),
      ).toFixed(1),
      middle(loud, (row) => (row.results[loud]?.accepted ?? 0) / (seconds - settle) / row.capacity).toFixed(
        2,
      ),
    ]),
  ]);
  const served = columns([
    ['share that was answered', ...kinds, 'live', 'ready', 'metrics', 'after it'],
    ...loudKinds.map((loud) => [
      loud,
      ...[...kinds, 'live', 'ready', 'metrics'].map((name) => middle(loud, share(name)).toFixed(2)),
      middle(loud, (row) => (row.after?.[loud]?.accepted ?? 0) / (row.after?.[loud]?.due ?? 1)).toFixed(2),
    ]),
  ]);
  const refusal = cost.refusal / cost.verification;
  process.stdout.write(
    `\n${table}\n\n${served}\n\nCPU of a refusal, to a verification: ${refusal.toFixed(2)} (aim ${aims.refusal})\n` +
      `aims: own ${aims.own}, of others ${aims.beside}\n`,
  );
  note(`in full: ${saveResults({ seconds, rounds, times, plan, aims }, rows, { cost })}`);
}
