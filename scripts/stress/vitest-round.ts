// A round of a stress run: vitest in a process of its own.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { clockAhead } from '../../test/support/clocked-run.ts';
import { type FileRun, failuresTold } from '../../test/support/neighbours.ts';
import type { Round } from './rounds.ts';
import type { RoundResult } from './summary.ts';

const list = '.cache/stress/round.json';

interface Clock {
  /** The time when the round begins. */
  begins: Date;
  /** Until midnight, in seconds. */
  midnight: number;
}

/**
 * Runs the files once, in the order of ORDER or in one that the seed decides.
 * @param clock the time of the round, if it is not the real one
 * @param started is told of the process, so that a signal can end it
 */
export async function runRound(
  { number, seed }: Round,
  files: readonly string[],
  clock: Clock | undefined,
  started: (vitest: ChildProcess) => void,
): Promise<RoundResult> {
  rmSync(list, { force: true });
  const begins = clock?.begins.toISOString();
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    TEST_SEED: String(seed),
    STRESS_ROUND: String(number),
    ORDER: process.env['ORDER'] ?? 'shuffled',
    NEIGHBOURS: list,
    ...(clock && {
      CLOCK: begins,
      ...clockAhead((clock.begins.getTime() - Date.now()) / 1000),
    }),
  };
  const vitest = spawn(process.execPath, ['node_modules/.bin/vitest', 'run', ...files], {
    stdio: 'inherit',
    // It takes a second ctrl-C as an order to end at once, and the terminal would send one to it, too.
    detached: true,
    env,
  });
  started(vitest);
  const [status] = (await once(vitest, 'exit')) as [number | null];
  const runs = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as FileRun[]) : [];
  return {
    number,
    seed,
    ...(clock && begins && { clock: begins, midnight: clock.midnight }),
    runs,
    failed: status !== 0,
    failures: failuresTold(runs, env, false),
  };
}
