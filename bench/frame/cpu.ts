import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const microsPerTick = 10_000;

/**
 * CPU time of a process and its children, living and dead, in microseconds.
 * @returns undefined where there is no /proc
 */
export function treeCpuMicros(root: number | undefined): number | undefined {
  return sumOfTree(root, ({ own, ofDeadChildren }) => (own + ofDeadChildren) * microsPerTick);
}

/**
 * As {@link treeCpuMicros}, to the nanosecond for living processes: for work that takes less than a few ticks.
 * @returns undefined where there is no /proc
 */
export function exactTreeCpuMicros(root: number | undefined): number | undefined {
  return sumOfTree(root, ({ pid, ofDeadChildren }) => nanosOf(pid) / 1_000 + ofDeadChildren * microsPerTick);
}

function sumOfTree(
  root: number | undefined,
  microsOf: (stat: NonNullable<ReturnType<typeof statOf>>) => number,
): number | undefined {
  if (root === undefined) return undefined;
  try {
    let micros = 0;
    for (const name of readdirSync('/proc')) {
      if (!/^\d+$/.test(name)) continue;
      const stat = statOf(Number(name));
      if (stat && (stat.pid === root || stat.parent === root)) micros += microsOf(stat);
    }
    return micros;
  } catch {
    return undefined;
  }
}

/** Field 1 of schedstat. A process that has just ended is counted by its parent. */
function nanosOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[0]);
  } catch {
    return 0;
  }
}

/** CPU time of this process, in microseconds. */
export function ownCpuMicros(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** CPU time of a process alone, in microseconds; undefined where there is no /proc. */
export function cpuMicrosOf(pid: number): number | undefined {
  const stat = statOf(pid);
  return stat && stat.own * microsPerTick;
}

function statOf(pid: number) {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined; // it has just ended
  }
  // The name in parentheses may hold spaces; what follows it is field 3 and on (proc(5)).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const at = (field: number): number => Number(fields[field - 3]);
  return { pid, parent: at(4), own: at(14) + at(15), ofDeadChildren: at(16) + at(17) };
}

/** CPU time of everything on this machine, in microseconds. */
export function machineCpuMicros(): number {
  let millis = 0;
  for (const { times } of cpus()) millis += times.user + times.nice + times.sys + times.irq;
  return millis * 1000;
}
