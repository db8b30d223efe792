// Some files of the product in one environment, in 240 s on two quiet cores: sentinels, and others that a seed draws. The word after
// the program names the environment, and TEST_SEED repeats a draw.
import { randomInt } from 'node:crypto';
import { environments } from '../test/tiers/environments.ts';
import { printSum } from './tiers/outcome.ts';
import { planTests } from './tiers/plan.ts';
import { readRecord } from './tiers/record.ts';
import { clearReports, runSteps } from './tiers/step.ts';
import { testFiles } from './tiers/tree.ts';
import { vitestStep } from './tiers/vitest-step.ts';

/** In seconds of a worker. Two workers run them, and the start takes some seconds. */
const budget = 420;

const environment = environments.find((one) => one === process.argv[2]);
if (!environment) throw new Error(`ON=${process.argv[2]} is not one of ${environments.join(', ')}`);
const seed = Number((process.env['TEST_SEED'] ??= String(randomInt(2 ** 31))));
const files = planTests({ files: testFiles(), seconds: readRecord().seconds, seed }, environment, budget);
clearReports();
const outcomes = await runSteps([vitestStep(environment, environment, files)]);
console.log(
  `\nTEST_SEED=${seed} drew ${files.length} files. make test THOROUGH=1 runs all of them, with all cases.`,
);
process.exitCode = printSum(outcomes) > 0 ? 1 : 0;
