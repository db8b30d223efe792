// The refusals of `make release` and `make publish`, in a checkout of their own.
import { execFileSync, spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { partNames } from '../../../scripts/release/part-names.ts';
import { provenanceOf } from '../../../scripts/release/provenance.ts';
import { linesOf, sumsOf, withoutFolders } from '../../../scripts/release/sums.ts';
import { treeVersion } from '../../../scripts/release/version-places.ts';

const version = treeVersion();
const checkout = mkdtempSync(join(tmpdir(), 'keyward-refusals-'));
afterAll(() => rmSync(checkout, { recursive: true, force: true }));

const git = (...words: string[]): string =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@keyward.example', ...words], {
    cwd: checkout,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
const commit = (message: string): string =>
  git('commit', '--quiet', '--all', '--allow-empty', '--message', message);

/** Runs a script of the checkout, and returns what it said. */
function run(script: string, env: Record<string, string> = {}, path = process.env['PATH'] ?? '') {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${script}.ts`], {
    cwd: checkout,
    encoding: 'utf8',
    env: { PATH: path, HOME: checkout, OUT: out, ...env },
  });
  return { status, said: stdout + stderr };
}
const out = join(checkout, '.cache/dist');
const packed = `npm/acme-client-${version}.tgz`;

beforeAll(() => {
  // Files of this work tree, because they may differ from those of the last commit.
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 1 << 26 }).split('\0');
  const wanted =
    /^(scripts|clients|examples|deploy\/helm|openapi|docs\/webhooks|src\/lib)\/|^docs\/(?:webhooks|middleware|quickstarts)\.md$|^dashboard\/package|^generated\/openapi\.yaml$|^test\/contract\/released\.yaml$|^[\w.-]+$/;
  for (const file of files.filter((one) => wanted.test(one))) cpSync(file, join(checkout, file));
  git('init', '--quiet');
  git('add', '--all');
  commit('test: begin');
}, 60_000);
beforeEach(() => {
  git('reset', '--quiet', '--hard');
  rmSync(out, { recursive: true, force: true });
});

describe('make release', () => {
  test('refuses a work tree with changes, unless it builds a draft', () => {
    appendFileSync(join(checkout, 'LICENSE'), '\n');
    const refused = run('release', { PARTS: 'action' });
    expect(refused).toMatchObject({ status: 2, said: expect.stringContaining('The work tree has changes') });
    expect(refused.said).toContain('M LICENSE');
    expect(run('release', { PARTS: 'action', DRAFT: '1' })).toMatchObject({ status: 0 });
    git('checkout', 'LICENSE');
    const { status, said } = run('release', { PARTS: 'action', VERSION: version });
    expect({ status, said }).toMatchObject({
      status: 0,
      said: expect.stringContaining(`Keyward ${version} is in `),
    });
    expect(said).toContain('Before you publish, write release.json');
  });

  test('refuses another version than that of the tree', () => {
    expect(run('release', { VERSION: '98.7.6' }).said).toContain(
      `The tree has the version ${version}. Run make version VERSION=98.7.6`,
    );
    expect(run('release', { VERSION: '98.7' }).said).toContain('"98.7" is not a version');
  });

  test('refuses a tree whose files have different versions, and names them', () => {
    const chart = join(checkout, 'deploy/helm/keyward/Chart.yaml');
    writeFileSync(chart, readFileSync(chart, 'utf8').replace(`appVersion: ${version}`, 'appVersion: 98.7.6'));
    const { status, said } = run('release', { DRAFT: '1' });
    expect({ status, said }).toMatchObject({
      status: 2,
      said: expect.stringContaining('deploy/helm/keyward/Chart.yaml has 98.7.6'),
    });
  });

  test('refuses a changelog without the version, and a contract that is not the released one', () => {
    const changelog = join(checkout, 'CHANGELOG.md');
    writeFileSync(changelog, '# Changelog\n\n## Unreleased\n\n- new\n');
    commit('test: nothing is released');
    expect(run('release', { PARTS: 'notes' }).said).toContain(`CHANGELOG.md has no section "## ${version}"`);
    appendFileSync(changelog, `\n## ${version}\n\n- first\n`);
    appendFileSync(join(checkout, 'test/contract/released.yaml'), '# another\n');
    commit('test: another contract is released');
    expect(run('release', { PARTS: 'notes' })).toMatchObject({ status: 0 });
    expect(readFileSync(join(out, 'release-notes.md'), 'utf8')).toBe(`# Keyward ${version}\n\n- first\n`);
    expect(run('release', { PARTS: 'contract' }).said).toContain('Run make release-contract');
    // An earlier release stays.
    expect(readFileSync(join(out, 'release-notes.md'), 'utf8')).toContain('- first');
  });

  test('refuses unknown parts, and a folder with files of others', () => {
    expect(run('release', { PARTS: 'acton' }).said).toContain('Unknown parts: acton');
    mkdirSync(out, { recursive: true });
    writeFileSync(join(out, 'mine.txt'), '');
    expect(run('release', { PARTS: 'action' }).said).toContain('has other files than a release');
    expect(readFileSync(join(out, 'mine.txt'), 'utf8')).toBe('');
  });
});

