// Runs every step that must hold before a merge, shows what each said, and ends with the sum.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';

interface Step {
  target: string;
  /** Runs vitest, and counts its tests. */
  tests?: true;
  /** Variables of the target, and options of make. */
  words?: string[];
  /** These run beside it, one after the other. The output of each is shown at its end. */
  beside?: Step[];
}

/** The make targets in order. */
const steps: Step[] = [
  { target: 'verify' },
  { target: 'test', tests: true },
  { target: 'test-tools', tests: true },
  { target: 'test-chaos', tests: true },
  { target: 'test-dashboard', tests: true },
  // The tests of the API run on PostgreSQL 15 and under Deno here, and the deliveries in the next step. So the steps of these names
  // have only the others.
  { target: 'contract-proxy', tests: true, words: ['POSTGRES15=1', 'UNDER=deno'] },
  // Its deliveries to slow receivers have times of their own, which two other steps beside it use up.
  { target: 'test-deno', tests: true, words: ['WITHOUT_API=1', 'POSTGRES15=1'] },
  {
    // It sends one request after the other for five minutes in any case, which keeps one core busy.
    target: 'fuzz',
    beside: [
      { target: 'test-deployment', tests: true },
      { target: 'test-postgres15', tests: true, words: ['FILES=/queries/'] },
      // make names the ones that fail.
      {
        target: 'static',
        words: ['--jobs=2', '--keep-going', '--output-sync', ...made('bundle', 'dashboard-client')],
      },
    ],
  },
];

/** The options with which make takes these targets as made, because a step before has made them. */
function made(...targets: string[]): string[] {
  return targets.map((target) => `--old-file=${target}`);
}

interface Outcome {
  target: string;
  verdict: 'passed' | 'failed' | 'skipped';
  passed: number;
  failed: number;
  /** The tests and files that failed. */
  names: string[];
  seconds: number;
}
/** What we read of vitest's JSON report. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
}

const folder = '.cache/check';

/** @param shown whether it prints while it runs */
async function run({ target, tests, words: own = [] }: Step, shown: boolean): Promise<Outcome> {
  const title = `\n── ${target}`;
  if (shown) console.log(title);
  const report = `${folder}/${target}.json`;
  const started = performance.now();
  const words = ['--no-print-directory', target, ...own, ...(tests ? [`REPORT=${report}`] : [])];
  const { status, said } = await make(words, shown);
  if (!shown) process.stdout.write(`${title}\n${said}`);
  const seconds = (performance.now() - started) / 1000;
  const broken = status !== 0;
  if (!tests) return outcome(target, seconds, { passed: Number(!broken), failed: Number(broken), names: [] });
  const counted = existsSync(report)
    ? count(JSON.parse(readFileSync(report, 'utf8')) as Report)
    : { passed: 0, failed: 0, names: [] };
  // A run can break without a failed test: no test found, a set-up that threw, an unhandled rejection.
  return outcome(target, seconds, { ...counted, failed: counted.failed || Number(broken) });
}

/** Runs make, and returns what it said unless that was shown. The status is null if a signal ended it. */
async function make(words: string[], shown: boolean): Promise<{ status: number | null; said: string }> {
  // Our own make's flags would ask for a job server that is not there.
  const env = { ...process.env, MAKEFLAGS: '' };
  const output = shown ? 'inherit' : 'pipe';
  const child = spawn('make', words, { env, stdio: ['inherit', output, output] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => said.push(part));
  const [status] = (await once(child, 'close')) as [number | null];
  return { status, said: Buffer.concat(said).toString() };
}

async function runInOrder(all: Step[], shown = true): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const step of all) {
    const [own, others] = await Promise.all([run(step, shown), runInOrder(step.beside ?? [], false)]);
    outcomes.push(own, ...others);
  }
  return outcomes;
}

type Counts = Pick<Outcome, 'passed' | 'failed' | 'names'>;

function count({ numPassedTests, numFailedTests, testResults }: Report): Counts {
  const failedFiles = testResults.filter(({ status }) => status === 'failed');
  const named = failedFiles.map(({ name, assertionResults }) => ({
    file: relative('.', name),
    tests: assertionResults.filter(({ status }) => status === 'failed'),
  }));
  const brokenFiles = named.filter(({ tests }) => tests.length === 0);
  return {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles.length,
    names: named.flatMap(({ file, tests }) =>
      tests.length === 0 ? [file] : tests.map(({ fullName }) => `${file} > ${fullName}`),
    ),
  };
}

function outcome(target: string, seconds: number, counts: Counts): Outcome {
  const verdict = counts.failed > 0 ? 'failed' : counts.passed > 0 ? 'passed' : 'skipped';
  return { target, seconds, verdict, ...counts };
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const outcomes = await runInOrder(steps);

const column = (text: string | number, width: number) => String(text).padStart(width);
console.log(
  `\n${'step'.padEnd(18)}${column('result', 8)}${column('passed', 8)}${column('failed', 8)}${column('s', 8)}`,
);
for (const { target, verdict, passed, failed, seconds } of outcomes)
  console.log(
    `${target.padEnd(18)}${column(verdict, 8)}${column(passed, 8)}${column(failed, 8)}${column(seconds.toFixed(1), 8)}`,
  );
// The record of a run may keep only its end, so the names stand there.
for (const { target, names } of outcomes)
  for (const name of names) console.log(`failed in ${target}: ${name}`);
const sum = (pick: (one: Outcome) => number) => outcomes.reduce((total, one) => total + pick(one), 0);
const failed = sum((one) => one.failed);
console.log(`\n${sum((one) => one.passed)} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
