// The module of Go. Its release is a tag, and this archive has what a proxy of modules serves for the tag.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { copyTracked, writeZip } from './archive.ts';
import type { Release } from './release.ts';
import { has, trackedFiles } from './run.ts';
import { publishedText } from './texts.ts';

const folder = 'clients/go';
/** The path of the module in the sources. Its owner replaces the path in each file. */
const placeholder = 'keyward.example/clients/go';

/** Returns the path that `go.mod` gives the module. @throws if there is none */
function modulePath(): string {
  const [, path] = /^module (\S+)$/m.exec(readFileSync(join(folder, 'go.mod'), 'utf8')) ?? [];
  if (path === undefined) throw new Error(`${folder}/go.mod names no module`);
  return path;
}

/** Whether a file belongs to another module in a folder of this one. */
const isOfOtherModule = (file: string): boolean =>
  dirname(file) !== '.' && existsSync(join(folder, dirname(file), 'go.mod'));

/** Writes the archive, with the layout of golang.org/x/mod/zip. */
export function packGo(release: Release): string | undefined {
  const { version, out, work, time } = release;
  if (!has('zip')) return 'it needs zip (Debian: apt-get install zip)';
  publishedText(join(folder, 'README.md'), release);
  const files = join(work, 'go');
  copyTracked(folder, join(files, `${modulePath()}@v${version}`), isOfOtherModule);
  writeZip(join(out, 'go', `keyward-go-${version}.zip`), files, time);
  return undefined;
}

/** The end that Go demands of the path of a module, by its version (https://go.dev/ref/mod#major-version-suffixes). */
const majorSuffix = (version: string): string => {
  const major = Number(version.split('.', 1)[0]);
  return major >= 2 ? `/v${major}` : '';
};

/**
 * Returns why the tag of a module would not be the module that the owner names. No upload would find the fault.
 * @param goModule the path that the owner names
 * @param version of the release, such as `1.0.0`
 */
export function moduleFaults(goModule: string, version: string): string[] {
  const named = /\/go(?<suffix>\/v\d+)?$/.exec(goModule)?.groups?.['suffix'] ?? '';
  const suffix = majorSuffix(version);
  if (named !== suffix)
    return [
      `release.json names the module ${goModule}, and Go finds version ${version} at …/clients/go${suffix} alone`,
    ];
  if (!existsSync(join(folder, 'go.mod')))
    return [`${folder}/go.mod is missing, and release.json names the module ${goModule}`];
  const found = modulePath();
  if (found !== goModule)
    return [`${folder}/go.mod names the module ${found}, and release.json names ${goModule}`];
  const others = trackedFiles(folder).filter((file) =>
    readFileSync(join(folder, file), 'utf8').includes(placeholder),
  );
  return others.length === 0 ? [] : [`${folder} still names ${placeholder} in ${others.join(', ')}`];
}
