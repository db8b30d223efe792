import type { Child } from './children.ts';
import { measure, type Row, type Run } from './measure.ts';
import { profileRun } from './profile.ts';
import { type Goal, saveResults, summarize, summaryText } from './report.ts';
import { note } from './rig.ts';

export interface Rounds {
  rounds: number;
  seconds: number;
  /** Seconds of each run that are not measured. */
  warmUp: number;
}

/** The usual rounds, or one short round that shows that everything works. */
export const roundsOf = ({ quick }: { quick: boolean }): Rounds =>
  quick ? { rounds: 1, seconds: 2, warmUp: 1 } : { rounds: 3, seconds: 4, warmUp: 2 };

/** Measures groups of runs round by round. The runs of a group are neighbours, and the one that begins changes. */
export async function inRounds(
  load: Child<object>,
  groups: readonly (readonly Run[])[],
  { rounds, seconds, warmUp }: Rounds,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let round = 1; round <= rounds; round++)
    for (const group of groups)
      for (const run of round % 2 === 1 ? group : group.toReversed()) {
        const row = await measure(load, run, { round, seconds, warmUp });
        rows.push(row);
        note(`round ${round}  ${row.name.padEnd(30)} ${row.perSecond.toFixed(0)} requests/s`);
      }
  return rows;
}

/**
 * Compares runs with each other, and reports.
 * @param profiled whether the profile of each server is printed instead
 * @param more what is measured after the rounds: a text, and what the file of results has
 */
export async function compareRuns(
  load: Child<object>,
  runs: readonly Run[],
  { goals, rounds, profiled }: { goals: readonly Goal[]; rounds: Rounds; profiled: boolean },
  more: () => Promise<{ text: string; results: object }> = async () => ({ text: '', results: {} }),
): Promise<void> {
  if (profiled) {
    for (const run of runs) process.stdout.write(await profileRun(load, run, rounds.seconds));
    return;
  }
  const rows = await inRounds(load, [runs], rounds);
  const summary = summarize(rows, runs, goals);
  const { text, results } = await more();
  const file = saveResults(rounds, rows, { ...summary, ...results });
  process.stdout.write(`\n${summaryText(summary)}\n${text}in full: ${file}\n`);
}
