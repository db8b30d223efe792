// Measures the cost of conditional access policies for verifications, as ratios of one run to the same tenant
// without policies.
//   node bench/access.ts [--quick]
import { parseArgs } from 'node:util';
import { type AccessContestant, replaceAccessPolicies } from './access-policies.ts';
import { measure, type Row } from './measure.ts';
import { note, startService, withRig } from './rig.ts';
import { seed } from './seed.ts';

const { values: options } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const { rounds, seconds } = options.quick ? { rounds: 1, seconds: 1 } : { rounds: 5, seconds: 3 };

const contestants = [
  { name: 'no policies', policies: 0, machines: 0, entries: 0, by: 'address', aim: 1 },
  // The address alone rules these policies out, so one statement counts the use.
  { name: '20 policies, 5 by address', policies: 20, machines: 5, entries: 20, by: 'address', aim: 0.85 },
  { name: '20 policies, 5 by risk', policies: 20, machines: 5, entries: 20, by: 'risk', aim: 0.85 },
  {
    name: '500 by address, 2,000 entries',
    policies: 500,
    machines: 500,
    entries: 2_000,
    by: 'address',
    aim: 0.6,
  },
  { name: '500 by risk, 2,000 entries', policies: 500, machines: 500, entries: 2_000, by: 'risk', aim: 0.6 },
] as const satisfies readonly AccessContestant[];

await withRig(seed, async (rig) => {
  const server = await startService(rig, { RATE_LIMIT_PER_MINUTE: '0' });
  const load = await rig.start<object>('load.ts', { seedFile: rig.seedFile });
  const found = new Map<string, Row[]>(contestants.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    for (const contestant of contestants) {
      await replaceAccessPolicies(rig, contestant);
      const asked = { name: contestant.name, kind: 'verify' as const, connections: 64 };
      const row = await measure(rig, { server, load }, asked, { round, seconds, warmUp: 1 });
      found.get(contestant.name)?.push(row);
      note(`${round} ${contestant.name}: ${row.perSecond.toFixed(0)}/s`);
    }
  }
  const middle = (name: string, read: (row: Row) => number): number => {
    const all = (found.get(name) ?? []).map(read).toSorted((x, y) => x - y);
    return all[all.length >> 1] ?? Number.NaN;
  };
  const [{ name: base }] = contestants;
  for (const { name, aim } of contestants) {
    const speed = middle(name, ({ perSecond }) => perSecond);
    const ratio = speed / middle(base, ({ perSecond }) => perSecond);
    // The CPU time of the process, which other programs of the machine change less than the rate.
    const cpu = middle(name, ({ serverCpu }) => serverCpu);
    const byCpu = middle(base, ({ serverCpu }) => serverCpu) / cpu;
    process.stdout.write(
      `${name.padEnd(30)} ${speed.toFixed(0).padStart(6)}/s  ${ratio.toFixed(2)}  aim ${aim}  ${ratio >= aim ? 'reached' : 'missed'}, ` +
        `${cpu.toFixed(0)} µs of CPU each, ${byCpu.toFixed(2)} by CPU\n`,
    );
  }
});
