// The outcome of a step, and the sum that ends a run.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { durationsOf } from '../../test/support/durations.ts';
import type { Environment } from '../../test/tiers/environments.ts';
import type { Durations } from './record.ts';
import type { Step } from './step.ts';

export interface Outcome {
  name: string;
  verdict: 'passed' | 'failed' | 'skipped';
  passed: number;
  failed: number;
  /** The tests and files that failed. */
  names: string[];
  seconds: number;
  /** The outcome of each test file. */
  files: FileOutcome[];
}

export interface FileOutcome {
  file: string;
  /** Tests that passed. */
  passed: number;
  failed: boolean;
  seconds: number;
}

/** The part of vitest's JSON report that we read. */
interface Report {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    assertionResults: { status: string; fullName: string }[];
  }[];
}

/** @param status the exit code of the step; null if a signal ended it */
export function outcomeOf({ name, report }: Step, status: number | null, seconds: number): Outcome {
  const broken = status !== 0;
  if (report === undefined)
    return judged({ name, seconds, passed: Number(!broken), failed: Number(broken), names: [], files: [] });
  const counted = existsSync(report)
    ? count(readJson(report) as Report, readJson(durationsOf(report)) as Record<string, number>)
    : { passed: 0, failed: 0, names: [], files: [] };
  // A run can break without a failed test: no test found, a set-up that threw, an unhandled rejection.
  return judged({ name, seconds, ...counted, failed: counted.failed || Number(broken) });
}

function judged(counts: Omit<Outcome, 'verdict'>): Outcome {
  const verdict = counts.failed > 0 ? 'failed' : counts.passed > 0 ? 'passed' : 'skipped';
  return { ...counts, verdict };
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

function count({ numPassedTests, numFailedTests, testResults }: Report, durations: Record<string, number>) {
  const files = testResults.map(({ name, status, assertionResults }) => ({
    file: relative('.', name),
    passed: assertionResults.filter((one) => one.status === 'passed').length,
    failed: status === 'failed',
    seconds: durations[relative('.', name)] ?? 0,
    failures: assertionResults.filter((one) => one.status === 'failed').map(({ fullName }) => fullName),
  }));
  const failed = files.filter((file) => file.failed);
  const broken = failed.filter(({ failures }) => failures.length === 0);
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    names: failed.flatMap(({ file, failures }) =>
      failures.length === 0 ? [file] : failures.map((name) => `${file} > ${name}`),
    ),
    files: files.map(({ file, passed, failed: broke, seconds }) => ({
      file,
      passed,
      failed: broke,
      seconds,
    })),
  };
}

/** The steps that run test files, and where each runs them. */
export const stepEnvironments: Readonly<Record<string, Environment>> = {
  node18: 'node18',
  heavy: 'node18',
  node15: 'node15',
  deno15: 'deno15',
};

/** Returns how long each file took, in tenths of a second. */
export function secondsIn(outcomes: readonly Outcome[]): Durations {
  const durations: Durations = {};
  for (const { name, files } of outcomes) {
    const environment = stepEnvironments[name];
    if (environment === undefined) continue;
    for (const { file, seconds } of files)
      durations[file] = { ...durations[file], [environment]: Math.round(seconds * 10) / 10 };
  }
  return durations;
}

const column = (text: string | number, width: number): string => String(text).padStart(width);

/** Prints a row for each step, the names of what failed, and the sum. @returns how many failed */
export function printSum(outcomes: readonly Outcome[], alsoFailed: readonly string[] = []): number {
  console.log(
    `\n${'step'.padEnd(18)}${column('result', 8)}${column('passed', 8)}${column('failed', 8)}${column('s', 8)}`,
  );
  for (const { name, verdict, passed, failed, seconds } of outcomes)
    console.log(
      `${name.padEnd(18)}${column(verdict, 8)}${column(passed, 8)}${column(failed, 8)}${column(seconds.toFixed(1), 8)}`,
    );
  // The record of a run may keep only its end, so the names stand there.
  for (const { name, names } of outcomes) for (const one of names) console.log(`failed in ${name}: ${one}`);
  for (const sentence of alsoFailed) console.log(`failed: ${sentence}`);
  const failed = outcomes.reduce((total, one) => total + one.failed, alsoFailed.length);
  console.log(`\n${outcomes.reduce((total, one) => total + one.passed, 0)} passed, ${failed} failed`);
  return failed;
}
