// `make bench`: how many verifications this machine does, beside the floor and the limit of the same minute.
// Compare the ratios: requests per second depend on the machine and its mood. Options:
//   --quick              one round of two seconds, to see that everything works
//   --profile=<run>      instead, where the CPU time of one run's server goes
//   --only=<run>,<run>   some of the runs
import { parseArgs } from 'node:util';
import { type Background, openBackground } from './background.ts';
import type { Child } from './children.ts';
import { type Contestant, contestants, type ServerName, servers } from './contestants.ts';
import { measure, type Row } from './measure.ts';
import { profileRun } from './profile.ts';
import { saveResults, summarize, summaryText } from './report.ts';
import { note, type Rig, type Server, withRig } from './rig.ts';
import { seed } from './seed.ts';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    profile: { type: 'string' },
    only: { type: 'string' },
  },
});

const wanted = options.profile ?? options.only;
const chosen = wanted === undefined ? contestants : wanted.split(',').map(contestantNamed);

function contestantNamed(name: string): Contestant {
  const found = contestants.find((contestant) => contestant.name === name);
  if (!found)
    throw new Error(`There is no run ${name}; there are ${contestants.map((one) => one.name).join(', ')}`);
  return found;
}

const settings = options.quick
  ? { rounds: 1, seconds: 2, warmUp: 1, firstWarmUp: 1 }
  : { rounds: 3, seconds: 4, warmUp: 1, firstWarmUp: 3 };

async function bench(rig: Rig): Promise<void> {
  const load = await rig.start<object>('load.ts', { seedFile: rig.seedFile });
  const started = new Map<ServerName, Child<Server>>();
  for (const { server } of chosen) {
    if (!started.has(server)) started.set(server, await servers[server](rig));
  }
  const serverOf = ({ server }: Contestant): Child<Server> => started.get(server) as Child<Server>;

  if (options.profile !== undefined) {
    for (const contestant of chosen) {
      process.stdout.write(await profileRun({ server: serverOf(contestant), load }, contestant, settings));
    }
    return;
  }
  const rows: Row[] = [];
  for (let round = 1; round <= settings.rounds; round++) {
    for (const contestant of chosen) {
      const { seconds } = settings;
      const warmUp = round === 1 ? settings.firstWarmUp : settings.warmUp;
      const row = await measure(rig, { server: serverOf(contestant), load }, contestant, {
        round,
        seconds,
        warmUp,
      });
      rows.push(row);
      note(`round ${round}  ${row.name.padEnd(15)} ${row.perSecond.toFixed(0)} requests/s`);
    }
  }
  const summary = summarize(rows, contestants);
  const background = await backgroundOf(rig, started, load);
  const file = saveResults(settings, rows, { ...summary, background });
  process.stdout.write(`\n${summaryText(summary)}\n${backgroundText(background)}in full: ${file}\n`);
}

async function backgroundOf(
  rig: Rig,
  started: ReadonlyMap<ServerName, Child<Server>>,
  load: Child<object>,
): Promise<Background | undefined> {
  const service = started.get('service');
  if (!service) return undefined;
  note('waiting for what verifications leave to do, about three minutes');
  const nodes = [service, started.get('limited')].filter((node) => node !== undefined);
  const order = { port: service.ready.port, kind: 'verify' as const, connections: 64 };
  const measureBackground = await openBackground(rig, nodes);
  return measureBackground?.(load, { ...order, seconds: settings.seconds * 2 });
}

const backgroundText = (background: Background | undefined): string =>
  background
    ? `after the response, a verification costs ${background.server.toFixed(1)} µs of the server and ${background.postgres.toFixed(1)} µs of Postgres\n`
    : '';

await withRig(seed, bench);
