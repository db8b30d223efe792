// Measures a kept verification: its cost, and how soon a revocation on one node ends it if the stream comes from another node. Then it looks
// for kept answers that are too old, while the stream is cut and held, the process paused and its clock moved (docs/verification-cache.md).
//   node bench/cache.ts [--hits=20000] [--revokes=300] [--checks=100000] [--rate=1000] [--stale=2]
import { setTimeout as wait } from 'node:timers/promises';
import { type ApiOptions, type Checked, now, type Refusal } from './cache/checked.ts';
import type { Child } from './frame/children.ts';
import { cuttable, type Cuttable } from '../test/support/cuttable.ts';
import { readOptions } from './frame/options.ts';
import { percentile } from './frame/report.ts';
import { note, type Rig, startService, withRig } from './frame/rig.ts';
import { seed, type Seed } from './verify/seed.ts';

const options = readOptions({ hits: 20_000, revokes: 300, checks: 100_000, rate: 1_000, stale: 2 });
/** Keys that are verified at a time. One of them is revoked each 200 ms. */
const atOnce = 50;
const revokeEveryMs = 200;

interface Bench {
  data: Seed;
  /** Where keys are revoked. The stream comes from the other node. */
  port: number;
  api: Child<object>;
}

/** @returns when the answer came, by the clock of all processes */
async function revoke({ data, port }: Bench, id: string): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/credentials/${id}/revoke`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${data.caller}`, 'Content-Type': 'application/json' },
    body: '{}',
  });
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`a revocation was answered ${response.status}`);
  return now();
}

/**
 * Milliseconds from the answer to a revocation until the first check that was refused. It leaves out keys that were not kept until then: each
 * of their checks was a request, which is refused at once.
 */
async function refusals(bench: Bench, count: number): Promise<number[]> {
  const took: number[] = [];
  for (let at = 0; at < count; at += 1) {
    const key = bench.data.keys[at] as string;
    await bench.api.ask('keep', key);
    const refused = bench.api.ask<Refusal>('untilRefused', key);
    // Not always at the same moment between two looks of the node.
    await wait(Math.random() * 100);
    const revoked = await revoke(bench, bench.data.ids[at] as string);
    const { at: began, requests } = await refused;
    if (requests === 1) took.push(began - revoked);
  }
  return took;
}

interface Faults {
  cuts: number;
  holds: number;
  pauses: number;
  moves: number;
}

/** Disturbs the service and its stream until `isOver`, with one fault after the other. */
async function disturb({ api }: Bench, proxy: Cuttable, isOver: () => boolean): Promise<Faults> {
  const faults: Faults = { cuts: 0, holds: 0, pauses: 0, moves: 0 };
  const pid = await api.ask<number>('pid');
  const acts: (() => void | Promise<void>)[] = [
    () => {
      faults.cuts += 1;
      proxy.cut();
    },
    () => {
      faults.moves += 1;
      void api.ask('moveClock', (Math.random() - 0.5) * 7_200_000);
    },
    async () => {
      faults.pauses += 1;
      process.kill(pid, 'SIGSTOP');
      await wait(500 + Math.random() * options.stale * 1_500);
      process.kill(pid, 'SIGCONT');
    },
    async () => {
      faults.holds += 1;
      const milliseconds = 500 + Math.random() * 4_000;
      proxy.hold(milliseconds);
      await wait(milliseconds);
    },
  ];
  for (let at = 0; !isOver(); at += 1) {
    await acts[at % acts.length]?.();
    // The cache is on again at once if its stream has lived for ten seconds, and later and later if not.
    while (!isOver() && !(await api.ask<boolean>('isOn'))) await wait(100);
    await wait(at % acts.length === 0 ? 11_000 : 1_500);
  }
  return faults;
}

interface Found extends Checked {
  revoked: number;
  faults: Faults;
  /** Revoked keys that were valid after the answer to their revocation, the longest of these times, and how many passed the bound. */
  late: number;
  longest: number;
  tooLate: number;
}

