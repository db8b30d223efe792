import type { Child } from './children.ts';
import { treeCpuMicros } from './cpu.ts';
import type { LoadOrder } from './load.ts';
import { putLoad } from './measure.ts';
import type { Rig, Server } from './rig.ts';
import { drain, idleMs } from './settle.ts';

/** CPU microseconds of a request that are spent after its response. */
export interface Background {
  server: number;
  postgres: number;
}

/** Puts a load on a service, and measures what it leaves to do. */
export type MeasureBackground = (load: Child<object>, order: LoadOrder) => Promise<Background>;

/**
 * Waits until nothing is left to do, and measures what idle nodes cost. The function that it returns measures what requests cost
 * until the last roll-up, digest and vacuum that they cause is done. It takes off the cost of idle nodes in the same time.
 * @param nodes all services of the database: the tasks run on any of them
 */
export async function openBackground(
  rig: Pick<Rig, 'postmaster' | 'urls'>,
  nodes: readonly Child<Server>[],
): Promise<MeasureBackground | undefined> {
  const { postmaster } = rig;
  if (treeCpuMicros(postmaster) === undefined) return undefined;
  const clocks = async () => ({
    server: (await Promise.all(nodes.map((node) => node.cpu()))).reduce((sum, one) => sum + one, 0),
    postgres: treeCpuMicros(postmaster) ?? Number.NaN,
    at: performance.now(),
  });
  const drained = async (atLeast?: number) => {
    const before = await clocks();
    await drain(rig.urls.superuser, atLeast);
    const after = await clocks();
    const millis = after.at - before.at;
    return { server: after.server - before.server, postgres: after.postgres - before.postgres, millis };
  };
  await drained();
  const idle = await drained(idleMs);
  return async (load, order) => {
    const { requests } = await putLoad(load, order);
    const busy = await drained();
    const of = (pick: 'server' | 'postgres'): number =>
      Math.max(0, (busy[pick] - (idle[pick] / idle.millis) * busy.millis) / requests);
    return { server: of('server'), postgres: of('postgres') };
  };
}
