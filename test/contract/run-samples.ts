import { execFile, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { TestService } from '../support/service.ts';
import { callerOf, type Case, exampleBody, pathFor, reader } from './enumerate.ts';
import { bodies, standIns } from './ids.ts';

export const run = promisify(execFile);
export const compiler = resolve('node_modules/typescript7/bin/tsc');

/** Makes a folder that has the TypeScript client installed, and settings of curl. @returns its path */
export async function sampleFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-samples-'));
  const client = join(folder, 'node_modules/@keyward/client');
  mkdirSync(client, { recursive: true });
  copyFileSync('clients/typescript/package.json', join(client, 'package.json'));
  await run(process.execPath, [compiler, '-p', 'clients/typescript', '--outDir', join(client, 'dist')]);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, '.curlrc'), 'silent\nfail-with-body\n');
  return folder;
}

/** The sample of an operation in a language, as the contract has it. */
export const sampleOf = (operation: Case, label: string): string =>
  operation['x-codeSamples']?.find((sample) => sample.label === label)?.source ?? '';

async function realize(
  operation: Case,
  label: string,
  { ours, origin }: Pick<TestService, 'ours' | 'origin'>,
): Promise<string> {
  const sample = sampleOf(operation, label);
  let source = sample.replaceAll('http://localhost:3000', origin);
  // Values in the path come first: something in the path may be inside of something else in it.
  const path = await pathFor(operation, ours);
  for (const { name = '', example } of operation.parameters as { name?: string; example?: unknown }[]) {
    if (path[name] !== undefined) source = source.replaceAll(String(example), path[name]);
  }
  const made = Object.entries((await bodies[operation.id]?.(ours)) ?? {});
  for (const [name, value] of made) {
    const example = String(exampleBody(operation)?.[name]);
    // A list has the quotation marks of its only example.
    const quote = source[source.indexOf(example) - 1] ?? '';
    source = source.replaceAll(example, [value].flat().join(`${quote}, ${quote}`));
  }
  for (const [form, make] of made.length > 0 ? [] : standIns) {
    for (const example of new Set(sample.match(form))) source = source.replaceAll(example, await make(ours));
  }
  return source;
}

interface Printed {
  stdout: string;
  stderr: string;
}

/** Runs a file of the folder. @throws when it fails */
export type Way = (file: string, env: Record<string, string>) => Promise<Printed>;

/**
 * Runs the sample of an operation as a reader would. Replaces only the examples in the sample by real values. Expects
 * that the sample prints something if there is something to print, and never complains.
 */
export async function expectToRun(
  operation: Case,
  label: string,
  file: string,
  way: Way,
  service: TestService,
): Promise<void> {
  writeFileSync(file, await realize(operation, label, service));
  const { key = '' } = await callerOf(operation, service.ours);
  const { stdout, stderr } = await way(file, { KEYWARD_API_KEY: key, KEYWARD_SCIM_TOKEN: key });
  expect(stderr).toBe('');
  expect(stdout !== '').toBe(answers(operation));
}

export interface Runner {
  way: Way;
  end: () => void;
}

/** A program that runs file after file, each as a line of JSON on its standard input says. */
export function startRunner(
  folder: string,
  program: string,
  words: string[],
  env: Record<string, string> = {},
): Runner {
  const runner = spawn(program, words, {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answered = createInterface(runner.stdout)[Symbol.asyncIterator]();
  return {
    async way(file, env) {
      runner.stdin.write(`${JSON.stringify({ file, env })}\n`);
      const { value, done } = await answered.next();
      if (done) throw new Error(`the runner of samples ${words.at(-1)} has ended`);
      const { status, ...printed } = JSON.parse(value) as Printed & { status: number };
      if (status !== 0) throw new Error(printed.stderr);
      return printed;
    },
    end: () => void runner.stdin.end(),
  };
}

/** Whether there is anything that a sample can print. */
const answers = (operation: Case): boolean =>
  reader
    .answers(operation)
    .filter(({ status }) => status.startsWith('2'))
    .every(({ content }) => content !== undefined);
