// Where the next start finds what this one compiles. Loaded before everything else, so it is JavaScript and imports nothing of ours.
import { lstatSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import module from 'node:module';
import { basename, dirname, join } from 'node:path';

/**
 * Whether a folder is of this user and no other user can write there.
 * @param {import('node:fs').Stats | undefined} folder
 * @param {number | undefined} user
 */
const isOurs = (folder, user) =>
  folder?.isDirectory() === true && folder.uid === user && (folder.mode & 0o022) === 0;

/**
 * Makes the folder for compiled code in the data folder, beside the master key. The process runs the code that lies there. So both
 * folders must be of this user, and no other user may write there.
 * @param {string} dataDir
 * @returns {string | undefined} undefined where the code would not be safe
 * @throws when the data folder cannot be written
 */
export function compiledFolder(dataDir, user = process.getuid?.()) {
  if (!isOurs(statSync(dataDir, { throwIfNoEntry: false }), user)) return undefined;
  const folder = join(dataDir, 'compiled');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Not followed: a link would lead to a folder of another user.
  return isOurs(lstatSync(folder), user) ? folder : undefined;
}

/** How Node names the folder of one version: the version, the processor, the flags of V8 and the user. */
const ofAnyVersion = /^v\d+\.\d+\.\d+\S*-/;

/**
 * Removes what other versions of Node compiled, about 20 MB each.
 * @param {string} current the folder of this version
 */
export function removeOtherVersions(current) {
  const folder = dirname(current);
  for (const name of readdirSync(folder))
    if (ofAnyVersion.test(name) && name !== basename(current))
      rmSync(join(folder, name), { recursive: true, force: true });
}

/**
 * Lets the next start read what this one compiles: without it, half of the CPU of a start removes types and compiles again.
 * If the folder cannot be written, or is not safe, the start goes on without it. NODE_COMPILE_CACHE names another folder, which
 * Node then uses already. Deno has no such cache.
 * @param {string} dataDir
 */
export function keepCompiled(dataDir) {
  if (!('enableCompileCache' in module)) return;
  try {
    const folder = compiledFolder(dataDir);
    if (folder === undefined) return;
    const { status } = module.enableCompileCache(folder);
    const current = module.getCompileCacheDir();
    if (status === module.constants.compileCacheStatus.ENABLED && current !== undefined)
      removeOtherVersions(current);
  } catch {
    // DATA_DIR is read and judged later.
  }
}
