import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The part of a profile of V8 that the bench reads. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string; lineNumber: number } }[];
  samples?: number[];
  timeDeltas?: number[];
}

export interface Spender {
  name: string;
  micros: number;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Time in which the thread did nothing, and what the profiler itself took to begin and end. */
const isOverhead = ({ functionName, url }: { functionName: string; url: string }): boolean =>
  functionName === '(idle)' || url === 'node:inspector';

/**
 * Returns self time by package and by function, dearest first. It is wall-clock time of the thread. On a machine whose
 * cores are all busy, calls that wake another process (`writev`, `writeBuffer`) also hold the time the thread then
 * waits.
 */
export function readProfile({ nodes, samples = [], timeDeltas = [] }: CpuProfile) {
  const self = new Map<number, number>();
  samples.forEach((id, at) => self.set(id, (self.get(id) ?? 0) + (timeDeltas[at] ?? 0)));

  const packages = new Map<string, Spender>();
  const functions = new Map<string, Spender & { where: string }>();
  let busyMicros = 0;
  for (const { id, callFrame } of nodes) {
    const micros = self.get(id) ?? 0;
    if (micros === 0 || isOverhead(callFrame)) continue;
    busyMicros += micros;
    const { owner, where } = placeOf(callFrame);
    const name = callFrame.functionName || '(anonymous)';
    add(packages, owner, { name: owner, micros });
    add(functions, `${name} ${where}`, { name, micros, where });
  }
  return { packages: ranked(packages), functions: ranked(functions), busyMicros };
}

function placeOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']) {
  if (url === '') return { owner: functionName.startsWith('(') ? functionName : '(native)', where: '' };
  const line = lineNumber + 1;
  if (url.startsWith('node:')) return { owner: 'node', where: `${url}:${line}` };
  const path = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : url;
  const owner =
    /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path.split('/').slice(0, 2).join('/');
  return { owner, where: `${path.replace(/.*node_modules\//, '')}:${line}` };
}

function add<S extends Spender>(sums: Map<string, S>, key: string, spent: S): void {
  const known = sums.get(key);
  if (known) known.micros += spent.micros;
  else sums.set(key, spent);
}

const ranked = <S extends Spender>(sums: Map<string, S>): S[] =>
  [...sums.values()].sort((a, b) => b.micros - a.micros);
