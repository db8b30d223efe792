import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { test } from '../support/service.ts';
import { half } from '../support/thorough.ts';
import { callable as cases } from './enumerate.ts';
import {
  compiler,
  expectToRun,
  run,
  type Runner,
  sampleFolder,
  sampleOf,
  startRunner,
} from './run-samples.ts';

describe('a sample in TypeScript', () => {
  let folder: string;
  let runner: Runner;
  beforeAll(async () => {
    folder = await sampleFolder();
    runner = startRunner(folder, process.execPath, [resolve('test/contract/sample-runner.ts')]);
  }, 60_000);
  afterAll(() => {
    runner.end();
    rmSync(folder, { recursive: true, force: true });
  });

  test.for(half(cases, 'samples in TypeScript'))('for $id runs', (operation, { service }) =>
    expectToRun(operation, 'TypeScript', join(folder, `${operation.id}.ts`), runner.way, service),
  );

  test('compiles for every operation', async () => {
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
