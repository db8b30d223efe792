// Writes the files of the documentation into a folder, in place of those that an earlier run wrote.
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A web server that reads the folder finds the earlier files until all new ones are made. */
const unfinished = '.making';

/** Every folder of the documentation has these files. */
const known = ['llms.txt', 'search.json', 'ranking.js'];

/**
 * Makes a folder of exactly these files.
 * @param site the files by their places in the folder: texts, and files to copy
 * @throws if the folder has other files than documentation
 */
export function writeFolder(out: string, site: ReadonlyMap<string, string | URL>): void {
  const before = existsSync(out) ? readdirSync(out).filter((file) => file !== unfinished) : [];
  if (before.length > 0 && !known.every((file) => before.includes(file)))
    throw new Error(`${out} has other files than the documentation. Name an empty folder.`);
  const made = join(out, unfinished);
  try {
    rmSync(made, { recursive: true, force: true });
    for (const [place, content] of site) {
      const path = join(made, place);
      mkdirSync(dirname(path), { recursive: true });
      if (typeof content === 'string') writeFileSync(path, content);
      else cpSync(content, path);
    }
    for (const file of before) rmSync(join(out, file), { recursive: true, force: true });
    for (const file of readdirSync(made)) renameSync(join(made, file), join(out, file));
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}