describe('make publish', () => {
  const facts = {
    repository: 'https://github.com/acme/keyward',
    npmScope: '@acme',
    pythonName: 'acme-keyward',
    image: 'ghcr.io/acme/keyward',
    charts: 'oci://ghcr.io/acme/charts',
    securityContact: 'mailto:security@acme.test',
    goModule: 'github.com/acme/keyward/clients/go',
  };

  /** Writes a release with one file of each kind, as it would be built from the commit of the checkout. */
  function aRelease({ parts = [...partNames] as string[], isDraft = false } = {}): void {
    for (const file of [packed, 'python/acme.whl', 'image/a.tar', 'helm/a.tgz', 'release-notes.md']) {
      mkdirSync(join(out, file, '..'), { recursive: true });
      writeFileSync(join(out, file), file);
    }
    const one = {
      version,
      time: 0,
      commit: git('rev-parse', 'HEAD'),
      isDraft,
      owner: facts,
      missing: [],
      dependencies: [],
      out,
      work: '',
    };
    writeFileSync(
      join(out, 'provenance.intoto.json'),
      JSON.stringify(provenanceOf(one, parts, withoutFolders(sumsOf(out)))),
    );
    writeFileSync(join(out, 'SHA256SUMS'), linesOf(withoutFolders(sumsOf(out))));
  }
  /** The command of the guide that gives the module of Go the path of its owner. */
  const renaming = /^ *git grep .*$/m.exec(readFileSync('docs/releasing.md', 'utf8'))?.[0] ?? '';

  /** Commits the names of the owner, and tags the commit. */
  function named(more: object = {}): void {
    writeFileSync(join(checkout, 'release.json'), JSON.stringify({ ...facts, ...more }));
    execFileSync('sh', ['-euc', renaming], {
      cwd: checkout,
      env: { ...process.env, MODULE: facts.goModule },
    });
    git('add', 'release.json');
    git('add', '--update');
    commit('test: the owner says the names');
    git('tag', '--force', `v${version}`);
  }

  test('publishes a whole release of the tagged commit, a part at a time', () => {
    named();
    aRelease();
    expect(run('publish')).toEqual({
      status: 0,
      said: `${out} may be published as ${version}: npm, python, image, chart, github.\n`,
    });
    const programs = join(checkout, '.cache/programs');
    mkdirSync(programs, { recursive: true });
    writeFileSync(
      join(programs, 'npm'),
      `#!/bin/sh
if [ "$1" = view ]; then echo "$PUBLISHED"; printf "$FAULT" >&2; [ -z "$FAULT" ]; exit; fi
echo "npm $*"
`,
      { mode: 0o755 },
    );
    const path = programs + delimiter + process.env['PATH'];
    const publish = (env: Record<string, string> = {}) => run('publish', { PART: 'npm', ...env }, path);
    const done = { status: 0, said: `npm publish ${join(out, packed)} --access public\n` };
    expect(publish()).toEqual(done);
    expect(publish({ FAULT: 'npm error code E404\\n' })).toEqual(done);
    for (const part of ['nmp', 'constructor'])
      expect(run('publish', { PART: part }).said).toContain(`Unknown part: ${part}`);
    // A job that failed in the middle runs again.
    const digest = `sha512-${hash('sha512', packed, 'base64')}`;
    const skipped = `skipped what is published: npm view @acme/client@${version} dist.integrity\n`;
    expect(publish({ PUBLISHED: digest })).toEqual({ status: 0, said: skipped });
    expect(publish({ PUBLISHED: 'sha512-b3RoZXI=' })).toMatchObject({
      status: 2,
      said: expect.stringContaining('The registry has another file'),
    });
    expect(publish({ FAULT: 'npm error code E503\\n' })).toMatchObject({
      status: 2,
      said: expect.stringContaining('E503'),
    });
  });

  test('refuses placeholders', () => {
    named({ image: 'ghcr.io/example/keyward' });
    aRelease();
    const { status, said } = run('publish', { PART: 'npm' });
    expect({ status, said }).toMatchObject({ status: 2, said: expect.stringContaining('lacks: image\n') });
  });

  test('refuses a module of Go that is missing, or that has another path', () => {
    named({ goModule: 'github.com/other/keyward/clients/go' });
    aRelease();
    expect(run('publish').said).toContain(
      `- clients/go/go.mod names the module ${facts.goModule}, and release.json names github.com/other/keyward/clients/go\n`,
    );
    named();
    writeFileSync(join(checkout, 'clients/go/client.go'), 'import "keyward.example/clients/go"');
    git('add', 'clients/go');
    expect(run('publish').said).toContain(
      '- clients/go still names keyward.example/clients/go in client.go\n',
    );
    rmSync(join(checkout, 'clients/go'), { recursive: true });
    expect(run('publish').said).toContain('- clients/go/go.mod is missing');
  });

  test('refuses a draft, a release without a part, and another commit than the tagged one', () => {
    named();
    aRelease({ isDraft: true });
    expect(run('publish').said).toContain('- it is a draft\n');
    aRelease({ parts: partNames.filter((name) => name !== 'image') });
    expect(run('publish').said).toContain('- it lacks image\n');
    aRelease();
    git('tag', '--delete', `v${version}`);
    expect(run('publish').said).toContain(`- the commit has no tag v${version}\n`);
    appendFileSync(join(checkout, 'LICENSE'), '\n');
    commit('test: a later change');
    expect(run('publish').said).toContain('- it was built from ');
  });

  test.for([
    [
      'a changed file',
      (): void => appendFileSync(join(out, packed), 'x'),
      `acme-client-${version}.tgz is not`,
    ],
    ['a file more', (): void => writeFileSync(join(out, 'npm/other.tgz'), 'x'), 'other.tgz is not'],
    [
      'two files of one name',
      (): void => writeFileSync(join(out, 'helm/acme.whl'), 'x'),
      'Two files of the release have the name acme.whl',
    ],
    ['a missing file', (): void => rmSync(join(out, 'python/acme.whl')), 'acme.whl is not'],
    [
      'other checksums',
      (): void => appendFileSync(join(out, 'SHA256SUMS'), 'x'),
      'SHA256SUMS has other checksums',
    ],
  ] as const)('refuses %s', ([, change, reason]) => {
    named();
    aRelease();
    change();
    expect(run('publish')).toMatchObject({ status: 2, said: expect.stringContaining(reason) });
  });

  test('refuses a folder without a release', () => {
    expect(run('publish').said).toContain('has no release. Run make release first.');
  });
});
