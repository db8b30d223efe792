// Ten tenants beside ten thousand: the start and the memory of a node, and what each periodic task reads in a minute in which nothing
// is due (docs/scaling.md). Run it by `make bench-tenants`. Options:
//   --tenants=<count>     instead of 10,000
//   --only=tasks,node
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { treeCpuMicros } from './cpu.ts';
import { columns, saveResults } from './report.ts';
import { note, type Rig, startService, withRig } from './rig.ts';
import { keysOf, seedTenants } from './seed-tenants.ts';
import type { Memory } from './servers/memory.ts';
import { type TaskCost, taskCosts } from './tenants-tasks.ts';

const { values: options } = parseArgs({
  options: {
    tenants: { type: 'string', default: '10000' },
    only: { type: 'string', default: 'tasks,node' },
  },
});
const parts = options.only.split(',');
const counts = [10, Number(options.tenants)] as const;
/** So long an idle node is watched. */
const idleMs = 60_000;

interface NodeCost {
  /** CPU milliseconds until the node is ready, of the process. */
  start: number;
  /** In MB: after the start, and after one request of each tenant. */
  resident: number;
  heap: number;
  heapAfterAll: number;
  /** CPU milliseconds in a minute without requests. */
  idle: number;
  idlePostgres: number;
}

/** Measures a node from its start. Its tasks run as they do in production. */
async function nodeCost(rig: Rig<unknown>, count: number): Promise<NodeCost> {
  const node = await startService(rig, { RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'error' });
  const start = (await node.cpu()) / 1_000;
  const after = await node.ask<Memory>('collected');
  const postgres = (): number =>
    rig.postmaster === undefined ? Number.NaN : (treeCpuMicros(rig.postmaster) ?? 0);
  // The first runs of the tasks prepare statements.
  await wait(35_000);
  const before = { node: await node.cpu(), postgres: postgres() };
  await wait(idleMs);
  const idle = ((await node.cpu()) - before.node) / 1_000;
  const idlePostgres = (postgres() - before.postgres) / 1_000;
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const keys = await keysOf(rig.urls.superuser, numbers);
  const visit = async (key: string): Promise<void> => {
    const response = await fetch(`http://127.0.0.1:${node.ready.port}/api/v1/credentials?limit=1`, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (!response.ok) throw new Error(await response.text());
    await response.arrayBuffer();
  };
  const next = keys[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const key of next) await visit(key);
    }),
  );
  const all = await node.ask<Memory>('collected');
  await node.stop();
  return {
    start,
    resident: after.resident,
    heap: after.kept,
    heapAfterAll: all.kept,
    idle,
    idlePostgres,
  };
}

interface Found {
  count: number;
  tasks: TaskCost[];
  node?: NodeCost;
}

const found: Found[] = [];
for (const count of counts)
  await withRig(
    () => Promise.resolve(),
    async (rig) => {
      await seedTenants(rig.urls.superuser, rig.masterKey, count);
      note(`${count} tenants`);
      const tasks = parts.includes('tasks') ? await taskCosts(rig) : [];
      const node = parts.includes('node') ? await nodeCost(rig, count) : undefined;
      found.push({ count, tasks, ...(node && { node }) });
    },
  );

const [few, many] = found as [Found, Found];
const round = (value: number | undefined): string =>
  value === undefined ? '-' : value.toFixed(value < 10 ? 1 : 0);

if (many.tasks.length > 0) {
  const rows = many.tasks.map((task) => {
    const small = few.tasks.find(({ name }) => name === task.name);
    const cells = [small, task].flatMap((cost) => [
      round(cost?.statements),
      round(cost?.rows),
      round(cost?.pages),
      round(cost?.cpu),
    ]);
    return [task.name, `${task.everySeconds} s`, ...cells];
  });
  const head = [
    'in a minute',
    'every',
    ...counts.flatMap((count) => [`statements, ${count}`, 'rows', 'pages', 'CPU ms']),
  ];
  process.stdout.write(`\n${columns([head, ...rows])}\n`);
}
if (many.node) {
  const names: Record<keyof NodeCost, string> = {
    start: 'CPU until ready, ms',
    resident: 'resident after the start, MB',
    heap: 'heap after the start, MB',
    heapAfterAll: 'heap after a request of each tenant, MB',
    idle: 'CPU of the node in an idle minute, ms',
    idlePostgres: 'CPU of Postgres in an idle minute, ms',
  };
  const rows = (Object.keys(names) as (keyof NodeCost)[]).map((key) => [
    names[key],
    ...found.map(({ node }) => round(node?.[key])),
  ]);
  process.stdout.write(`\n${columns([['node', ...counts.map(String)], ...rows])}\n`);
}
saveResults({ counts }, [], { found });
