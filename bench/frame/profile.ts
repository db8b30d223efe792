import type { Child } from './children.ts';
import { type CpuProfile, readProfile } from './cpu-profile.ts';
import { putLoad, type Run } from './measure.ts';
import { columns } from './report.ts';

const shown = 25;

/** Says where the CPU time of a server goes while one run is put on it: by package, and the dearest functions. */
export async function profileRun(
  load: Child<object>,
  { name, server, given, connections, about }: Run,
  seconds: number,
): Promise<string> {
  const order = { port: server.ready.port, connections };
  await putLoad(load, { ...order, given, seconds: seconds + 1 });
  await server.ask('profileBegin');
  const { requests } = await putLoad(load, { ...order, seconds });
  const { packages, functions, busyMicros } = readProfile(await server.ask<CpuProfile>('profileEnd'));

  const cells = (micros: number): [string, string] => [
    `${((micros / busyMicros) * 100).toFixed(1)} %`,
    (micros / requests).toFixed(2),
  ];
  const byPackage = columns([
    ['package', 'self', 'µs/request', ''],
    ...packages.map(({ name: label, micros }) => [label, ...cells(micros), '']),
  ]);
  const byFunction = columns([
    ['function', 'self', 'µs/request', 'where'],
    ...functions.slice(0, shown).map(({ name: label, micros, where }) => [label, ...cells(micros), where]),
  ]);
  const perRequest = (busyMicros / requests).toFixed(1);
  return `\n${name} (${about}): ${requests} requests, ${perRequest} µs each with the profiler on\n\n${byPackage}\n\n${byFunction}\n`;
}
