import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import process from 'node:process';
import type { Reporter, TestModule } from 'vitest/node';
import { kindOf } from '../tiers/environments.ts';

/** A test file that ran. */
export interface FileRun {
  file: string;
  /** The process that ran it, if the file told of it. */
  worker?: number;
  /** In seconds since the start of the run. */
  from: number;
  to: number;
  /** The names of its failed tests, and what failed outside of them. */
  failed: string[];
}

/** Returns the files that ran before it in its worker, in order. They share a process, so one may change what it finds. */
export const filesBefore = (runs: readonly FileRun[], { file, worker, from }: FileRun): string[] =>
  runs
    .filter((one) => worker !== undefined && one.worker === worker && one.file !== file && one.from <= from)
    .toSorted((a, b) => a.from - b.from)
    .map((one) => one.file);

/** The variables of a run that change what its tests draw or require. */
const kept = ['CI', 'THOROUGH', 'ROUNDS', 'CLOCK', 'TEST_SEED'];

/** Returns the command that runs these files in one worker, in this order and with the same draws. */
export function commandFor(files: readonly string[], env: NodeJS.ProcessEnv, isDeno: boolean): string {
  const on = isDeno ? ['ON=deno15'] : env['TEST_DATABASE_URL'] === undefined ? [] : ['ON=node15'];
  const target = env['CLOCK'] ? ['stress', 'TIMES=1'] : ['test', ...on];
  // The gate draws operations, which a run of chosen files does not.
  const draws =
    env['TEST_LIST'] && files.every((file) => kindOf(file) === 'product') ? ['TESTS=product'] : [];
  const values = kept.flatMap((name) => (env[name] ? [`${name}=${env[name]}`] : []));
  return ['make', ...target, ...draws, ...values, 'ORDER=named', `FILES="${files.join(' ')}"`].join(' ');
}

/** Returns what to know of each file that failed: its tests, its neighbours, and the command that repeats it. */
export function failuresTold(
  runs: readonly FileRun[],
  env: NodeJS.ProcessEnv,
  isDeno: boolean,
): readonly string[] {
  const round = env['STRESS_ROUND'] ? `round ${env['STRESS_ROUND']}, ` : '';
  return runs
    .filter(({ failed }) => failed.length > 0)
    .map((run) => {
      const before = filesBefore(runs, run);
      const neighbours = before.length > 0 ? before.join(' ') : 'none';
      return [
        ...run.failed.map((name) => `${run.file} > ${name}`),
        `  ${round}TEST_SEED=${env['TEST_SEED']}`,
        `  before it in its worker: ${run.worker === undefined ? 'not known' : neighbours}`,
        `  to repeat it: ${commandFor([...before, run.file], env, isDeno)}`,
      ].join('\n');
    });
}

/**
 * Says of each failed file which files ran before it in its worker, and how to repeat that: files share a process, so a test
 * may fail after one neighbour only.
 */
export class Neighbours implements Reporter {
  readonly #from = new Map<string, number>();
  readonly #to = new Map<string, number>();
  readonly #list: string | undefined;

  /** @param list the file into which it writes all `FileRun`s as JSON */
  constructor(list?: string) {
    this.#list = list;
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.#from.set(moduleId, performance.now() / 1000);
  }

  onTestModuleEnd({ moduleId }: TestModule): void {
    this.#to.set(moduleId, performance.now() / 1000);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const end = performance.now() / 1000;
    const runs = modules.map((module): FileRun => {
      const { worker } = module.meta();
      return {
        file: relative('.', module.moduleId),
        ...(worker !== undefined && { worker }),
        from: this.#from.get(module.moduleId) ?? end,
        to: this.#to.get(module.moduleId) ?? end,
        failed: failuresOf(module),
      };
    });
    if (this.#list) writeFileSync(this.#list, JSON.stringify(runs));
    const told = failuresTold(runs, process.env, process.versions['deno'] !== undefined);
    if (told.length > 0) console.error(`\n${told.join('\n')}\n`);
  }
}

function failuresOf(module: TestModule): string[] {
  const tests = [...module.children.allTests('failed')].map(({ fullName }) => fullName);
  const suites = [...module.children.allSuites()]
    .filter((suite) => suite.errors().length > 0)
    .map(({ fullName }) => `hooks of ${fullName}`);
  const others = module.errors().length > 0 ? ['outside of its tests'] : [];
  const all = [...tests, ...suites, ...others];
  const state = module.state();
  return all.length > 0 || state === 'passed' || state === 'skipped' ? all : ['did not end'];
}
