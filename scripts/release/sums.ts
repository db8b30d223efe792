// Checksums of files, as `sha256sum --check` reads them.
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** A file of a release, by its path or by its name. */
export interface Sum {
  name: string;
  sha256: string;
}

/** Returns the checksums of the files below a folder, by name. @param without whether a file is left out */
export function sumsOf(folder: string, without: (file: string) => boolean = () => false): Sum[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile() && !without(name))
    .toSorted()
    .map((name) => ({ name, sha256: hash('sha256', readFileSync(join(folder, name))) }));
}

/**
 * Returns checksums with the names that users see: a release of GitHub has no folders.
 * @throws if two files have one name
 */
export function withoutFolders(sums: readonly Sum[]): Sum[] {
  const flat = sums.map(({ name, sha256 }) => ({ name: basename(name), sha256 }));
  const twice = flat.filter(({ name }, at) => flat.findIndex((one) => one.name === name) !== at);
  if (twice.length > 0)
    throw new Error(`Two files of the release have the name ${twice[0]?.name}. Give one another name.`);
  return flat;
}

export const linesOf = (sums: readonly Sum[]): string =>
  sums.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');

/** Returns a line for each file below a folder. */
export const sumLines = (folder: string): string => linesOf(sumsOf(folder));
