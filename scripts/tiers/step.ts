// Steps of the gate and of the night: commands that run in order or side by side, and what came of each.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { type Outcome, outcomeOf } from './outcome.ts';

/** A command, and where it writes the results of its tests. */
export interface Step {
  name: string;
  command: readonly string[];
  env?: Record<string, string>;
  /** The JSON report of vitest, if the command runs tests. */
  report?: string;
  /** The step fails if it takes longer. Then it ends with all programs that it started. */
  mostSeconds?: number;
  /** These run beside it, one after the other. The output of each is shown at its end. */
  beside?: readonly Step[];
}

export const reportFolder = '.cache/check';

/** Empties the folder of reports. */
export function clearReports(): void {
  rmSync(reportFolder, { recursive: true, force: true });
  mkdirSync(reportFolder, { recursive: true });
}

/** Returns a step that makes a target. @param words variables of the target, and options of make */
export function makeStep(target: string, words: readonly string[] = [], beside: readonly Step[] = []): Step {
  return { name: target, command: ['make', '--no-print-directory', target, ...words], beside };
}

/** Returns the options with which make takes these targets as made, because a step before has made them. */
export const made = (...targets: string[]): string[] => targets.map((target) => `--old-file=${target}`);

/** Runs the steps in order. @param shown whether they print while they run */
export async function runSteps(steps: readonly Step[], shown = true): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const step of steps) {
    const [own, others] = await Promise.all([runStep(step, shown), runSteps(step.beside ?? [], false)]);
    outcomes.push(own, ...others);
  }
  return outcomes;
}

async function runStep(step: Step, shown: boolean): Promise<Outcome> {
  const title = `\n── ${step.name}`;
  if (shown) console.log(title);
  const started = performance.now();
  const { status, said } = await execute(step, shown);
  if (!shown) process.stdout.write(`${title}\n${said}`);
  return outcomeOf(step, status, (performance.now() - started) / 1000);
}

/** Runs a command, and returns what it said unless that was shown. The status is null if a signal ended it. */
async function execute(
  { command: [program = '', ...words], env = {}, mostSeconds }: Step,
  shown: boolean,
): Promise<{ status: number | null; said: string }> {
  const output = shown ? 'inherit' : 'pipe';
  // The flags of our own make would ask for a job server that is not there.
  const child = spawn(program, words, {
    env: { ...process.env, MAKEFLAGS: '', ...env },
    stdio: ['ignore', output, output],
    // A group of its own, which ends whole.
    detached: mostSeconds !== undefined,
  });
  const { pid } = child;
  const bound =
    mostSeconds !== undefined && pid !== undefined
      ? setTimeout(() => process.kill(-pid), mostSeconds * 1000)
      : undefined;
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => said.push(part));
  const [status] = (await once(child, 'close')) as [number | null];
  clearTimeout(bound);
  return { status, said: Buffer.concat(said).toString() };
}
