import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openDataDir, postgresAccount } from '../../src/database/account.ts';
import { platformPackage, runnableBinaries } from '../../src/database/binaries.ts';
import { programOf } from './programs.ts';

/** Sets the clock of programs forward. On other systems than Linux, Postgres would keep the real clock. */
export const faketime = process.platform === 'linux' ? programOf('faketime') : undefined;

/** Returns the library that gives a program another clock, for LD_PRELOAD. */
export const clockLibrary = (): string =>
  // The program says which library it would load.
  execFileSync(faketime ?? 'faketime', ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD'])
    .toString()
    .trim();

/** Returns the variables that set the clock of a whole run forward. All its processes agree on the time. @param ahead in seconds */
export const clockAhead = (ahead: number): Record<string, string> => ({
  LD_PRELOAD: clockLibrary(),
  FAKETIME: `+${ahead.toFixed(3)}`,
  // Durations stay those of the machine.
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});

const names = ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_DONT_FAKE_MONOTONIC'];

/** The clock of this process, as variables for the processes that it starts. They are empty for the real clock. */
export const ownClock: Record<string, string> =
  process.env['FAKETIME'] === undefined
    ? {}
    : Object.fromEntries(names.map((name) => [name, process.env[name] ?? '']));

/**
 * Makes a package of Postgres that runs with these variables. The starter of the embedded Postgres gives it a fixed environment,
 * so the program itself sets them. With the library of faketime 0.9.10, no timeout of Postgres ends a wait (`lock_timeout`).
 * @param folder of this test; Postgres's account can enter it
 */
export async function postgresPackage(env: Record<string, string>, folder: string): Promise<string> {
  const account = postgresAccount(join(folder, 'postgres'));
  const source = await platformPackage();
  // The real programs and ours have one version, and so one folder in a data directory. So the real ones get another.
  openDataDir(folder, account);
  const real = runnableBinaries(source, openDataDir(join(folder, 'real'), account), account, () => undefined);
  const packageDir = join(folder, 'package');
  const bin = join(packageDir, 'native', 'bin');
  mkdirSync(bin, { recursive: true });
  copyFileSync(join(source, 'package.json'), join(packageDir, 'package.json'));
  writeFileSync(join(packageDir, 'native', 'pg-symlinks.json'), '[]');
  symlinkSync(real.initdb, join(bin, 'initdb'));
  const settings = Object.entries(env).map(([name, value]) => `export ${name}='${value}'\n`);
  writeFileSync(join(bin, 'postgres'), `#!/bin/sh\n${settings.join('')}exec '${real.postgres}' "$@"\n`);
  for (const path of [packageDir, dirname(bin), bin, join(bin, 'postgres')]) chmodSync(path, 0o755);
  return packageDir;
}
