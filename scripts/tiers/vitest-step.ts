// A run of vitest in one environment.
import { writeFileSync } from 'node:fs';
import type { Environment } from '../../test/tiers/environments.ts';
import { reportFolder, type Step } from './step.ts';

const deno = 'node_modules/.bin/deno';
const vitest = ['node_modules/.bin/vitest', 'run'];
const on15 = ['scripts/postgres15.sh'];

const commands: Record<Environment, { command: readonly string[]; env?: Record<string, string> }> = {
  node18: { command: [process.execPath, ...vitest] },
  node15: { command: [...on15, process.execPath, ...vitest] },
  deno15: { command: [...on15, deno, 'run', '-A', 'npm:vitest', 'run'], env: { CONTRACT_PROXY: '1' } },
};

/**
 * Returns a step that runs these files in their order, two at a time.
 * @param name of the step and of its files in the folder of reports
 */
export function vitestStep(
  name: string,
  environment: Environment,
  files: readonly string[],
  env: Record<string, string> = {},
): Step {
  const list = `${reportFolder}/${name}.files.json`;
  const report = `${reportFolder}/${name}.json`;
  writeFileSync(list, `${JSON.stringify(files, null, 1)}\n`);
  const { command, env: own = {} } = commands[environment];
  return { name, command, report, env: { TEST_LIST: list, REPORT: report, ...own, ...env } };
}
