import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a run with a test that stands still fails that file by name, and goes on with the others', {
  timeout: 60_000,
}, () => {
  const config = 'test/support/unit/stuck/vitest.config.ts';
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--config', config],
    { encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' }, timeout: 50_000 },
  );
  expect(stderr).toContain('No test began or ended for 4 seconds. Under way:\n');
  expect(stderr).toMatch(/stuck\.fixture\.ts: stands still\n/);
  expect(stderr).toMatch(/stuck-too\.fixture\.ts: stands still, too\n/);
  expect(stderr).toMatch(/process \d+ \((node.*|MainThread)\), state R, \d/);
  expect(stderr).toMatch(/Worker exited unexpectedly .*while running test file .*stuck\.fixture\.ts/);
  expect(stdout).toMatch(/✓ .*next\.fixture\.ts/);
  expect(status).toBe(1);
});
