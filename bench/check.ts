// `make bench-check BASE=<commit>`: whether a hot operation costs more CPU than at another commit. Both run on this machine with
// the same small data, each with its own Postgres, and take turns; the load generator is that of this work tree.
//   --base=<commit>      what is compared with
//   --head=<commit>      what is judged; this work tree, as it is, when absent
//   --only=<op>,<op>     some of the operations
//   --foreground         leaves the background out, which takes two minutes for each operation
// Ends with 1 if one grew by more than 15 %, or if the machine was too restless to tell.
import { execFileSync } from 'node:child_process';
import { type Operation, operations } from './check/operations.ts';
import type { Side } from './check/side.ts';
import { fewestPairs, judge, type Pair, type Verdict } from './check/statistics.ts';
import { openCommit, type OpenSide, openSide } from './check/trees.ts';
import { type Child, startChild } from './frame/children.ts';
import { treeCpuMicros } from './frame/cpu.ts';
import { chosenFrom, readOptions } from './frame/options.ts';
import type { Given } from './frame/requests.ts';
import { putLoad } from './frame/measure.ts';
import { columns, median } from './frame/report.ts';
import { note } from './frame/rig.ts';
import { drain, idleMs, settle } from './frame/settle.ts';

const options = readOptions({ base: undefined, head: undefined, only: undefined, foreground: false });
if (!options.base) throw new Error('Say what to compare with: make bench-check BASE=<commit>');

const limit = 1.15;
const most = 32;
const seconds = 2;
const warmUp = 1;
/** Pairs of runs of one operation; more only while the median is not known well enough. */
const mostPairs = 24;

type Which = 'base' | 'head';
const both = ['base', 'head'] as const;
const load: Child<object> = await startChild<object>('frame/load.ts', {});

/** CPU of a side since it began: its service, and all its Postgres processes. */
const cpuOf = ({ servicePid, postmaster }: Side): number =>
  (treeCpuMicros(servicePid) ?? Number.NaN) + (treeCpuMicros(postmaster) ?? Number.NaN);

interface Measured {
  cpu: number;
  requests: number;
}

async function run(side: Side, given: Given, length: number, connections = most): Promise<Measured> {
  const before = cpuOf(side);
  const order = { port: side.port, given, connections, seconds: length };
  const { requests } = await putLoad(load, order);
  return { cpu: cpuOf(side) - before, requests };
}

/** CPU that a side takes until no background work is left, and the time. */
async function drained(side: Side, atLeast?: number): Promise<{ cpu: number; millis: number }> {
  const [before, began] = [cpuOf(side), performance.now()];
  await drain(side.superuser, atLeast);
  return { cpu: cpuOf(side) - before, millis: performance.now() - began };
}

interface Result extends Verdict {
  pairs: Pair[];
}

async function compare(sides: Record<Which, OpenSide>, operation: Operation) {
  const given = {
    base: await operation.requests(sides.base.side),
    head: await operation.requests(sides.head.side),
  };
  if (!given.base || !given.head) return undefined;
  const requests = { base: 0, head: 0 };
  const foreground = { base: 0, head: 0 };
  const turn = async (which: Which): Promise<number> => {
    const asked = given[which] as Given;
    const warm = await run(sides[which].side, asked, warmUp, operation.connections);
    const measured = await run(sides[which].side, asked, seconds, operation.connections);
    requests[which] += warm.requests + measured.requests;
    foreground[which] += warm.cpu + measured.cpu;
    return measured.cpu / measured.requests;
  };
  for (const which of both)
    await run(sides[which].side, given[which] as Given, warmUp, operation.connections);
  if (!options.foreground) await Promise.all(both.map((which) => drained(sides[which].side)));

  const began = both.map((which) => cpuOf(sides[which].side));
  const start = performance.now();
  const pairs: Pair[] = [];
  let result: Result;
  do {
    const order = pairs.length % 2 === 0 ? both : (['head', 'base'] as const);
    const cpu = { base: 0, head: 0 };
    for (const which of order) cpu[which] = await turn(which);
    pairs.push(cpu);
    result = { ...judge(pairs, limit), pairs };
  } while (pairs.length < fewestPairs || (result.verdict === 'unsure' && pairs.length < mostPairs));
  if (options.foreground) return { foreground: result };

  // Both have been idle while the other ran, and their tasks ran meanwhile: all of it is background.
  await Promise.all(both.map((which) => drained(sides[which].side)));
  const took = performance.now() - start;
  const background = both.map((which, at) => {
    const { idlePerMilli } = sides[which];
    const all = cpuOf(sides[which].side) - (began[at] ?? 0) - foreground[which] - idlePerMilli * took;
    return Math.max(0, all / requests[which]);
  });
  return { foreground: result, background: { base: background[0] ?? 0, head: background[1] ?? 0 } };
}

async function compareAll(sides: Record<Which, OpenSide>): Promise<boolean> {
  const chosen = chosenFrom(operations, options.only);
  for (const which of both) {
    await settle(sides[which].side.superuser);
    for (const reason of sides[which].side.missing) note(`${which} cannot do ${reason}`);
  }
  if (!options.foreground) {
    note('waiting until both are idle, and measuring what that costs');
    await Promise.all(both.map((which) => drained(sides[which].side)));
    await Promise.all(
      both.map(async (which) => {
        const { cpu, millis } = await drained(sides[which].side, idleMs);
        sides[which].idlePerMilli = cpu / millis;
      }),
    );
  }

  const lines = [['operation', 'base µs', 'head µs', 'ratio', '95 %', 'pairs', 'background', 'of all', '']];
  let good = true;
  for (const operation of chosen) {
    const compared = await compare(sides, operation);
    if (!compared) {
      note(`${operation.name} is left out: one side lacks it`);
      continue;
    }
    const { ratio, low, high, verdict, pairs } = compared.foreground;
    const middle = {
      base: median(pairs.map(({ base }) => base)),
      head: median(pairs.map(({ head }) => head)),
    };
    const { background } = compared;
    // A background of a few microseconds may double: it is judged as a part of what the request costs.
    const whole = background && (middle.base * ratio + background.head) / (middle.base + background.base);
    const grown = verdict === 'grew' || (whole !== undefined && whole > limit);
    if (grown || verdict === 'unsure') good = false;
    lines.push([
      operation.name,
      middle.base.toFixed(0),
      middle.head.toFixed(0),
      ratio.toFixed(2),
      `${low.toFixed(2)}-${high.toFixed(2)}`,
      String(pairs.length),
      background ? `${background.base.toFixed(0)} to ${background.head.toFixed(0)}` : '-',
      whole?.toFixed(2) ?? '-',
      grown ? 'GREW' : verdict === 'unsure' ? 'UNSURE: the machine is too restless' : '',
    ]);
    note(`${operation.name} ${ratio.toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)})`);
  }
  process.stdout.write(`\n${columns(lines)}\n`);
  return good;
}

const root = execFileSync('git', ['rev-parse', '--show-toplevel'], { encoding: 'utf8' }).trim();
const trees = [openCommit(root, options.base), openCommit(root, options.head)];
const open: OpenSide[] = [];
const end = async (): Promise<void> => {
  await load.stop();
  for (const side of open) await side.stop();
  for (const tree of trees) tree.remove();
};
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void end().finally(() => process.exit(130)));
try {
  for (const tree of trees) open.push(await openSide(tree));
  const [base, head] = open as [OpenSide, OpenSide];
  process.exitCode = (await compareAll({ base, head })) ? 0 : 1;
} finally {
  await end();
}
