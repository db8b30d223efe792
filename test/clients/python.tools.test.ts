import { execFile, spawnSync } from 'node:child_process';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { generate } from '../../scripts/client-python.ts';
import { type Contract, operationsOf } from '../../src/lib/contract.ts';
import { readContract } from '../../scripts/contract.ts';
import { pythonTools, pythonVersion } from '../../scripts/python-tools.ts';
import { aScimToken } from '../support/builders.ts';
import { lacks } from '../support/programs.ts';
import { test } from '../support/service.ts';

const source = resolve('clients/python');
let work = '';
const tools = pythonTools([3, 10]);
const missing = 'missing' in tools && lacks(undefined, `the Python client: ${tools.missing}`);
if ('missing' in tools && !missing) throw new Error(tools.missing);
const { folder, python } = 'missing' in tools ? { folder: '', python: '' } : tools;
/** The Python of this machine, and the oldest that we support if this machine has it. */
const interpreters = [
  python,
  ...(pythonVersion('python3.10') && pythonVersion(python)?.[1] !== 10 ? ['python3.10'] : []),
];
const canGenerate = !missing && (pythonVersion(`${folder}/bin/python`)?.[1] ?? 0) >= 11;

/** Runs a program in clients/python and gives what it printed. @throws with that when it fails */
const run = (program: string, words: string[], env: Record<string, string> = {}) =>
  new Promise<string>((done, fail) => {
    const settings = { cwd: source, env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env } };
    execFile(program, words, settings, (error, out, err) => {
      if (error) fail(new Error(`${program} ${words.join(' ')}\n${out}${err}`));
      else done(out + err);
    });
  });
const tool = (name: string, ...words: string[]) => run(resolve(folder, 'bin', name), words);
/** A virtual environment with nothing but the wheel, what it asks for, and pytest. */
const environment = (interpreter: string) => join(work, interpreter.replace(/\W/g, '-'));
const pip = (interpreter: string, ...words: string[]) =>
  tool(
    'pip',
    '--disable-pip-version-check',
    '--python',
    join(environment(interpreter), 'bin/python'),
    ...words,
  );

async function install(interpreter: string, wheel: string): Promise<void> {
  const clean = environment(interpreter);
  // The pip of the tools installs into it; to give each its own takes seconds.
  await run(interpreter, ['-m', 'venv', '--without-pip', clean]);
  await pip(
    interpreter,
    'install',
    '--quiet',
    '-c',
    resolve('scripts/environment/requirements.txt'),
    'pytest',
    wheel,
  );
}

describe.skipIf(missing)('the Python client', () => {
  beforeAll(async () => {
    work = mkdtempSync(join(tmpdir(), 'keyward-python-'));
    await tool('python', '-m', 'build', '--wheel', '--no-isolation', '--outdir', work);
    const [wheel = ''] = globSync(join(work, '*.whl'));
    for (const interpreter of interpreters) await install(interpreter, wheel);
  }, 120_000);
  afterAll(() => rmSync(work, { recursive: true, force: true }));

  test.for(interpreters)(
    'passes its tests and runs the examples of its README, installed from its wheel, on %s',
    { timeout: 300_000 },
    async (interpreter, { service }) => {
      const printed = await run(join(environment(interpreter), 'bin/python'), ['-m', 'pytest', '-q'], {
        KEYWARD_URL: service.origin,
        KEYWARD_API_KEY: service.ours.key ?? '',
        KEYWARD_ORG_ID: service.ours.orgId ?? '',
        KEYWARD_SCIM_TOKEN: (await aScimToken(service.ours)).token,
      });
      expect(printed).toMatch(/^\d+ passed in/m);
    },
  );

  test('is typed by mypy --strict', { timeout: 300_000 }, async () => {
    const words = ['--strict', '--python-version', '3.10', '--cache-dir', resolve('.cache/mypy')];
    await tool('mypy', ...words, 'src/keyward_client');
  });

  // Together, because what they all import takes mypy longer than they do.
  test('is typed for those who use mypy --strict, finds their mistakes, and takes every Python sample of the contract', {
    timeout: 300_000,
  }, async () => {
    const samples = operationsOf(readContract()).flatMap(({ id, 'x-codeSamples': given = [] }) =>
      given.filter(({ lang }) => lang === 'Python').map(({ source }) => ({ id, source })),
    );
    expect(samples.length).toBeGreaterThan(100);
    mkdirSync(join(work, 'samples'));
    for (const sample of samples) writeFileSync(join(work, 'samples', `${sample.id}.py`), sample.source);
    const installed = join(environment(python), 'bin/python');
    const words = ['--strict', '--python-version', '3.10', '--cache-dir', resolve('.cache/mypy-installed')];
    await tool(
      'mypy',
      ...words,
      '--python-executable',
      installed,
      'tests/typed_user.py',
      join(work, 'samples'),
    );
  });

  test('has the version of the contract', async () => {
    const { info } = JSON.parse(readFileSync('generated/openapi.json', 'utf8')) as {
      info: { version: string };
    };
    const printed = await pip(python, 'show', 'keyward-client');
    expect(printed).toContain(`Version: ${info.version}\n`);
  });

  test('has a name of its own: "keyward" on the index is a stranger\'s package', () => {
    const [record = ''] = globSync(
      join(environment(python), 'lib/python*/site-packages/keyward_client-*.dist-info/RECORD'),
    );
    const folders = readFileSync(record, 'utf8').matchAll(/^(?!\.)([^/"\s]+)\//gm);
    expect(new Set(Array.from(folders, ([, name]) => name?.replace(/-.*/, '')))).toEqual(
      new Set(['keyward_client']),
    );
    // Words that a reader would type: in the docs, the contract's samples and the client itself.
    const words = [
      'grep',
      '-nE',
      '(from|import|pip install) keyward([. ]|$)',
      ':!test/contract/released.yaml',
    ];
    const shown = spawnSync('git', words, { encoding: 'utf8' });
    expect(shown.stdout).toBe('');
  });

  test('has the licence of the repository', () => {
    const [copy = ''] = globSync(
      join(environment(python), 'lib/python*/site-packages/keyward_client-*.dist-info/licenses/LICENSE'),
    );
    expect(readFileSync(copy, 'utf8')).toBe(readFileSync('LICENSE', 'utf8'));
  });

  test.runIf(canGenerate)('leaves what is there when the generator fails', () => {
    const target = join(work, 'kept');
    mkdirSync(target);
    writeFileSync(join(target, 'kept.py'), '');
    const broken = { openapi: '3.1.1', info: {}, paths: {} } as Contract;
    expect(() => generate(broken, folder, join(work, 'failing'), target)).toThrow('the generator');
    expect(readdirSync(target)).toEqual(['kept.py']);
  });

  test.runIf(canGenerate)('is formatted, and its linter finds nothing', async () => {
    await tool('ruff', 'format', '--check');
    await tool('ruff', 'check');
  });

  test.runIf(canGenerate)('gains the families of a contract without a line by hand', async () => {
    const contract = JSON.parse(readFileSync('test/clients/python-tomorrow.json', 'utf8')) as Contract;
    const planted = join(work, 'tomorrow/keyward_client');
    cpSync(join(source, 'src/keyward_client'), planted, { recursive: true });
    generate(contract, folder, join(work, 'generator'), join(planted, '_generated'));
    const printed = await run(
      join(environment(python), 'bin/python'),
      ['-m', 'pytest', '-q', 'tests/tomorrow.py'],
      { PYTHONPATH: join(work, 'tomorrow') },
    );
    expect(printed).toMatch(/^\d+ passed in/m);
  });
});
