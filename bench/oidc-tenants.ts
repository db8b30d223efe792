// The memory of 1,000 tenants that have keys of their own, beside that of one: two processes that answer as many requests, in
// turn, several times. Garbage is collected all along: it is what they keep that is measured. Options: --tenants=<count> --rounds=<count>
import { parseArgs } from 'node:util';
import { newKeys } from '../src/oidc/signing-keys.ts';
import { startChild } from './children.ts';
import { megabytes } from './report.ts';

const { values: options } = parseArgs({
  options: { tenants: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '5' } },
});
const [tenants, rounds] = [Number(options.tenants), Number(options.rounds)];
const aim = 150;

interface Held {
  /** In MB: what is reachable, of the heap and beside it. */
  kept: number;
  /** The machine's memory that the process holds, in MB. */
  resident: number;
  /** How many providers were built. */
  loaded: number;
}

const keys = await Promise.all(
  Array.from({ length: 8 }, async () => JSON.stringify(await newKeys(['RS256', 'ES256']))),
);

async function holding(count: number): Promise<Held> {
  const child = await startChild<Held>('servers/oidc-tenants.ts', {
    tenants: count,
    requests: 2 * tenants,
    keys,
  });
  await child.stop();
  // If a provider had to be built again, fewer providers were kept than there are tenants.
  if (child.ready.loaded !== count) throw new Error(`${child.ready.loaded} providers were built`);
  return child.ready;
}

const more: Held[] = [];
for (let round = 0; round < rounds; round++) {
  const [one, many] = [await holding(1), await holding(tenants)];
  more.push({ ...many, kept: many.kept - one.kept, resident: many.resident - one.resident });
}
const resident = more.map((held) => held.resident);
process.stdout.write(
  `${tenants} tenants need more than one, in ${rounds} rounds:\n` +
    `kept ${megabytes(more.map((held) => held.kept))}, resident ${megabytes(resident)}\n` +
    `aim ${aim} MB: ${resident.every((each) => each < aim) ? 'reached' : 'missed'}\n`,
);
