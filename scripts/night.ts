// The night: one part of everything, in all environments and with all cases. PART=3 or PART=3/8; otherwise the next in turn.
import { execFileSync } from 'node:child_process';
import { prepare } from './environment/prepare.ts';
import { printSum, secondsIn } from './tiers/outcome.ts';
import { planNight } from './tiers/plan.ts';
import {
  nextPart,
  partCount,
  readGateSeconds,
  readRecord,
  recordFile,
  withPart,
  writeRecord,
} from './tiers/record.ts';
import { clearReports, makeStep, runSteps } from './tiers/step.ts';
import { headCommit, testFiles, treeSeed } from './tiers/tree.ts';
import { vitestStep } from './tiers/vitest-step.ts';

/** One bench for each of the first parts: one short round takes up to a minute of two quiet cores. */
const benches = ['verify', 'tokens', 'scim', 'saml', 'webhooks'];

const record = readRecord();
const part = partOf(process.env['PART']) ?? nextPart(record);
const at = new Date().toISOString();
const commit = headCommit();
const files = testFiles();
const { node18, node15, deno15 } = planNight(files, part, record.seconds);
const thorough = { THOROUGH: '1', TEST_SEED: (process.env['TEST_SEED'] ??= String(treeSeed())) };

console.log(
  `Part ${part} of ${partCount} on ${commit}: ${node18.length} files on node18, ${node15.length} on node15, ${deno15.length} on deno15`,
);
// Before the clock starts: nothing may be skipped for a missing program.
if (process.env['CI'] === 'true') prepare(node18);
const started = performance.now();
clearReports();
const outcomes = await runSteps([
  {
    ...vitestStep('node18', 'node18', node18, thorough),
    // It sends one request after the other, which keeps half of the machine busy.
    beside: [makeStep('fuzz', [`PART=${part}/${partCount}`, 'MINUTES=7.5'])],
  },
  vitestStep('node15', 'node15', node15, thorough),
  vitestStep('deno15', 'deno15', deno15, thorough),
  // No test starts the benches, so nothing else says that one does not start any more.
  ...benches
    .slice(part - 1, part)
    .map((one) => ({ ...makeStep('bench', [`ONLY=${one}`, 'QUICK=1']), mostSeconds: 180 })),
]);
const failed = printSum(outcomes);
const run = {
  part,
  commit,
  at,
  seconds: Math.round((performance.now() - started) / 1000),
  passed: outcomes.reduce((total, one) => total + one.passed, 0),
  failures: outcomes.flatMap(({ name, names, failed: broken }) =>
    names.length > 0 ? names.map((one) => `${name}: ${one}`) : broken > 0 ? [name] : [],
  ),
};
writeRecord(withPart(record, run, { gate: readGateSeconds(), part: secondsIn(outcomes) }, files));
if (process.env['COMMIT'] !== '0') {
  const title = `night: part ${part} of ${partCount}, ${failed === 0 ? 'no failure' : `${failed} failed`}`;
  execFileSync('git', ['commit', '--quiet', '--only', recordFile, '--message', title]);
}
process.exitCode = failed > 0 ? 1 : 0;

/** @throws if the text names no part */
function partOf(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const [, wanted, count] = /^(\d+)(?:\/(\d+))?$/.exec(text) ?? [];
  const number = Number(wanted);
  if (!(number >= 1 && number <= partCount) || (count !== undefined && Number(count) !== partCount))
    throw new Error(
      `PART=${text} does not name a part of the night. Use PART=1/${partCount} to PART=${partCount}/${partCount}.`,
    );
  return number;
}
