// Measures the cost of tracing for a verification, in CPU time of the server. Runs alternate, and each ratio is
// to the first run of its round.
//   node bench/tracing.ts [--quick] [--before=<folder of an earlier version>]
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import type { Child } from './children.ts';
import { measure, type Row } from './measure.ts';
import { note, type Rig, type Server, startService, withRig } from './rig.ts';
import { seed } from './seed.ts';

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, before: { type: 'string' } },
});
const { rounds, seconds } = options.quick ? { rounds: 1, seconds: 1 } : { rounds: 12, seconds: 1 };

/** A collector that takes everything, in the process of the bench, which is not measured. */
const collector = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200).end());
});
await new Promise<void>((listening) => collector.listen(0, '127.0.0.1', listening));
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;

const recording = (share: string): Record<string, string> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
  OTEL_TRACES_SAMPLER_ARG: share,
});

const quiet = { RATE_LIMIT_PER_MINUTE: '0' };
const startBefore = (rig: Rig, folder: string): Promise<Child<Server>> => {
  const { databaseUrl, masterKey } = rig;
  return rig.start(`${folder}/bench/servers/service.ts`, { databaseUrl, masterKey, env: quiet });
};

const contestants: { name: string; start: (rig: Rig) => Promise<Child<Server>> }[] = [
  // The first two are the same: how far their ratio is from 1 is what the machine adds.
  ...(options.before === undefined
    ? []
    : ['before', 'before again'].map((name) => ({
        name,
        start: (rig: Rig) => startBefore(rig, options.before ?? ''),
      }))),
  { name: 'off', start: (rig) => startService(rig, quiet) },
  ...['0.01', '1'].map((share) => ({
    name: `a share of ${share}`,
    start: (rig: Rig) => startService(rig, { ...quiet, ...recording(share) }),
  })),
];

await withRig(seed, async (rig) => {
  const load = await rig.start<object>('load.ts', { seedFile: rig.seedFile });
  const servers: { name: string; server: Child<Server>; rows: Row[] }[] = [];
  for (const { name, start } of contestants) servers.push({ name, server: await start(rig), rows: [] });
  for (let round = 1; round <= rounds; round++) {
    // The first of a round is never the same twice.
    for (let at = 0; at < servers.length; at++) {
      const { name, server, rows } = servers[(at + round) % servers.length] as (typeof servers)[number];
      const asked = { name, kind: 'verify' as const, connections: 64 };
      const warmUp = round === 1 ? 2 : 0.25;
      rows.push(await measure(rig, { server, load }, asked, { round, seconds, warmUp }));
    }
    note(`round ${round} of ${rounds}`);
  }
  const [base] = servers;
  for (const { name, rows } of servers) {
    const ratios = rows.map(({ serverCpu }, at) => serverCpu / (base?.rows[at]?.serverCpu ?? Number.NaN));
    const cpu = middle(rows.map(({ serverCpu }) => serverCpu));
    const [lowest, highest] = [Math.min(...ratios), Math.max(...ratios)];
    process.stdout.write(
      `${name.padEnd(16)} ${cpu.toFixed(1).padStart(6)} µs of CPU each, ${middle(ratios).toFixed(3)} of ${base?.name} ` +
        `(${lowest.toFixed(2)} to ${highest.toFixed(2)})\n`,
    );
  }
});
collector.close();

function middle(values: number[]): number {
  const sorted = values.toSorted((x, y) => x - y);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
