// `make bench`: how many verifications this machine does, beside the floor and the limit of the same minute.
// Compare the ratios: requests per second depend on the machine and its mood. Options:
//   --quick              one round of two seconds with a tenth of the data, to see that everything works
//   --profile=<run>      instead, where the CPU time of one run's server goes
//   --only=<run>,<run>   some of the runs
import { openBackground } from './frame/background.ts';
import type { Child } from './frame/children.ts';
import type { Run } from './frame/measure.ts';
import { chosenFrom, readOptions } from './frame/options.ts';
import { compareRuns, roundsOf } from './frame/rounds.ts';
import { note, type Rig, type Server, withRig } from './frame/rig.ts';
import { goals, requests, runs, servers } from './verify/runs.ts';
import { seed, type Seed } from './verify/seed.ts';

const options = readOptions({ quick: false, profile: undefined, only: undefined });
const chosen = chosenFrom(runs, options.profile ?? options.only);
const rounds = roundsOf(options);

async function bench(rig: Rig<Seed>): Promise<void> {
  const load = await rig.start<object>('frame/load.ts');
  const started = new Map<keyof typeof servers, Child<Server>>();
  for (const { server } of chosen) if (!started.has(server)) started.set(server, await servers[server](rig));
  const compared = chosen.map(
    ({ server, kind, ...run }): Run => ({
      ...run,
      server: started.get(server) as Child<Server>,
      given: requests[kind](rig.data),
      place: rig,
    }),
  );
  const profiled = options.profile !== undefined;
  await compareRuns(load, compared, { goals, rounds, profiled }, async () => {
    const nodes = [started.get('service'), started.get('limited')].filter((node) => node !== undefined);
    const [service] = nodes;
    if (!service || options.quick) return { text: '', results: {} };
    note('waiting for what verifications leave to do, about three minutes');
    const background = await (await openBackground(rig, nodes))?.(load, {
      port: service.ready.port,
      given: requests.plain(rig.data),
      connections: 64,
      seconds: rounds.seconds * 2,
    });
    return { text: background ? afterText(background) : '', results: { background } };
  });
}

const afterText = ({ server, postgres }: { server: number; postgres: number }): string =>
  `after the response, a verification costs ${server.toFixed(1)} µs of the server and ${postgres.toFixed(1)} µs of Postgres\n`;

const sizes = options.quick
  ? { identities: 1_000, plain: 10_000, capped: 2_000 }
  : { identities: 10_000, plain: 100_000, capped: 20_000 };
await withRig((urls) => seed(urls, sizes), bench);
