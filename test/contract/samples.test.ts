import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { installedTools } from '../../scripts/python-tools.ts';
import type { Client } from '../support/client.ts';
import { lacks, programOf } from '../support/programs.ts';
import { test, type TestService } from '../support/service.ts';
import { callerOf, type Case, cases, pathFor, reader } from './enumerate.ts';
import { standIns } from './ids.ts';

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
  for (const [form, make] of standIns) {
    for (const example of new Set(sample.match(form))) source = source.replaceAll(example, await make(ours));
  }
  return source;
}

interface Way {
  file: string;
  command: string;
  /** Before the file. */
  args?: string[];
  env?: Record<string, string>;
}

/** Runs a sample, and tells what it printed. @throws when it fails or complains */
async function print(
  source: string,
  { file, command, args = [], env }: Way,
  client: Client,
): Promise<string> {
  writeFileSync(join(folder, file), source);
  const { stdout, stderr } = await run(command, [...args, file], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      KEYWARD_API_KEY: client.key,
      KEYWARD_SCIM_TOKEN: client.key,
      CURL_HOME: folder,
      ...env,
    },
  });
  if (stderr !== '') throw new Error(stderr);
  return stdout;
}

/** Whether there is anything that a sample can print. */
const answers = (operation: Case): boolean =>
  reader
    .answers(operation)
    .filter(({ status }) => status.startsWith('2'))
    .every(({ content }) => content !== undefined);

describe('a sample in TypeScript', () => {
  test.for(cases)('of $id runs', async (operation, { service }) => {
    const source = await realize(operation, 'TypeScript', service);
    const printed = await print(
      source,
      { file: `${operation.id}.ts`, command: process.execPath },
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
      { file: `${operation.id}.sh`, command: 'sh' },
      await callerOf(operation, service.ours),
    );
    expect(printed !== '').toBe(answers(operation));
  });
});

// `make generate` makes it; whoever works on something else need not wait for Python's packages.
const python = installedTools();
const hint = 'the samples in Python need its client: make generate';
describe.skipIf(lacks(python, hint))('a sample in Python', () => {
  const env = { PYTHONPATH: resolve('clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' };
  test.for(cases)('of $id runs', async (operation, { service }) => {
    const source = await realize(operation, 'Python', service);
    const way = {
      file: `${operation.id}.py`,
      command: join(python ?? '', 'python'),
      // A sample uses its client to its end, so the connection is closed by Python and not by a line of its own.
      args: ['-W', 'error', '-W', 'ignore::ResourceWarning'],
      env,
    };
    const caller = await callerOf(operation, service.ours);
    expect((await print(source, way, caller)) !== '').toBe(answers(operation));
  });

  test('passes a strict type checker, as each does', async () => {
    const files = cases.map(({ id }) => `typed_${id}.py`);
    for (const one of cases) writeFileSync(join(folder, `typed_${one.id}.py`), sampleOf(one, 'Python'));
    const flags = ['--strict', '--no-incremental', '--no-error-summary', ...files];
    await run(join(python ?? '', 'mypy'), flags, { cwd: folder, env: { MYPYPATH: env.PYTHONPATH } });
  }, 120_000);
});
