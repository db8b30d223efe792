import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runningPostmaster } from '../../../src/database/postmaster.ts';

test('a lock file of another process is not a running server', () => {
  const data = mkdtempSync(join(tmpdir(), 'keyward-lock-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  expect(runningPostmaster(data)).toBeUndefined();
  writeFileSync(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n`);
  expect(runningPostmaster(data)).toBeUndefined();
});
