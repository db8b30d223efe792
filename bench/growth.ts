// The same operations with few and with many rows of each kind, in two databases and in turns. Run it by `make bench-growth`.
// A task does the same work in both. Options:
//   --quick               few rows and one short round, to see that everything works
//   --rows=<count>        of each kind in the large database, instead of a million
//   --large               only credentials and usage facts, and ten million of them
//   --only=<text>,<text>  operations whose name contains one of them
import pg from 'pg';
import { openDatabase } from '../src/database/open.ts';
import { createVault } from '../src/platform/vault.ts';
import { readOptions } from './frame/options.ts';
import { calibrate } from './frame/calibration.ts';
import { type Request, requestsOf } from './growth/requests.ts';
import { runRequest, runTask, type Side } from './growth/runs.ts';
import { fill, type Grown, largeParts } from './growth/seed.ts';
import { mostRounds, sizes } from './growth/sizes.ts';
import { countingStatements, openStatements } from './growth/statements.ts';
import { grownText, type Line, lineOf, type Run, tableText } from './growth/table.ts';
import { tasks } from './growth/tasks.ts';
import { median, saveResults } from './frame/report.ts';
import { type Database, note, type Rig, startService, withRig } from './frame/rig.ts';

const options = readOptions({ quick: false, rows: undefined, large: false, only: undefined });
const settings = sizes(options.quick ? 'quick' : 'usual');
const few = settings.rows[0];
const many = Number(options.rows ?? (options.large ? 10 * settings.rows[1] : settings.rows[1]));
const lists = options.large ? largeParts : undefined;
const wanted = (name: string): boolean =>
  options.only === undefined || options.only.split(',').some((part) => name.includes(part));

/** Nothing may end a run but its time. */
const env = {
  ROLE: 'api',
  LOG_LEVEL: 'error',
  RATE_LIMIT_PER_MINUTE: '0',
  SCIM_RATE_LIMIT_PER_MINUTE: '0',
  MAX_USERS: '10000000',
  MAX_GROUPS: '1000000',
  MAX_IDENTITIES: '10000000',
  MAX_CREDENTIALS: '100000000',
  MAX_CREDENTIALS_PER_IDENTITY: '1000000',
};

/** `wal_level=minimal` makes indexes without WAL, so that the disk holds two databases. */
const flags = [...countingStatements, 'wal_level=minimal', 'max_wal_senders=0', 'max_wal_size=24GB'];

async function openSide(
  rig: Rig<Grown>,
  { urls, postmaster, probe }: Database,
  grown: Grown,
  closing: (() => Promise<void>)[],
): Promise<Side> {
  // Vacuum is settled; it would count to whichever run it falls into.
  await probe.query('alter system set autovacuum = off');
  await probe.query('select pg_reload_conf()');
  await openStatements(probe);
  const superuser = new pg.Client(urls.superuser);
  await superuser.connect();
  closing.push(() => superuser.end());
  await superuser.query('set session_replication_role = replica');
  const vault = createVault([Buffer.from(rig.masterKey, 'base64')]);
  await superuser.query('update webhooks set secret = $1', [vault.seal('', '', '')]);
  const database = await openDatabase(urls.service, 5);
  closing.push(() => database.close());
  const service = await startService({ ...rig, databaseUrl: urls.service }, env);
  return {
    postmaster,
    probe,
    grown,
    superuser,
    service,
    parts: { database, orgId: grown.orgId, vault },
  };
}

/** Both sides after each other, and in the next round the other way round. */
async function inTurns(
  name: string,
  sides: readonly [small: Side, large: Side],
  run: (side: Side, round: number, at: 0 | 1) => Promise<Run>,
): Promise<Line | undefined> {
  const runs: [Run[], Run[]] = [[], []];
  try {
    for (let round = 0; round <= Math.min(settings.rounds, mostRounds); round++)
      for (const at of round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const found = await run(sides[at], round, at);
        // The first round fills caches and makes plans.
        if (round > 0) runs[at].push(found);
      }
  } catch (error) {
    note(
      `${name} FAILED: ${error instanceof Error ? (error.stack ?? error.message).slice(0, 1500) : String(error)}`,
    );
    process.exitCode = 1;
    return undefined;
  }
  const line = lineOf({ name, small: runs[0], large: runs[1] });
  note(`${name}: ${line.ratio.toFixed(2)}`);
  return line;
}

async function bench(rig: Rig<Grown>): Promise<void> {
  const closing: (() => Promise<void>)[] = [];
  try {
    await compare(rig, closing);
  } finally {
    for (const close of closing) await close();
  }
}

async function compare(rig: Rig<Grown>, closing: (() => Promise<void>)[]): Promise<void> {
  let grown: Grown | undefined;
  const began = performance.now();
  const large = await rig.addDatabase(async (urls) => {
    grown = await fill(urls, many, lists);
  });
  if (!grown) throw new Error('the large database was not filled');
  note(`seeded in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const sides = [
    await openSide(rig, rig, rig.data, closing),
    await openSide(rig, large, grown, closing),
  ] as const;
  const load = await rig.start<object>('frame/load.ts');
  const lines: Line[] = [];
  const add = (line: Line | undefined): void => void (line && lines.push(line));
  const calibrations = [];
  for (const task of tasks)
    if (wanted(task.name) && (!options.large || task.inLarge))
      add(await inTurns(task.name, sides, (side, round) => runTask(side, task, round)));
  calibrations.push(await calibrate(rig.probe, rig.postmaster));
  const requests = sides.map(({ grown: each }) => requestsOf(each)) as [Request[], Request[]];
  for (const [place, { name, inLarge }] of requests[0].entries()) {
    if (!wanted(name) || (options.large && !inLarge)) continue;
    const of = (at: 0 | 1): Request => requests[at][place] as Request;
    add(
      await inTurns(name, sides, (side, round, at) => {
        const { warmUp } = settings;
        // Round 0 is a warm-up already.
        return runRequest(side, load, of(at), round, round === 0 ? { warmUp: 0, seconds: warmUp } : settings);
      }),
    );
  }
  calibrations.push(await calibrate(rig.probe, rig.postmaster));
  process.stdout.write(`\n${tableText(lines, [few, many])}\n\n${grownText(lines)}\n`);
  const update = median(calibrations.map((one) => one.update));
  process.stdout.write(
    `fixed work: an update of an unlogged row takes ${update.toFixed(1)} µs of Postgres\n`,
  );
  note(saveResults({ ...settings, rows: [few, many] }, lines, { calibrations }));
}

await withRig((urls) => fill(urls, few, lists), bench, { flags });