async function checkAges(bench: Bench, proxy: Cuttable): Promise<Found> {
  const keys = bench.data.keys.slice(options.revokes);
  const ids = bench.data.ids.slice(options.revokes);
  let [revoked, isOver] = [0, false];
  const revokedAt = new Map<string, number>();
  const timers: NodeJS.Timeout[] = [];
  await bench.api.ask('watch', keys.slice(0, atOnce));
  await bench.api.ask('begin', options.rate);
  const disturbing = disturb(bench, proxy, () => isOver);
  const watching = (async () => {
    while ((await bench.api.ask<number>('progress')) < options.checks) await wait(500);
    isOver = true;
  })();
  while (!isOver && revoked + atOnce < keys.length) {
    const key = keys[revoked] as string;
    revokedAt.set(key, await revoke(bench, ids[revoked] as string));
    await bench.api.ask('watch', [keys[revoked + atOnce] as string]);
    timers.push(setTimeout(() => void bench.api.ask('unwatch', key), (options.stale + 4) * 1_000));
    revoked += 1;
    await wait(revokeEveryMs);
  }
  await watching;
  const faults = await disturbing;
  await wait((options.stale + 1) * 1_000);
  for (const timer of timers) clearTimeout(timer);
  const checked = await bench.api.ask<Checked>('end');
  const ages = [...revokedAt].map(([key, at]) => (checked.lastValid.get(key) ?? 0) - at);
  const late = ages.filter((age) => age > 0);
  return {
    ...checked,
    revoked,
    faults,
    late: late.length,
    longest: Math.max(0, ...late),
    tooLate: late.filter((age) => age > options.stale * 1_000).length,
  };
}

const startApi = (rig: Rig<Seed>, baseUrl: string, streamUrl: string): Promise<Child<object>> => {
  const started: ApiOptions = { baseUrl, streamUrl, apiKey: rig.data.caller, maxStaleSeconds: options.stale };
  return rig.start<object>('cache/api.ts', started);
};

const sizes = { identities: 100, plain: options.revokes + 5_000, capped: 1 };
await withRig(
  (urls) => seed(urls, sizes),
  async (rig) => {
    const env = { RATE_LIMIT_PER_MINUTE: '0' };
    const [one, other] = [await startService(rig, env), await startService(rig, env)];
    const origin = `http://127.0.0.1:${other.ready.port}`;
    const proxy = await cuttable(origin);
    const api = await startApi(rig, origin, proxy.origin);
    const bench: Bench = { data: rig.data, port: one.ready.port, api };

    note(`${options.hits} verifications of a kept answer`);
    const took = await api.ask<number[]>('hits', { key: rig.data.keys.at(-1), times: options.hits });
    const micros = (part: number) => (percentile(took, part) * 1_000).toFixed(1);
    process.stdout.write(`a hit adds ${micros(0.5)} µs (p50), ${micros(0.99)} µs (p99); aim 100 µs at p50\n`);

    note(`${options.revokes} revocations on one node, the stream from the other`);
    const until = await refusals(bench, options.revokes);
    const millis = (part: number) => percentile(until, part).toFixed(0);
    process.stdout.write(
      `refused ${millis(0.5)} ms (p50), ${millis(0.99)} ms (p99) after the answer to the revocation, of ${until.length} keys that were kept until then; ` +
        'aim 500 ms at p99\n',
    );

    note(`${options.checks} checks with faults`);
    const found = await checkAges(bench, proxy);
    const { cuts, holds, pauses, moves } = found.faults;
    process.stdout.write(
      `${found.tooLate} answers older than ${options.stale} s in ${found.checks} checks (${found.requests} requests, ${found.failures} failures) of ` +
        `${found.revoked} revoked keys, with ${cuts} cuts, ${holds} holds, ${pauses} pauses, ${moves} moved clocks; ` +
        `${found.late} keys were valid after their revocation, for ${found.longest.toFixed(0)} ms at most\n`,
    );
    proxy.stop();
    const isCounted = until.length >= 0.9 * options.revokes;
    if (!isCounted || found.tooLate > 0 || percentile(took, 0.5) > 0.1 || percentile(until, 0.99) > 500)
      process.exitCode = 1;
  },
);
