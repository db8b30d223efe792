// One node and two nodes on one Postgres: what a verification costs (docs/scaling.md). The runs take turns: one node, two nodes with as
// many connections in all, and two nodes with as many connections each. On one machine the rates say little, because all share its cores; the CPU of a verification says what a
// machine with more cores gives. Options: --seconds=<count> --rounds=<count> --connections=<count>
import { parseArgs } from 'node:util';
import type { Child } from './children.ts';
import { treeCpuMicros } from './cpu.ts';
import { putLoad } from './measure.ts';
import { columns, median, saveResults } from './report.ts';
import { note, type Server, startService, withRig } from './rig.ts';
import { seed } from './seed.ts';

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    connections: { type: 'string', default: '64' },
  },
});
const [seconds, rounds, connections] = [options.seconds, options.rounds, options.connections].map(Number) as [
  number,
  number,
  number,
];

interface Row {
  nodes: number;
  /** Connections of each node. */
  each: number;
  perSecond: number;
  /** CPU microseconds of a verification. */
  server: number;
  postgres: number;
  p50: number;
  p99: number;
}

await withRig(seed, async (rig) => {
  const settings = { RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'error' };
  const nodes = [await startService(rig, settings), await startService(rig, settings)];
  const loads = await Promise.all(nodes.map(() => rig.start<object>('load.ts', { seedFile: rig.seedFile })));
  const run = async (used: readonly Child<Server>[], each: number, length: number): Promise<Row> => {
    const clocks = async () => ({
      server: (await Promise.all(nodes.map((node) => node.cpu()))).reduce((sum, one) => sum + one, 0),
      postgres: rig.postmaster === undefined ? Number.NaN : (treeCpuMicros(rig.postmaster) ?? Number.NaN),
    });
    const before = await clocks();
    const results = await Promise.all(
      used.map((node, at) =>
        putLoad(loads[at] as Child<object>, {
          port: node.ready.port,
          kind: 'verify',
          connections: each,
          seconds: length,
        }),
      ),
    );
    const after = await clocks();
    const requests = results.reduce((sum, one) => sum + one.requests, 0);
    return {
      nodes: used.length,
      each,
      perSecond: results.reduce((sum, one) => sum + one.requests / one.seconds, 0),
      server: (after.server - before.server) / requests,
      postgres: (after.postgres - before.postgres) / requests,
      p50: median(results.map(({ p50 }) => p50)),
      p99: Math.max(...results.map(({ p99 }) => p99)),
    };
  };
  const one = nodes.slice(0, 1);
  const kinds = [
    { used: one, each: connections },
    { used: nodes, each: connections / 2 },
    { used: nodes, each: connections },
  ];
  await run(nodes, connections, seconds);
  const rows: Row[] = [];
  for (let round = 0; round < rounds; round++)
    for (const { used, each } of round % 2 === 0 ? kinds : kinds.toReversed()) {
      rows.push(await run(used, each, seconds));
      note(JSON.stringify(rows.at(-1)));
    }
  const table = kinds.map(({ used, each }) => {
    const of = rows.filter((row) => row.nodes === used.length && row.each === each);
    const middle = (pick: (row: Row) => number): string => median(of.map(pick)).toFixed(1);
    return [
      `${used.length} with ${each} connections each`,
      middle(({ perSecond }) => perSecond),
      middle(({ server }) => server),
      middle(({ postgres }) => postgres),
      middle(({ server, postgres }) => server + postgres),
      middle(({ p50 }) => p50),
      middle(({ p99 }) => p99),
    ];
  });
  const head = ['nodes', 'verifications/s', 'node µs', 'Postgres µs', 'both µs', 'p50 ms', 'p99 ms'];
  process.stdout.write(`\n${columns([head, ...table])}\n`);
  saveResults({ seconds, rounds, connections }, rows, {});
});
