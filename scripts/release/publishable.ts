// Whether a release may be published: it is whole, its files are those that were built, and its names are those of the owner.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleFaults } from './examples.ts';
import { isOfDocs, provenanceFile, sumsFile } from './files.ts';
import { moduleFaults } from './go.ts';
import { readOwner } from './owner.ts';
import { partNames } from './part-names.ts';
import type { provenanceOf } from './provenance.ts';
import { run } from './run.ts';
import { linesOf, sumsOf, withoutFolders } from './sums.ts';

type Statement = ReturnType<typeof provenanceOf>;

/** Returns the statement of a release. @throws if the folder has no release */
export function statementOf(out: string): Statement {
  const file = join(out, provenanceFile);
  if (!existsSync(file)) throw new Error(`${out} has no release. Run make release first.`);
  return JSON.parse(readFileSync(file, 'utf8')) as Statement;
}

/** Returns a sentence for each digest of the provenance or checksum that is not that of the file. */
export function changedFiles(out: string): string[] {
  const isOfRelease = (file: string): boolean => isOfDocs(file) || file === sumsFile;
  const sums = withoutFolders(sumsOf(out, isOfRelease));
  const found = new Map(sums.map(({ name, sha256 }) => [name, sha256]));
  const stated = new Map(statementOf(out).subject.map(({ name, digest }) => [name, digest.sha256]));
  const others = [...new Set([...found.keys(), ...stated.keys()])]
    .filter((name) => name !== provenanceFile && found.get(name) !== stated.get(name))
    .map((name) => `${name} is not the file that the provenance names`);
  const isSummed = readFileSync(join(out, sumsFile), 'utf8') === linesOf(sums);
  return isSummed ? others : [...others, `${sumsFile} has other checksums than the files`];
}

function tagFaults(version: string, commit: string): string[] {
  const head = run('git', ['rev-parse', 'HEAD']).trim();
  if (head !== commit) return [`it was built from ${commit}, and the work tree has ${head}`];
  const tags = run('git', ['tag', '--points-at', 'HEAD']).split('\n');
  return tags.includes(`v${version}`) ? [] : [`the commit has no tag v${version}`];
}

/** Returns the reasons why a release may not be published. */
export function reasonsAgainst(out: string): string[] {
  const { predicate } = statementOf(out);
  const { externalParameters, resolvedDependencies } = predicate.buildDefinition;
  const { version, parts, draft } = externalParameters;
  const { owner, missing } = readOwner();
  const lacking = partNames.filter((name) => !parts.includes(name));
  return [
    ...(draft ? ['it is a draft'] : []),
    ...(missing.length > 0 ? [`release.json has placeholders or lacks: ${missing.join(', ')}`] : []),
    ...(lacking.length > 0 ? [`it lacks ${lacking.join(', ')}`] : []),
    ...moduleFaults(owner.goModule, version),
    ...exampleFaults(owner),
    ...changedFiles(out),
    ...tagFaults(version, resolvedDependencies[0]?.digest['gitCommit'] ?? ''),
  ];
}
