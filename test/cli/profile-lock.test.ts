import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { locked } from '../../clients/cli/src/profiles/lock.ts';

const aLock = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'default.json.lock');
};

/** No process has this number. */
const noProcess = 2 ** 30;

const aged = (file: string, seconds: number): void => {
  const time = Date.now() / 1000 - seconds;
  utimesSync(file, time, time);
};

describe('the lock of a profile', () => {
  test('is taken by one at a time, and leaves no file', async () => {
    const file = aLock();
    let inside = 0;
    let most = 0;
    const work = async (): Promise<void> => {
      most = Math.max(most, (inside += 1));
      await new Promise((done) => void setImmediate(done));
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 4 }, () => locked(file, work)));
    expect(most).toBe(1);
    expect(readdirSync(join(file, '..'))).toEqual([]);
  });

  test('stays if another process has taken it meanwhile', async () => {
    const file = aLock();
    await locked(file, () => Promise.resolve(writeFileSync(file, 'another owner')));
    expect(readFileSync(file, 'utf8')).toBe('another owner');
  });

  test('is taken from a process of this machine that is gone, and from one that died before it wrote', async () => {
    const file = aLock();
    writeFileSync(file, `${noProcess} ${hostname()} x`);
    expect(await locked(file, () => Promise.resolve('taken'))).toBe('taken');
    writeFileSync(file, '');
    aged(file, 10);
    expect(await locked(file, () => Promise.resolve('taken'))).toBe('taken');
    expect(existsSync(file)).toBe(false);
  });

  test('is not taken from a process of another machine, until it is old', async () => {
    const file = aLock();
    writeFileSync(file, `${noProcess} another-host x`);
    let isTaken = false;
    const taking = locked(file, () => Promise.resolve((isTaken = true)));
    expect(isTaken).toBe(false);
    expect(readFileSync(file, 'utf8')).toContain('another-host');
    aged(file, 120);
    await taking;
    expect(isTaken).toBe(true);
  });
});
