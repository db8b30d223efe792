import {
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rotateLog } from '../../../src/database/postgres-log.ts';

/** A log that a server has open, as the embedded Postgres has its own for as long as it runs. */
function openLog() {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-log-'));
  const log = join(folder, 'postgres.log');
  const server = openSync(log, 'a', 0o600);
  onTestFinished(() => {
    closeSync(server);
    rmSync(folder, { recursive: true });
  });
  return {
    log,
    says: (line: string) => writeSync(server, `${line}\n`),
    texts: () =>
      Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')])),
  };
}

test('a running server writes into the same log after the log was cut, and the cut part is kept beside it once', () => {
  const { log, says, texts } = openLog();
  says('first');
  // This is as long as it may be.
  rotateLog(log, 6);
  expect(texts()).toEqual({ 'postgres.log': 'first\n' });
  says('second');
  rotateLog(log, 6);
  expect(texts()).toEqual({ 'postgres.log': '', 'postgres.log.1': 'first\nsecond\n' });
  says('the third');
  expect(texts()).toMatchObject({ 'postgres.log': 'the third\n' });
  rotateLog(log, 6);
  expect(texts()).toEqual({ 'postgres.log': '', 'postgres.log.1': 'the third\n' });
  // The cut part can have values of queries, too.
  expect(statSync(`${log}.1`).mode & 0o777).toBe(0o600);
});

test('a log that is not there is not cut', () => {
  const { log, texts } = openLog();
  rotateLog(`${log}.other`, 0);
  expect(texts()).toEqual({ 'postgres.log': '' });
});
