// Runs the client libraries of each release against the server of this checkout. A front adds fields and enum values to its responses, as a
// later minor version may. If the repository has no release, the test takes the libraries of the commit.
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect } from 'vitest';
import { pythonTools } from '../../scripts/python-tools.ts';
import {
  expectLife,
  goActs,
  goModule,
  pythonActs,
  settingsOf,
  typescriptActs,
} from '../support/four-acts.ts';
import { aNextServer } from '../support/next-server.ts';
import { lacks, programOf } from '../support/programs.ts';
import { test } from '../support/service.ts';

const run = promisify(execFile);
const minutes = (count: number): number => count * 60_000;
const work = mkdtempSync(join(tmpdir(), 'keyward-next-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));
const git = (...words: string[]): Buffer => execFileSync('git', words, { maxBuffer: 2 ** 28 });

const tags = git('tag', '--list', 'v1.*').toString().split('\n').filter(Boolean);
const releases = tags.length > 0 ? tags : ['HEAD'];

/** Extracts what the libraries are built from, as it was in a release. @returns the folder */
function treeOf(release: string): string {
  const tree = mkdtempSync(join(work, `${release.replace(/\W/g, '-')}-`));
  execFileSync('tar', ['-x', '-C', tree], {
    input: git('archive', release, 'clients', 'scripts', 'LICENSE'),
    maxBuffer: 2 ** 28,
  });
  // The compiler, and nothing else, comes from this checkout.
  symlinkSync(resolve('node_modules'), join(tree, 'node_modules'));
  return tree;
}

const versionOf = (tree: string): string =>
  (JSON.parse(readFileSync(join(tree, 'clients/typescript/package.json'), 'utf8')) as { version: string })
    .version;

const tools = pythonTools([3, 10]);
const withoutPython = 'missing' in tools && lacks(undefined, `the Python client: ${tools.missing}`);
const found = 'missing' in tools ? { folder: '', python: '' } : tools;
const withoutGo = lacks(programOf('go'), 'the Go client needs Go (Debian: apt install golang-go)');

describe.for(releases)(
  'with the next server, the libraries of %s create, verify, rotate and revoke',
  (release) => {
    const tree = treeOf(release);
    const version = versionOf(tree);

    test('in TypeScript', { timeout: minutes(5) }, async ({ service }) => {
      const home = mkdtempSync(join(work, 'typescript-'));
      const packed = await run('scripts/pack-typescript.sh', [join(home, 'packed')], { cwd: tree });
      const env = settingsOf(service, home, await aNextServer(service.origin));
      const outcome = await typescriptActs(home, packed.stdout.trim(), env);
      await expectLife(service, outcome, `shop/2.1 keyward-typescript/${version}`);
    });

    test.skipIf(withoutPython)('in Python', { timeout: minutes(5) }, async ({ service }) => {
      const home = mkdtempSync(join(work, 'python-'));
      const build = ['-m', 'build', '--wheel', '--no-isolation', '--outdir', join(home, 'built')];
      await run(resolve(found.folder, 'bin/python'), build, { cwd: join(tree, 'clients/python') });
      const [wheel = ''] = globSync(join(home, 'built/*.whl'));
      const env = settingsOf(service, home, await aNextServer(service.origin));
      await expectLife(service, await pythonActs(home, wheel, found, env), `keyward-python/${version}`);
    });

    const client = join(tree, 'clients/go');
    test.skipIf(withoutGo || !existsSync(client))('in Go', { timeout: minutes(10) }, async ({ service }) => {
      const home = mkdtempSync(join(work, 'go-'));
      const env = settingsOf(service, home, await aNextServer(service.origin));
      const module = goModule(client);
      const words = ['mod', 'edit', `-require=${module}@v1.0.0`, `-replace=${module}=${client}`];
      const outcome = await goActs(home, module, { words, env: { GOFLAGS: '-mod=mod' } }, env);
      await expectLife(service, outcome, `keyward-go/${version}`);
    });

    test('and see the fields that this server adds', async ({ service }) => {
      const origin = await aNextServer(service.origin);
      const answer = await fetch(`${origin}/health/live`);
      expect(await answer.json()).toMatchObject({ addedTomorrow: { deep: [1] } });
    });
  },
);
