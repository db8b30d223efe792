// Builds everything that is published of a version into dist/: make release VERSION=1.0.0. docs/releasing.md says what the files are.
// Settings: OUT=FOLDER, PARTS="npm chart" for some parts, DRAFT=1 for a work tree with changes.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isOfDocs, provenanceFile, sumsFile } from './release/files.ts';
import { readOwner } from './release/owner.ts';
import { type PartName, partNames } from './release/part-names.ts';
import { parts } from './release/parts.ts';
import { provenanceOf } from './release/provenance.ts';
import type { Release } from './release/release.ts';
import { run } from './release/run.ts';
import { linesOf, sumsOf, withoutFolders } from './release/sums.ts';
import { checkVersion, otherVersions, treeVersion } from './release/version-places.ts';

const { VERSION = '', OUT = '', PARTS = '', DRAFT = '' } = process.env;

try {
  await release();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 2;
}

async function release(): Promise<void> {
  const { owner, missing } = readOwner();
  const version = wantedVersion();
  const isDraft = DRAFT === '1';
  const names = wantedParts();
  if (!isDraft) requireClean();
  const out = resolve(OUT || 'dist');
  requireOurs(out);
  const unfinished = `${out}.building`;
  const work = mkdtempSync(join(tmpdir(), 'keyward-release-'));
  const one: Release = {
    version,
    time: Number(git('log', '-1', '--format=%ct')),
    commit: git('rev-parse', 'HEAD'),
    isDraft,
    owner,
    missing,
    dependencies: [],
    out: unfinished,
    work,
  };
  try {
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { recursive: true });
    const skipped = await build(one, names);
    const built = names.filter((name) => !skipped.has(name));
    sign(one, built);
    rmSync(out, { recursive: true, force: true });
    renameSync(unfinished, out);
    report(one, out, skipped);
  } finally {
    for (const folder of [unfinished, work]) rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the version of the tree. @throws if another one is asked for, or a file has another one */
function wantedVersion(): string {
  const version = treeVersion();
  const asked = checkVersion(VERSION || version);
  if (asked !== version)
    throw new Error(
      `The tree has the version ${version}. Run make version VERSION=${asked}, then make generate build-dashboard, and commit.`,
    );
  const others = otherVersions(version);
  if (others.length > 0)
    throw new Error(
      `Files have other versions than ${version}. Run make version VERSION=${version}, then make generate.\n${others.join('\n')}`,
    );
  return version;
}

function wantedParts(): PartName[] {
  const asked = PARTS.split(/[ ,]+/).filter((name) => name !== '');
  const unknown = asked.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length > 0)
    throw new Error(`Unknown parts: ${unknown.join(', ')}. Parts are ${partNames.join(', ')}.`);
  return partNames.filter((name) => asked.length === 0 || asked.includes(name));
}

/** @throws if the work tree is not what the commit has: the provenance would name the wrong sources */
function requireClean(): void {
  const changed = git('status', '--porcelain');
  if (changed !== '')
    throw new Error(
      `The work tree has changes. Commit them, or build a draft with DRAFT=1, which cannot be published.\n${changed}`,
    );
}

/** @throws if a folder has files that no release has written */
function requireOurs(out: string): void {
  if (existsSync(out) && readdirSync(out).length > 0 && !existsSync(join(out, sumsFile)))
    throw new Error(`${out} has other files than a release. Name an empty folder: OUT=…`);
}

/** Builds the parts, and returns the reasons for those that this machine cannot build. */
async function build(one: Release, names: readonly PartName[]): Promise<ReadonlyMap<string, string>> {
  const skipped = new Map<string, string>();
  for (const name of names) {
    const reason = await parts[name](one);
    if (reason !== undefined) skipped.set(name, reason);
    console.log(reason === undefined ? `built ${name}` : `skipped ${name}: ${reason}`);
  }
  return skipped;
}

/** Writes the checksums and the provenance. The archive of the documentation stands for its folder. */
function sign(one: Release, built: string[]): void {
  const sums = () => withoutFolders(sumsOf(one.out, isOfDocs));
  const statement = provenanceOf(one, built, sums());
  writeFileSync(join(one.out, provenanceFile), `${JSON.stringify(statement, null, 2)}\n`);
  writeFileSync(join(one.out, sumsFile), linesOf(sums()));
}

function report(
  { version, missing, isDraft }: Release,
  out: string,
  skipped: ReadonlyMap<string, string>,
): void {
  console.log(`Keyward ${version}${isDraft ? ', a draft,' : ''} is in ${out}.`);
  if (skipped.size > 0) console.log(`It lacks: ${[...skipped.keys()].join(', ')}.`);
  if (missing.length > 0)
    console.log(
      `Placeholders stand in it. Before you publish, write release.json (release.example.json shows it): ${missing.join(', ')}.`,
    );
}

function git(...words: string[]): string {
  return run('git', words).trim();
}
