// The files of the repository that are judged, and those that are exempt.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type Inspected, inspect } from './rules.ts';
import { hasTexts, textsOf } from './texts.ts';

export const exemptionsFile = 'test/plain-english.exemptions.txt';

/** Files of Git, and new files that Git does not ignore. */
export const judgedFiles = (): string[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
    .split('\0')
    .filter((path) => hasTexts(path) && path !== exemptionsFile && existsSync(path))
    .toSorted();

export function judge(path: string, source = readFileSync(path, 'utf8')): Inspected & { path: string } {
  return { path, ...inspect(source, textsOf(path, source), path.startsWith('migrations/schema/')) };
}

export const isExemption = (line: string): boolean => line !== '' && !line.startsWith('#');

export const readExemptions = (): string[] =>
  readFileSync(exemptionsFile, 'utf8').split('\n').filter(isExemption);
