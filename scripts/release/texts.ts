// Texts of a release: the notes, the contract, the documentation, the bill of materials.
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeTar } from './archive.ts';
import type { Release } from './release.ts';
import { run } from './run.ts';

/** Returns the section of a version in a changelog, without its heading; undefined if there is none. */
export function sectionOf(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => /^\[?([\w.-]+)/.exec(section)?.[1] === version);
  return found?.slice(found.indexOf('\n')).trim();
}

const saysUnpublished = (text: string): boolean => /not\s+in\s+a\s+registry\s+yet/.test(text);
const unpublished = (files: string): string =>
  `These texts say that a package is not in a registry: ${files}. Write how it is installed from there.`;

/** Returns a text that readers find in a registry. @throws if it says that no registry has the package */
export function publishedText(file: string, { isDraft }: Release): string {
  const text = readFileSync(file, 'utf8');
  if (!isDraft && saysUnpublished(text)) throw new Error(unpublished(file));
  return text;
}

/** Writes the notes. @throws if the changelog has no section of the version; a draft then has what is unreleased */
export function writeNotes({ out, version, isDraft, owner, missing }: Release): undefined {
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  const section = sectionOf(changelog, version) ?? (isDraft ? sectionOf(changelog, 'Unreleased') : undefined);
  if (!section)
    throw new Error(`CHANGELOG.md has no section "## ${version}". Write it, or build a draft with DRAFT=1.`);
  const contact = missing.includes('securityContact')
    ? ''
    : `\n\nTo report a vulnerability, write to ${owner.securityContact.replace('mailto:', '')}.`;
  writeFileSync(join(out, 'release-notes.md'), `# Keyward ${version}\n\n${section}${contact}\n`);
}

/** Copies the contract. @throws if it is not the released one, with which `make breaking` compares later ones */
export function copyContract({ out, isDraft }: Release): undefined {
  const released = readFileSync('test/contract/released.yaml', 'utf8');
  if (!isDraft && released !== readFileSync('generated/openapi.yaml', 'utf8'))
    throw new Error(
      'test/contract/released.yaml is not the contract. Run make release-contract, and commit it.',
    );
  const folder = join(out, 'contract');
  mkdirSync(folder, { recursive: true });
  for (const name of ['openapi.yaml', 'openapi.json']) cpSync(join('generated', name), join(folder, name));
}

/** Returns the guides that tell readers of a published version that a package is not published. */
export const unpublishedGuides = (folder: string): string[] =>
  globSync('docs/**/*.md', { cwd: folder })
    // Decisions stay as they were.
    .filter((file) => !file.startsWith('docs/decisions/'))
    .filter((file) => saysUnpublished(readFileSync(join(folder, file), 'utf8')))
    .toSorted();

/** Writes the documentation as a folder, and as an archive of it. Checksums name the archive. @throws if a guide speaks of unpublished packages */
export function writeDocs({ out, version, time, isDraft }: Release): undefined {
  const wrong = isDraft ? [] : unpublishedGuides('.');
  if (wrong.length > 0) throw new Error(unpublished(wrong.join(', ')));
  run(process.execPath, ['scripts/site.ts', join(out, 'docs')]);
  writeTar(join(out, `keyward-docs-${version}.tar.gz`), out, 'docs', time);
}

export function writeBill({ out, version, time }: Release): undefined {
  const file = join(out, `keyward-${version}.cdx.json`);
  run(process.execPath, ['scripts/sbom.ts', '.', file], { env: { SOURCE_DATE_EPOCH: String(time) } });
}
