import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** Makes a folder with one program, which stands in for an engine of containers. */
function programs(name: string, script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return folder;
}
const build = (folder: string, checkout = '.', more: Record<string, string> = {}) =>
  spawnSync(`${checkout}/deploy/container/build.sh`, ['keyward'], {
    encoding: 'utf8',
    env: { PATH: folder + delimiter + process.env['PATH'], ...more },
  });

/** Makes a checkout with one commit, which has one guide and what a build of the image reads before its engine starts. */
function checkout(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-checkout-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const file of ['deploy/container/build.sh', 'scripts/changed-days.ts', 'scripts/guides/changed.ts'])
    cpSync(file, join(folder, file));
  for (const name of ['docs', 'generated/docs']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'docs', 'guide.md'), '# Guide\n');
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=x', '-c', 'user.email=x@example.com', ...words], {
      env: { ...process.env, GIT_COMMITTER_DATE: '2026-11-30T12:00:00Z' },
    });
  git('init', '--quiet');
  git('add', 'docs');
  git('commit', '--quiet', '--message=x');
  return folder;
}

test('make image names ENGINE, if docker is installed and its daemon does not answer', () => {
  const { status, stdout, stderr } = build(
    programs('docker', 'echo "Cannot connect to the Docker daemon" >&2\nexit 1'),
  );
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/daemon does not answer.* ENGINE=podman, or ENGINE=buildah\.\n$/);
});

test('the build of an image sees the days on which guides changed, and the work tree keeps no file of it', () => {
  const folder = checkout();
  const engine = programs('docker', '[ "$1" != build ] || cat generated/docs/changed.json');
  const { status, stdout } = build(engine, folder);
  expect([status, JSON.parse(stdout)]).toEqual([0, { 'docs/guide.md': '2026-11-30' }]);
  expect(readdirSync(join(folder, 'generated/docs'))).toEqual([]);
});

test('the build of an image takes the images that its variables name', () => {
  const images = { IMAGE_BUILD: 'node@sha256:1', IMAGE_BASE: 'debian@sha256:2' };
  const built = (more: Record<string, string>) =>
    build(programs('podman', 'echo "$*"'), checkout(), { ENGINE: 'podman', ...more }).stdout;
  expect(built(images)).toContain('--build-arg BUILD=node@sha256:1 --build-arg BASE=debian@sha256:2 ');
  expect(built({})).not.toContain('--build-arg');
});

test('a build of an image that fails says so', () => {
  expect(build(programs('docker', '[ "$1" != build ] || exit 7'), checkout()).status).toBe(7);
});

test('make sends no telemetry of packages', () => {
  const { stdout } = spawnSync('make', ['--print-data-base', '--dry-run', 'help'], { encoding: 'utf8' });
  for (const line of ['REDOCLY_TELEMETRY = off', 'SCARF_ANALYTICS = false', 'DO_NOT_TRACK = 1'])
    expect(stdout).toContain(`\n${line}\n`);
});
