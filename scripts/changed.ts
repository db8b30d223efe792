// Checks everything that the changes of the work tree reach: types, lint, English, generated files and tests.
// The checks take less than two minutes. BASE=<commit> counts from another commit than HEAD.
import { existsSync } from 'node:fs';
import { environmentsOf, kindOf } from '../test/tiers/environments.ts';
import { select } from '../test/tiers/selection.ts';
import { sentinels } from '../test/tiers/sentinels.ts';
import { printSum } from './tiers/outcome.ts';
import { secondsOf } from './tiers/plan.ts';
import { readRecord } from './tiers/record.ts';
import { clearReports, runSteps, type Step } from './tiers/step.ts';
import { changedSince, testFiles } from './tiers/tree.ts';
import { vitestStep } from './tiers/vitest-step.ts';

/** How long the tests may take together, in seconds of a worker. Two workers run them, after a start of some seconds. */
const budget = Number(process.env['SECONDS'] ?? 70) * 2;

const base = process.env['BASE'] || 'HEAD';
const changed = changedSince(base);
if (!changed) throw new Error(`BASE=${base} names a commit that this clone does not have`);
if (changed.length === 0) {
  console.log(`Nothing differs from ${base}.`);
  process.exit();
}
const { files, everyClass } = select(changed, testFiles());
const reached = [...new Set([...files, ...(everyClass ? sentinels.map(({ file }) => file) : [])])];
const { chosen, left } = within(reached);
console.log(
  `${changed.length} paths changed since ${base}. ${chosen.length} test files of ${reached.length} that they reach:`,
);
for (const file of chosen) console.log(`  ${file}`);
clearReports();
const outcomes = await runSteps(stepsOf(changed));
if (left.length > 0)
  console.log(`\nNot run, because two minutes have no room for them:\n  ${left.join('\n  ')}`);
process.exitCode = printSum(outcomes) > 0 ? 1 : 0;

/** Returns the first files that the budget has room for. */
function within(all: readonly string[]): { chosen: string[]; left: string[] } {
  const { seconds } = readRecord();
  const [chosen, left]: [string[], string[]] = [[], []];
  let used = 0;
  for (const file of all) {
    const own = secondsOf(file, 'node18', seconds);
    const fits = kindOf(file) !== 'long' && environmentsOf(file).includes('node18') && used + own <= budget;
    if (fits) used += own;
    (fits ? chosen : left).push(file);
  }
  return { chosen, left };
}

function stepsOf(paths: readonly string[]): Step[] {
  const there = paths.filter((path) => existsSync(path));
  const code = there.filter((path) => /\.(ts|tsx|js)$/.test(path));
  const node = process.execPath;
  const run = (name: string, ...words: string[]): Step => ({ name, command: [node, ...words] });
  const reading: Step[] = [run('types', 'node_modules/typescript7/bin/tsc', '-p', '.')];
  if (paths.some((path) => path.startsWith('dashboard/')))
    reading.push({ name: 'dashboard types', command: ['make', '--no-print-directory', 'types'] });
  if (code.length > 0) {
    reading.push(run('lint', 'node_modules/.bin/oxlint', ...code));
    reading.push(run('format', 'node_modules/.bin/biome', 'format', '--no-errors-on-unmatched', ...code));
  }
  if (paths.some((path) => /^(openapi|migrations|src\/config|scripts)\b/.test(path)))
    reading.push({ name: 'verify', command: ['make', '--no-print-directory', 'verify'] });
  const [first, ...others] = reading as [Step, ...Step[]];
  const besides: Step = { ...first, beside: others };
  const english = [
    'test/unit/plain-english.test.ts',
    ...chosen.filter((file) => file !== 'test/unit/plain-english.test.ts'),
  ];
  return [besides, vitestStep('tests', 'node18', english)];
}
