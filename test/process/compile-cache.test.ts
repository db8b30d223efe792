// The process runs the code that it finds in DATA_DIR/compiled: only this user may be able to write there.
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs';
import module from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compiledFolder, removeOtherVersions } from '../../src/compile-cache.js';

function folder(mode = 0o700): string {
  const made = mkdtempSync(join(tmpdir(), 'keyward-compiled-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  chmodSync(made, mode);
  return made;
}

test('compiled code lies in a data folder of ours, where no other user can write', () => {
  const dataDir = folder(0o755);
  const compiled = join(dataDir, 'compiled');
  expect(compiledFolder(dataDir)).toBe(compiled);
  expect(statSync(compiled).mode & 0o777).toBe(0o700);
  expect(compiledFolder(dataDir)).toBe(compiled);
});

test.each([0o720, 0o702, 0o777])('a data folder of mode %o has no compiled code', (mode) => {
  const dataDir = folder(mode);
  expect(compiledFolder(dataDir)).toBeUndefined();
  expect(existsSync(join(dataDir, 'compiled'))).toBe(false);
});

test('a data folder that is not there is not made', () => {
  const dataDir = join(folder(), 'missing');
  expect(compiledFolder(dataDir)).toBeUndefined();
  expect(existsSync(dataDir)).toBe(false);
});

test('a data folder of another user has no compiled code', () => {
  const dataDir = folder();
  expect(compiledFolder(dataDir, (process.getuid?.() ?? 0) + 1)).toBeUndefined();
});

test('compiled code is not read from a folder that others could write', () => {
  const dataDir = folder();
  const compiled = join(dataDir, 'compiled');
  mkdirSync(compiled);
  chmodSync(compiled, 0o777);
  expect(compiledFolder(dataDir)).toBeUndefined();
});

test('compiled code is not read through a link', () => {
  const dataDir = folder();
  symlinkSync(folder(), join(dataDir, 'compiled'));
  expect(compiledFolder(dataDir)).toBeUndefined();
});

test('the folders of other versions of Node are removed, and nothing else', () => {
  const compiled = folder();
  const current = join(compiled, 'v24.21.0-x64-964aae3f-0');
  const other = ['v24.20.0-x64-964aae3f-0', 'v24.21.0-x64-00000000-0', 'v25.0.0-nightly2026-arm64-1-0'];
  for (const name of [...other, 'notes']) mkdirSync(join(compiled, name));
  mkdirSync(current);
  removeOtherVersions(current);
  expect(other.filter((name) => existsSync(join(compiled, name)))).toEqual([]);
  expect([current, join(compiled, 'notes')].every((path) => existsSync(path))).toBe(true);
});

test.runIf('enableCompileCache' in module)('a process uses the folder only if it is safe', () => {
  const used = (dataDir: string): string =>
    execFileSync(process.execPath, ['--input-type=module', '-e', using(dataDir)], { env: {} }).toString();
  const [safe, open] = [folder(), folder(0o777)];
  const old = join(safe, 'compiled', 'v1.2.3-x64-00000000-0');
  mkdirSync(old, { recursive: true, mode: 0o700 });
  expect(used(safe)).toContain(join(safe, 'compiled'));
  expect(existsSync(old)).toBe(false);
  expect(used(open)).toBe('undefined');
});

/** A program that prints where it keeps compiled code. */
const using = (dataDir: string): string => `
  import module from 'node:module';
  import { keepCompiled } from ${JSON.stringify(new URL('../../src/compile-cache.js', import.meta.url))};
  keepCompiled(${JSON.stringify(dataDir)});
  process.stdout.write(String(module.getCompileCacheDir()));`;
