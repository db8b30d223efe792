import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { changedDays } from '../../../scripts/guides/changed.ts';

/** Makes a folder with one program, which stands in for an engine of containers. */
function programs(name: string, script: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-programs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return folder;
}
const build = (folder: string) =>
  spawnSync('deploy/container/build.sh', ['keyward'], {
    encoding: 'utf8',
    env: { PATH: folder + delimiter + process.env['PATH'] },
  });

test('make image names ENGINE, if docker is installed and its daemon does not answer', () => {
  const { status, stdout, stderr } = build(
    programs('docker', 'echo "Cannot connect to the Docker daemon" >&2\nexit 1'),
  );
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/daemon does not answer.* ENGINE=podman, or ENGINE=buildah\.\n$/);
});

test('the build of an image sees the days on which guides changed, and the work tree keeps no file of it', () => {
  const { status, stdout } = build(
    programs('docker', '[ "$1" != build ] || cat generated/docs/changed.json'),
  );
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toEqual(changedDays());
  expect(existsSync('generated/docs/changed.json')).toBe(false);
});

test('a build of an image that fails says so', () => {
  expect(build(programs('docker', '[ "$1" != build ] || exit 7')).status).toBe(7);
});

test('make sends no telemetry of packages', () => {
  const { stdout } = spawnSync('make', ['--print-data-base', '--dry-run', 'help'], { encoding: 'utf8' });
  for (const line of ['REDOCLY_TELEMETRY = off', 'SCARF_ANALYTICS = false', 'DO_NOT_TRACK = 1'])
    expect(stdout).toContain(`\n${line}\n`);
});
