// Measures one operation on one of the two databases.
import type pg from 'pg';
import type { Child } from '../frame/children.ts';
import { exactTreeCpuMicros, ownCpuMicros } from '../frame/cpu.ts';
import { putLoad } from '../frame/measure.ts';
import type { Database, Server } from '../frame/rig.ts';
import type { Request } from './requests.ts';
import type { Grown } from './seed.ts';
import type { Sizes } from './sizes.ts';
import { forgetStatements, pagesOf, readStatements } from './statements.ts';
import type { Run } from './table.ts';
import { makeDue, type Task, type TaskParts } from './tasks.ts';

/** One of the two databases, and what works on it. */
export interface Side extends Pick<Database, 'postmaster' | 'probe'> {
  grown: Grown;
  service: Child<Server>;
  parts: TaskParts;
  /** As the superuser, without triggers. */
  superuser: pg.Client;
}

async function measured(
  { probe, postmaster }: Side,
  round: number,
  processCpu: () => number | Promise<number>,
  work: () => Promise<number>,
): Promise<Run> {
  const postgresCpu = (): number => exactTreeCpuMicros(postmaster) ?? Number.NaN;
  await forgetStatements(probe);
  const before = { process: await processCpu(), postgres: postgresCpu() };
  const units = await work();
  const after = { process: await processCpu(), postgres: postgresCpu() };
  const statements = await readStatements(probe);
  return {
    round,
    units,
    process: (after.process - before.process) / units,
    postgres: (after.postgres - before.postgres) / units,
    pages: pagesOf(statements) / units,
    statements,
  };
}

/** Puts the requests on the service. */
export async function runRequest(
  side: Side,
  load: Child<object>,
  { given, connections = 8 }: Request,
  round: number,
  { seconds, warmUp }: Pick<Sizes, 'seconds' | 'warmUp'>,
): Promise<Run> {
  const order = { port: side.service.ready.port, connections };
  await putLoad(load, { ...order, given, seconds: warmUp });
  return measured(
    side,
    round,
    () => side.service.cpu(),
    async () => (await putLoad(load, { ...order, seconds })).requests,
  );
}

/** Makes the work of a task due, and does it in this process. */
export async function runTask(side: Side, task: Task, round: number): Promise<Run> {
  await makeDue(side.superuser, task, side.grown.orgId, round);
  return measured(side, round, ownCpuMicros, async () => {
    await task.run(side.parts);
    return 1;
  });
}
