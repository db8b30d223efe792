// Runs test files many times beside busy cores: shuffled, with a seed for each round, some rounds over midnight.
import { type ChildProcess, fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { faketime } from '../test/support/clocked-run.ts';
import { type Round, clockable, roundsOf, secondsBefore } from './stress/rounds.ts';
import { type RoundResult, linesOf, tableOf } from './stress/summary.ts';
import { runRound } from './stress/vitest-round.ts';

const given = process.env;
const filters = (given['FILES'] ?? '').split(/\s+/).filter(Boolean);
if (filters.length === 0) {
  console.error('Say which files: make stress FILES="test/webhooks /api/roles" TIMES=20');
  process.exit(2);
}
const all = globSync('test/**/*.test.ts').toSorted();
// As vitest does: a filter is a part of a path. The order of the filters stays for ORDER=named.
const files = [...new Set(filters.flatMap((filter) => all.filter((file) => file.includes(filter))))];
const timed = clockable(files);

/** Why no round passes midnight, if none does. */
function realClockOnly(): string | undefined {
  if (faketime === undefined)
    return 'No round passes midnight: that needs faketime (Debian: apt-get install faketime).';
  if (given['TEST_DATABASE_URL'] !== undefined)
    return 'No round passes midnight: the server of TEST_DATABASE_URL keeps the real clock.';
  return timed.length === 0
    ? 'No round passes midnight: all files start programs of their own, which keep the real clock.'
    : undefined;
}

const reason = realClockOnly();
const first = Number(given['TEST_SEED'] || randomInt(2 ** 31 - 1_000_000));
const times = Number(given['TIMES'] || 20);
// MIDNIGHT=1 and CLOCK are for all rounds, MIDNIGHT=0 for none.
const every = reason ? 0 : given['CLOCK'] ? 1 : Number(given['MIDNIGHT'] ?? 3);
const rounds = roundsOf(times, first, every, new Date());
console.log(`${files.length} files, ${times} rounds, TEST_SEED=${first} and the following ones`);
if (reason) console.log(reason);
else if (every > 0) {
  console.log('Over midnight, no timeout of Postgres ends a wait (lock_timeout, statement_timeout).');
  if (timed.length < files.length)
    console.log(
      `Over midnight, ${files.length - timed.length} files are left out: they start programs with the real clock.`,
    );
}

const busy = Array.from({ length: availableParallelism() }, () =>
  fork(new URL('stress/busy-loop.ts', import.meta.url), { env: {} }),
);
let vitest: ChildProcess | undefined;
let isEnding = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isEnding = true;
    for (const one of busy) if (one.connected) one.disconnect();
    // It ends its Postgres after this signal only.
    vitest?.kill('SIGINT');
  });

const results: RoundResult[] = [];

/** The clock of a round that passes midnight. Its moment is drawn from what the rounds before took. */
function clockOf({ midnight, isAfter, seed }: Round) {
  if (midnight === undefined) return undefined;
  if (given['CLOCK']) {
    const begins = new Date(given['CLOCK']);
    return { begins, midnight: (86_400_000 - (begins.getTime() % 86_400_000)) / 1000 };
  }
  if (isAfter) return { begins: new Date(midnight.getTime() + 1000), midnight: -1 };
  const measured = linesOf(results).filter(({ file }) => timed.includes(file));
  // The library of the clock makes a start slower.
  const latest = results.findLast(({ clock }) => clock !== undefined) ?? results.at(-1);
  const start = latest ? Math.min(...latest.runs.map(({ from }) => from)) : Number.POSITIVE_INFINITY;
  const before = secondsBefore(
    seed,
    Number.isFinite(start) ? start : 15,
    measured.length > 0 ? measured.map(({ median }) => median) : [20],
  );
  return { begins: new Date(midnight.getTime() - before * 1000), midnight: before };
}

mkdirSync('.cache/stress', { recursive: true });
for (const round of rounds) {
  if (isEnding) break;
  const clock = clockOf(round);
  const time = clock ? `, from ${clock.begins.toISOString()}` : '';
  console.log(`\n── round ${round.number} of ${times}, TEST_SEED=${round.seed}${time}`);
  const started = (one: ChildProcess): void => void (vitest = one);
  const result = await runRound(round, clock ? timed : files, clock, started);
  // A round that a signal ended proves nothing.
  if (!isEnding) results.push(result);
}
for (const one of busy) if (one.connected) one.disconnect();

const lines = linesOf(results);
const report = { first, times, lines, rounds: results };
writeFileSync('.cache/stress/report.json', JSON.stringify(report, undefined, 2));
for (const { failures } of results) for (const text of failures) console.log(`\n${text}`);
for (const { number, seed, failed, failures } of results)
  if (failed && failures.length === 0)
    console.log(`\nround ${number} failed outside of its files: TEST_SEED=${seed}`);
console.log(`\n${tableOf(lines)}`);
const failed = results.filter((result) => result.failed).length;
console.log(
  `\n${results.length} rounds ran, ${failed} failed; .cache/stress/report.json has all of their files`,
);
if (failed > 0) process.exitCode = 1;
if (isEnding) process.exitCode = 130;
