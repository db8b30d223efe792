import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openMasterKeys } from '../../src/database/master-key.ts';

function dataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-master-key-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('makes a key at the first start, for its owner alone, and gives the same ever after', () => {
  const folder = dataDir();
  const [key] = openMasterKeys(folder);
  expect(key).toHaveLength(32);
  expect(openMasterKeys(folder)).toEqual([key]);
  expect(statSync(join(folder, 'master.key')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['master.key']);
  expect(openMasterKeys(dataDir())).not.toEqual([key]);
});

test.for(['', 'not a key', Buffer.alloc(31).toString('base64'), `${Buffer.alloc(32).toString('base64')}x`])(
  'refuses a file that holds %j, and leaves it as it is',
  (content) => {
    const folder = dataDir();
    const file = join(folder, 'master.key');
    writeFileSync(file, content);
    expect(() => openMasterKeys(folder)).toThrow(`${file} holds no master key: put it back from a copy`);
    expect(statSync(file).size).toBe(content.length);
  },
);
