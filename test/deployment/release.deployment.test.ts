// The cheap parts of a release: two builds are equal, and what is installed from them works without the sources.
import { execFile, execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { pythonTools } from '../../scripts/python-tools.ts';
import { changedFiles, statementOf } from '../../scripts/release/publishable.ts';
import { treeVersion } from '../../scripts/release/version-places.ts';
import { buildDist, onlyFile } from '../support/dist.ts';
import { expectLife, pythonActs, settingsOf, typescriptActs } from '../support/four-acts.ts';
import { lacks } from '../support/programs.ts';
import { test } from '../support/service.ts';

const run = promisify(execFile);
const version = treeVersion();
const parts = [
  'notes',
  'contract',
  'chart',
  'action',
  'docs',
  'bill',
  'client',
  'middleware',
  'cli',
  'python',
];
const work = mkdtempSync(join(tmpdir(), 'keyward-dist-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));
const [one, two] = [join(work, 'one'), join(work, 'two')];
const tools = pythonTools([3, 11]);
const missing = 'missing' in tools && lacks(undefined, `the release: ${tools.missing}`);
if ('missing' in tools && !missing) throw new Error(tools.missing);

const textOf = (...path: string[]): string => readFileSync(join(one, ...path), 'utf8');
const fileOf = (folder: string, end: string): string => onlyFile(join(one, folder), end);
/** Returns the names of the files in an archive, without those of its folders. */
const listed = (file: string): string[] =>
  execFileSync('tar', ['-tzf', file], { encoding: 'utf8' })
    .split('\n')
    .filter((name) => name !== '' && !name.endsWith('/'));

describe.skipIf(missing)('a release', () => {
  beforeAll(async () => {
    const [said] = await Promise.all([buildDist(one, parts), buildDist(two, parts)]);
    for (const part of parts) expect(said).toContain(`built ${part}\n`);
  }, 300_000);

  test('has equal checksums when it is built again', () => {
    const sums = textOf('SHA256SUMS');
    expect(readFileSync(join(two, 'SHA256SUMS'), 'utf8')).toBe(sums);
    expect(sums.split('\n').length).toBeGreaterThan(parts.length);
  });

  test('is checked by its users with the command of the guide, next to the files that they have', () => {
    const guide = readFileSync('docs/releasing.md', 'utf8');
    const command = /^sha256sum .*$/m.exec(guide.slice(guide.indexOf('## What a user checks')))?.[0] ?? '';
    // A release of GitHub has no folders.
    const home = mkdtempSync(join(work, 'assets-'));
    const names = statementOf(one).subject.map(({ name }) => name);
    for (const file of readdirSync(one, { recursive: true, encoding: 'utf8' }))
      if (statSync(join(one, file)).isFile() && !file.startsWith('docs/'))
        copyFileSync(join(one, file), join(home, basename(file)));
    const check = () => execFileSync('sh', ['-euc', command], { cwd: home, encoding: 'utf8', stdio: 'pipe' });
    expect(check().trim().split('\n').toSorted()).toEqual(
      [...names, 'provenance.intoto.json'].map((name) => `${name}: OK`).toSorted(),
    );
    rmSync(join(home, `keyward-docs-${version}.tar.gz`));
    expect(check()).toContain(`keyward-${version}.tgz: OK`);
    appendFileSync(join(home, `keyward-${version}.tgz`), 'x');
    expect(check).toThrow();
  });

  test('has a provenance with the digest of each file, the commit and the version', () => {
    expect(changedFiles(one)).toEqual([]);
    const { _type, predicateType, subject, predicate } = statementOf(one);
    expect([_type, predicateType]).toEqual([
      'https://in-toto.io/Statement/v1',
      'https://slsa.dev/provenance/v1',
    ]);
    const summed = textOf('SHA256SUMS').match(/\S+$/gm) ?? [];
    expect([...subject.map(({ name }) => name), 'provenance.intoto.json'].toSorted()).toEqual(
      summed.toSorted(),
    );
    const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim();
    expect(predicate.buildDefinition.resolvedDependencies[0]?.digest).toEqual({ gitCommit: commit });
    expect(predicate.buildDefinition.externalParameters).toEqual({ version, parts, draft: true });
  });

  test('has one version in the name of each file', () => {
    const names = statementOf(one).subject.map(({ name }) => name);
    const unnamed = new Set(['openapi.json', 'openapi.yaml', 'release-notes.md']);
    expect(names.filter((name) => !unnamed.has(name) && !name.includes(version))).toEqual([]);
    expect(textOf('contract/openapi.yaml')).toContain(`\n  version: ${version}\n`);
    expect(textOf('release-notes.md')).toMatch(`# Keyward ${version}\n`);
  });

  test('has a bill of materials with the time of the commit and a number of its content', () => {
    const bill = JSON.parse(textOf(`keyward-${version}.cdx.json`)) as {
      serialNumber: string;
      metadata: { timestamp: string; component: { name: string; version: string } };
    };
    expect(bill.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    const time = Number(execFileSync('git', ['log', '-1', '--format=%ct'], { encoding: 'utf8' }));
    expect(Date.parse(bill.metadata.timestamp)).toBe(time * 1_000);
    expect(bill.metadata.component).toMatchObject({ name: 'keyward', version });
  });

  test('has archives with the files that they need, and no others', () => {
    expect(listed(fileOf('npm', `cli-${version}.tgz`)).toSorted()).toEqual([
      'package/LICENSE',
      'package/README.md',
      'package/dist/keyward.mjs',
      'package/package.json',
    ]);
    const client = listed(fileOf('npm', `client-${version}.tgz`));
    expect(client).toContain('package/dist/index.d.ts');
    expect(
      client.filter(
        (name) => !/^package\/(dist\/.*\.(js|d\.ts)|LICENSE|README\.md|package\.json)$/.test(name),
      ),
    ).toEqual([]);
    const middleware = listed(fileOf('npm', `middleware-${version}.tgz`));
    for (const one of ['index', 'express', 'fastify', 'hono', 'next'])
      expect(middleware).toContain(`package/dist/${one}.js`);
    expect(middleware.filter((name) => /vectors|tsconfig|\/src\//.test(name))).toEqual([]);
    const chart = listed(fileOf('helm', '.tgz'));
    expect(chart).toEqual(expect.arrayContaining(['keyward/Chart.yaml', 'keyward/values.schema.json']));
    expect(chart.filter((name) => name.startsWith('keyward/ci/'))).toEqual([]);
    const action = listed(fileOf('action', '.tar.gz')).map((name) => name.replace(/^[^/]*\//, ''));
    expect(action).toEqual(
      execFileSync('git', ['ls-files'], { cwd: 'clients/action', encoding: 'utf8' }).trim().split('\n'),
    );
    const docs = listed(fileOf('.', `docs-${version}.tar.gz`));
    expect(docs.length).toBe(
      readdirSync(join(one, 'docs'), { recursive: true, withFileTypes: true }).filter((entry) =>
        entry.isFile(),
      ).length,
    );
  });

  test('has a client that creates, verifies, rotates and revokes where it is installed', async ({
    service,
  }) => {
    const home = mkdtempSync(join(work, 'client-'));
    const tarball = fileOf('npm', `client-${version}.tgz`);
    const outcome = await typescriptActs(home, tarball, settingsOf(service, home));
    await expectLife(service, outcome, `shop/2.1 keyward-typescript/${version}`);
  });

  test('has a command line that creates, verifies, rotates and revokes where it is installed', async ({
    service,
  }) => {
    const home = mkdtempSync(join(work, 'cli-'));
    const install = ['install', '--offline', '--no-audit', '--no-fund', '--global', '--prefix', home];
    await run('npm', [...install, fileOf('npm', `cli-${version}.tgz`)], { cwd: home });
    // The oldest Node of the machine may be older than the command line promises.
    const keyward = async (...words: string[]): Promise<string> =>
      (
        await run(process.execPath, [join(home, 'bin/keyward'), ...words], {
          cwd: home,
          env: settingsOf(service, home),
        })
      ).stdout;
    expect(await keyward('--version')).toBe(`${version}\n`);
    const codeOf = async (secret: string): Promise<string> => {
      writeFileSync(join(home, 'secret'), secret, { mode: 0o600 });
      const shown = await keyward('verify', '--credential-file', 'secret', '-o', 'json').catch(
        (error: { code: number; stdout: string }) => {
          expect(error.code).toBe(3);
          return error.stdout;
        },
      );
      return (JSON.parse(shown) as { code: string }).code;
    };
    const identity = (
      await keyward('identities', 'create', '--name', 'from dist', '--type', 'CI_CD', '-o', 'id')
    ).trim();
    const made = JSON.parse(
      await keyward('credentials', 'create', '--identity', identity, '--name', 'key', '-o', 'json'),
    ) as { id: string; credential: string };
    const verified = [await codeOf(made.credential)];
    const rotated = JSON.parse(await keyward('credentials', 'rotate', made.id, '-o', 'json')) as {
      credential: string;
    };
    verified.push(await codeOf(rotated.credential));
    await keyward('credentials', 'revoke', made.id, '--yes');
    verified.push(await codeOf(rotated.credential));
    const outcome = { id: made.id, first: made.credential, second: rotated.credential, verified };
    await expectLife(service, outcome, `keyward-cli/${version} keyward-typescript/${version}`);
  });

  test('has a wheel that creates, verifies, rotates and revokes where it is installed', async ({
    service,
  }) => {
    const home = mkdtempSync(join(work, 'python-'));
    const found = 'missing' in tools ? { folder: '', python: '' } : tools;
    const outcome = await pythonActs(home, fileOf('python', '.whl'), found, settingsOf(service, home));
    await expectLife(service, outcome, `keyward-python/${version}`);
  });
});
