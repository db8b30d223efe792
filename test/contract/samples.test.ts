import { execFile, spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { installedTools } from '../../scripts/python-tools.ts';
import type { Client } from '../support/client.ts';
import { lacks, programOf } from '../support/programs.ts';
import { test, type TestService } from '../support/service.ts';
import { callable as cases, callerOf, type Case, exampleBody, pathFor, reader } from './enumerate.ts';
import { bodies, standIns } from './ids.ts';

// What the reference shows is run as a reader would run it: only the examples in it are replaced by what is real.
const run = promisify(execFile);
const compiler = resolve('node_modules/typescript7/bin/tsc');
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keyward-samples-'));
  const client = join(folder, 'node_modules/@keyward/client');
  mkdirSync(client, { recursive: true });
  copyFileSync('clients/typescript/package.json', join(client, 'package.json'));
  await run(process.execPath, [compiler, '-p', 'clients/typescript', '--outDir', join(client, 'dist')]);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, '.curlrc'), 'silent\nfail-with-body\n');
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sampleOf = (operation: Case, label: string): string =>
  operation['x-codeSamples']?.find((sample) => sample.label === label)?.source ?? '';

async function realize(
  operation: Case,
  label: string,
  { ours, origin }: Pick<TestService, 'ours' | 'origin'>,
): Promise<string> {
  const sample = sampleOf(operation, label);
  let source = sample.replaceAll('http://localhost:3000', origin);
  // What stands in the path first: something in it may be inside of something else in it.
  const path = await pathFor(operation, ours);
  for (const { name = '', example } of operation.parameters as { name?: string; example?: unknown }[]) {
    if (path[name] !== undefined) source = source.replaceAll(String(example), path[name]);
  }
  const made = Object.entries((await bodies[operation.id]?.(ours)) ?? {});
  for (const [name, value] of made) source = source.replaceAll(String(exampleBody(operation)?.[name]), value);
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
type Way = (file: string, env: Record<string, string>) => Promise<Printed>;

/** Runs a sample, and tells what it printed. @throws when it fails or complains */
async function print(source: string, file: string, way: Way, { key = '' }: Client): Promise<string> {
  writeFileSync(join(folder, file), source);
  const { stdout, stderr } = await way(join(folder, file), { KEYWARD_API_KEY: key, KEYWARD_SCIM_TOKEN: key });
  if (stderr !== '') throw new Error(stderr);
  return stdout;
}

interface Runner {
  way: Way;
  end: () => void;
}

/** A program that runs file after file, each as a line of JSON on its standard input says. */
function startRunner(program: string, words: string[], env: Record<string, string> = {}): Runner {
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

const inShell: Way = (file, env) =>
  run('sh', [file], {
    cwd: folder,
    env: { PATH: process.env['PATH'], CURL_HOME: folder, ...env },
    // The contract is longer than the megabyte that is usual.
    maxBuffer: 16 * 1024 * 1024,
  });

/** Whether there is anything that a sample can print. */
const answers = (operation: Case): boolean =>
  reader
    .answers(operation)
    .filter(({ status }) => status.startsWith('2'))
    .every(({ content }) => content !== undefined);

describe('a sample in TypeScript', () => {
  let runner: Runner;
  beforeAll(() => {
    runner = startRunner(process.execPath, [resolve('test/contract/sample-runner.ts')]);
  });
  afterAll(() => runner.end());

  test.for(cases)('of $id runs', async (operation, { service }) => {
    const source = await realize(operation, 'TypeScript', service);
    const printed = await print(
      source,
      `${operation.id}.ts`,
      runner.way,
      await callerOf(operation, service.ours),
    );
    expect(printed !== '').toBe(answers(operation));
  });

  test('compiles, as each does', async () => {
    const files = cases.map(({ id }) => `typed-${id}.ts`);
    for (const one of cases) writeFileSync(join(folder, `typed-${one.id}.ts`), sampleOf(one, 'TypeScript'));
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2022',
      strict: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [resolve('node_modules/@types')],
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    await run(process.execPath, [compiler, '-p', '.'], { cwd: folder });
  }, 60_000);
});

const curl = programOf('curl');
describe.skipIf(lacks(curl, 'the samples in curl need curl'))('a sample in curl', () => {
  test.for(cases)('of $id runs', async (operation, { service }) => {
    const source = await realize(operation, 'curl', service);
    const printed = await print(
      source,
      `${operation.id}.sh`,
      inShell,
      await callerOf(operation, service.ours),
    );
    expect(printed !== '').toBe(answers(operation));
  });
});

// `make generate` makes it; whoever works on something else need not wait for Python's packages.
const python = installedTools();
const hint = 'the samples in Python need its client: make generate';
// That they pass a strict type checker, test/clients/python.test.ts says.
describe.skipIf(lacks(python, hint))('a sample in Python', () => {
  let runner: Runner;
  beforeAll(() => {
    // A sample uses its client to its end, so the connection is closed by Python and not by a line of its own.
    const flags = ['-W', 'error', '-W', 'ignore::ResourceWarning'];
    const env = { PYTHONPATH: resolve('clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' };
    const words = [...flags, resolve('test/contract/sample_runner.py')];
    runner = startRunner(join(python ?? '', 'python'), words, env);
  });
  afterAll(() => runner.end());

  test.for(cases)('of $id runs', async (operation, { service }) => {
    const source = await realize(operation, 'Python', service);
    const caller = await callerOf(operation, service.ours);
    const printed = await print(source, `${operation.id}.py`, runner.way, caller);
    expect(printed !== '').toBe(answers(operation));
  });
});
