import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('make image names ENGINE, if docker is installed and its daemon does not answer', () => {
  const programs = mkdtempSync(join(tmpdir(), 'keyward-programs-'));
  onTestFinished(() => rmSync(programs, { recursive: true, force: true }));
  writeFileSync(
    join(programs, 'docker'),
    '#!/bin/sh\necho "Cannot connect to the Docker daemon" >&2\nexit 1\n',
    { mode: 0o755 },
  );
  const { status, stdout, stderr } = spawnSync('deploy/container/build.sh', ['keyward'], {
    encoding: 'utf8',
    env: { PATH: programs + delimiter + process.env['PATH'] },
  });
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/daemon does not answer.* ENGINE=podman, or ENGINE=buildah\.\n$/);
});

test('make sends no telemetry of packages', () => {
  const { stdout } = spawnSync('make', ['--print-data-base', '--dry-run', 'help'], { encoding: 'utf8' });
  for (const line of ['REDOCLY_TELEMETRY = off', 'SCARF_ANALYTICS = false', 'DO_NOT_TRACK = 1'])
    expect(stdout).toContain(`\n${line}\n`);
});
