import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';

interface Lock {
  packages: Record<string, { version: string; optional?: boolean; devDependencies?: object }>;
}
const lockOf = (folder: string): Lock =>
  JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock;

describe('make pack-typescript', () => {
  test('installs the compiler alone where nothing is installed', () => {
    const checkout = mkdtempSync(join(tmpdir(), 'keyward-checkout-'));
    onTestFinished(() => rmSync(checkout, { recursive: true }));
    for (const path of ['Makefile', 'package-lock.json', 'clients/typescript/package-lock.json'])
      cpSync(path, join(checkout, path));
    const env = { PATH: process.env['PATH'] };
    const commands = execFileSync('make', ['--dry-run', 'pack-typescript'], {
      cwd: checkout,
      env,
      encoding: 'utf8',
    });
    expect(commands.match(/npm .*/g)).toEqual(['npm ci --prefix clients/typescript --loglevel=error']);
  });

  test('compiles with the compiler of this project, which comes without packages of others', () => {
    const { packages } = lockOf('clients/typescript');
    const names = Object.keys(packages).filter((path) => path !== '');
    expect(names.filter((path) => !/^node_modules\/(@typescript\/)?typescript/.test(path))).toEqual([]);
    const ours = lockOf('.').packages['node_modules/typescript7']?.version;
    expect(packages['node_modules/typescript']?.version).toBe(ours);
  });
});
