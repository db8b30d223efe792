import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { go } from '../support/go.ts';
import { lacksGenerator, openapiGenerator } from '../support/openapi-generator.ts';
import { lacks, programOf } from '../support/programs.ts';
import { test } from '../support/service.ts';

// Users of Go make their clients with one of two generators (docs/decisions/0105-documents-for-generators.md). go.mod pins
// oapi-codegen and what the generated code imports.
const run = promisify(execFile);
const lacking =
  lacks(programOf('go'), 'clients made for Go need Go (Debian: apt install golang-go)') ||
  lacksGenerator('clients made for Go');
const document = resolve('generated/openapi.yaml');
let work = '';

async function generateWithOapiCodegen(folder: string): Promise<void> {
  mkdirSync(join(folder, 'keyward'));
  await go(folder, {}, 'tool', 'oapi-codegen', '-config', 'settings.yaml', document);
}

async function generateWithOpenapiGenerator(folder: string): Promise<void> {
  const target = join(folder, 'keyward');
  const from = ['generate', '-g', 'go', '-i', document, '-o', target, '--package-name', 'keyward'];
  const settings = [
    '--additional-properties=enumClassPrefix=true',
    '--global-property=apiTests=false,modelTests=false',
  ];
  await run(await openapiGenerator(join(work, 'generator')), [...from, ...settings], { maxBuffer: 1 << 24 });
  // It is a package of our module here.
  for (const own of ['go.mod', 'go.sum', 'test']) rmSync(join(target, own), { recursive: true, force: true });
}

const generators = [
  ['oapi-codegen', generateWithOapiCodegen],
  ['openapi-generator', generateWithOpenapiGenerator],
] as const;

describe.skipIf(lacking)('a client that a generator makes for Go', () => {
  beforeAll(() => {
    work = mkdtempSync(join(tmpdir(), 'keyward-go-'));
    cpSync('test/clients/go', work, { recursive: true });
  });
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  test.for(generators)(
    'compiles, and creates, rotates and verifies a credential, with %s',
    { timeout: 600_000 },
    async ([name, generate], { service }) => {
      await generate(join(work, name));
      // Without optimization, the compiler takes two thirds of the time.
      await go(
        work,
        {},
        'build',
        '-gcflags=all=-N -l -dwarf=false',
        '-o',
        join(work, `${name}.out`),
        `./${name}`,
      );
      const env = { ...process.env, KEYWARD_URL: service.origin, KEYWARD_API_KEY: service.ours.key ?? '' };
      const { stdout } = await run(join(work, `${name}.out`), [], { env });
      // The rotation ends the old secret, and the new one is valid.
      expect(stdout).toBe('false\ntrue\n');
    },
  );
});
