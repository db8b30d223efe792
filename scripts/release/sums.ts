// Checksums of files, as `sha256sum --check` reads them.
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A file of a release, by its path in the release. */
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

export const linesOf = (sums: readonly Sum[]): string =>
  sums.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('');

/** Returns a line for each file below a folder. */
export const sumLines = (folder: string): string => linesOf(sumsOf(folder));
