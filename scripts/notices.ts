// Writes the licence notices of shipped packages: name, version, licence and text of each.
// node scripts/notices.ts FOLDER FILE [FILE TO APPEND…]; FOLDER has a package-lock.json and its installed packages.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAllowed, shippedPackages, type ShippedPackage } from './shipped-packages.ts';

interface Manifest {
  author?: string | { name?: string };
  contributors?: (string | { name?: string })[];
}

const line = '-'.repeat(100);

const nameOf = (person: string | { name?: string } | undefined): string | undefined =>
  (typeof person === 'string' ? person : person?.name)?.replace(/\s*[<(].*$/, '');

const licenceFiles = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => /^(licen[cs]e|copying|notice|unlicense)/i.test(file))
    .toSorted()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());

/** Returns the conditions of a licence without a copyright line, as another package with this licence has them. */
const standardText = (license: string): string | undefined =>
  packages
    .filter((other) => other.license === license)
    .flatMap(({ folder }) => licenceFiles(folder))
    .map((text) => /^Permission (is|to use)[^]*$/m.exec(text)?.[0])
    .find((text) => text !== undefined);

function textOf({ name, license, folder }: ShippedPackage): string {
  const texts = licenceFiles(folder);
  if (texts.length > 0) return texts.join('\n\n');
  const standard = standardText(license);
  if (standard === undefined) throw new Error(`${name} (${license}) has no licence text: look at its files.`);
  const { author, contributors = [] } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Manifest;
  const holder = nameOf(author) ?? nameOf(contributors[0]) ?? `the authors of ${name}`;
  return `Copyright (c) ${holder}\n\n${standard}`;
}

function notice(shipped: ShippedPackage): string {
  const { name, version, license } = shipped;
  if (!isAllowed(license))
    throw new Error(
      `${name} ${version} has the licence ${license}, which scripts/shipped-packages.ts does not allow.`,
    );
  return `${line}\n${name} ${version} (${license})\n\n${textOf(shipped)}\n`;
}

const [root = '.', file = '.cache/NOTICES.txt', ...more] = process.argv.slice(2);
const packages = shippedPackages(root);
writeFileSync(file, [...packages.map(notice), ...more.map((name) => readFileSync(name, 'utf8'))].join('\n'));
