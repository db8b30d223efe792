// The gate: every step that must hold before a merge. It shows what each said, and ends with the sum.
import { writeFileSync } from 'node:fs';
import { environmentsOf, kindOf } from '../test/tiers/environments.ts';
import { select } from '../test/tiers/selection.ts';
import { sentinels } from '../test/tiers/sentinels.ts';
import { prepare, unpreparedFiles } from './environment/prepare.ts';
import { type Outcome, printSum, secondsIn, stepEnvironments } from './tiers/outcome.ts';
import { type GatePlan, planGate } from './tiers/plan.ts';
import { baseOf, gateSecondsFile, readGateSeconds, readRecord } from './tiers/record.ts';
import { clearReports, made, makeStep, runSteps, type Step } from './tiers/step.ts';
import { changedSince, headTime, testFiles, treeSeed } from './tiers/tree.ts';
import { vitestStep } from './tiers/vitest-step.ts';

/**
 * How long the files may take together, in seconds of a worker. Two workers need 980 s for them on two quiet cores; set-up, generated
 * files, types, lint and fuzzing need the rest of the 20 minutes.
 */
const budgets = { product: 1_450, heavy: 450 };

const record = readRecord();
// BASE=<commit> counts from a commit that is known to have landed.
const base = process.env['BASE'] || baseOf(record, headTime());
const changed = base === undefined ? undefined : changedSince(base);
const files = testFiles();
const selected = changed ? select(changed, files) : { files: [], everyClass: true, everything: true };
// The same commit has one seed, so that a failed run can be repeated.
const seed = Number((process.env['TEST_SEED'] ??= String(treeSeed())));
const { plan, left } = planGate({
  files,
  turn: record.turn,
  seconds: record.seconds,
  selected,
  seed,
  budgets,
  unprepared: unpreparedFiles(),
});

describePlan({ plan, left });
// In CI nothing may be skipped for a missing program. A developer decides what to install.
if (process.env['CI'] === 'true') prepare(plan.node18);
clearReports();
const outcomes = await runSteps(stepsOf(plan));
writeFileSync(gateSecondsFile, JSON.stringify({ ...readGateSeconds(), ...secondsIn(outcomes) }));
process.exitCode = printSum(outcomes, missingSentinels(outcomes)) > 0 ? 1 : 0;

function stepsOf({ node18, node15, deno15 }: GatePlan['plan']): Step[] {
  const heavy = node18.filter((file) => !isProduct(file));
  const since = base === undefined ? [] : [`BASE=${base}`];
  return [
    { ...makeStep('verify') },
    vitestStep('node18', 'node18', node18.filter(isProduct)),
    vitestStep('node15', 'node15', node15),
    vitestStep('deno15', 'deno15', deno15),
    {
      ...vitestStep('heavy', 'node18', heavy),
      beside: [
        makeStep('fuzz', ['BUDGET=60', ...since]),
        // make names the ones that fail.
        makeStep('static', [
          '--jobs=2',
          '--keep-going',
          '--output-sync',
          ...made('bundle', 'dashboard-client'),
        ]),
      ],
    },
  ];
}

function isProduct(file: string): boolean {
  return kindOf(file) === 'product';
}

function describePlan({ plan: { node18, node15, deno15 }, left: others }: GatePlan): void {
  const heavy = node18.filter((file) => !isProduct(file));
  console.log(
    `Turn ${record.turn}, TEST_SEED=${seed}, ${changed ? `${changed.length} paths changed since ${base}` : 'no base: everything runs'}`,
  );
  console.log(
    `${node18.length - heavy.length} files on node18, ${node15.length} on node15, ${deno15.length} on deno15, ${heavy.length} heavy ones`,
  );
  const reached = new Set(selected.files);
  const named = others.filter((file) => reached.has(file));
  console.log(`${others.length} files are left for the night; the change reaches ${named.length} of them`);
  for (const file of named) console.log(`left for the night: ${file}`);
}

/** Returns a sentence for each sentinel that did not run in one of its environments. */
function missingSentinels(all: readonly Outcome[]): string[] {
  return sentinels.flatMap(({ of, file, on }) =>
    (on ?? environmentsOf(file)).flatMap((environment) => {
      const ran = all.some(
        ({ name, files: own }) =>
          stepEnvironments[name] === environment && own.some((one) => one.file === file && one.passed > 0),
      );
      return ran ? [] : [`the sentinel of ${of} passed no test on ${environment}: ${file}`];
    }),
  );
}
