// Runs the tests of a work tree with the recorder.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FileRecord } from './recording/state.ts';

/** A run of test files. */
export interface Run {
  /** The paths of the records, by test files. All records of a run would need much memory. */
  records: Map<string, string>;
  /** Whether a test failed. */
  failed: boolean;
  /** The output of vitest. */
  log: string;
}

/** Brings the recorder into a work tree. Git ignores the folder. */
export function bringRecorder(tree: string): void {
  const folder = join(tree, '.cache/same/recording');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(import.meta.dirname, 'recording'), folder, { recursive: true });
}

/**
 * Runs test files of a work tree, and returns what they did.
 * @param out the folder of the records, which is emptied
 * @param all whether tests that draw among many alike have them all
 * @throws if nothing was recorded
 */
export async function record(
  tree: string,
  files: readonly string[],
  out: string,
  all: boolean,
): Promise<Run> {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const log = `${out}.log`;
  const written = openSync(log, 'w');
  const config = '.cache/same/recording/vitest.config.ts';
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--root', '.', '--config', config, ...files];
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    SAME_OUT: out,
    // The tests of both commits draw the same values.
    TEST_SEED: '1',
    ...(all ? {} : { TESTS: 'product' }),
  };
  // A run keeps its databases in a folder of its own.
  for (const name of ['TMPDIR', 'FILES', 'ORDER', 'BASE', 'HEAD', 'MAKEFLAGS']) delete env[name];
  const child = spawn(process.execPath, words, { cwd: tree, env, stdio: ['ignore', written, written] });
  running.add(child);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  running.delete(child);
  const records = recordsIn(out);
  if (records.size === 0 && code === 0) throw new Error(`Nothing was recorded in ${tree}. Read ${log}`);
  return { records, failed: code !== 0, log };
}

const running = new Set<ReturnType<typeof spawn>>();

/** Ends the runs that are under way. */
export const endRuns = (): void => running.forEach((child) => void child.kill());

/** The name of the file of a record, from the recorder, has a plus sign for each slash of the path. */
const recordsIn = (folder: string): Map<string, string> =>
  new Map(
    readdirSync(folder).map((name) => [name.replaceAll('+', '/').replace(/\.json$/, ''), join(folder, name)]),
  );

/** Reads a record of a run. */
export const readRecord = (path: string): FileRecord => JSON.parse(readFileSync(path, 'utf8')) as FileRecord;
