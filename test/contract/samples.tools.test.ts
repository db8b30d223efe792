import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { installedTools } from '../../scripts/python-tools.ts';
import { lacks, lacksCurl } from '../support/programs.ts';
import { test } from '../support/service.ts';
import { halves } from '../support/thorough.ts';
import { callable } from './enumerate.ts';
import { expectToRun, run, type Runner, sampleFolder, startRunner, type Way } from './run-samples.ts';

// Both samples of an operation make the same call.
const [inCurl, inPython] = halves(callable, 'samples');

let folder: string;
beforeAll(async () => {
  folder = await sampleFolder();
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inShell: Way = (file, env) =>
  run('sh', [file], {
    cwd: folder,
    env: { PATH: process.env['PATH'], CURL_HOME: folder, ...env },
    // The contract is longer than the megabyte that is usual.
    maxBuffer: 16 * 1024 * 1024,
  });

describe.skipIf(lacksCurl('the samples in curl'))('a sample in curl', () => {
  test.for(inCurl)('for $id runs', (operation, { service }) =>
    expectToRun(operation, 'curl', join(folder, `${operation.id}.sh`), inShell, service),
  );
});

// `make generate` creates the Python client. Developers who work on something else need not wait for Python's packages.
const python = installedTools();
const hint = 'the samples in Python need its client: make generate';
// That they pass a strict type checker, test/clients/python.tools.test.ts says.
describe.skipIf(lacks(python, hint))('a sample in Python', () => {
  let runner: Runner;
  beforeAll(() => {
    // A sample uses the client until the sample ends. So Python closes the connection, and no line of the sample does.
    const flags = ['-W', 'error', '-W', 'ignore::ResourceWarning'];
    const env = { PYTHONPATH: resolve('clients/python/src'), PYTHONDONTWRITEBYTECODE: '1' };
    const words = [...flags, resolve('test/contract/sample_runner.py')];
    runner = startRunner(folder, join(python ?? '', 'python'), words, env);
  });
  afterAll(() => runner.end());

  test.for(inPython)('for $id runs', (operation, { service }) =>
    expectToRun(operation, 'Python', join(folder, `${operation.id}.py`), runner.way, service),
  );
});
