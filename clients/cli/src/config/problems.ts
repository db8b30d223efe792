// Problems in a directory of configuration, and the place of each in its files.
import { UsageError } from '../failures.ts';

/** A place in a file, from line 1 and column 1. */
export interface Place {
  /** The path from the directory, with `/`. */
  file: string;
  line: number;
  column: number;
}

export interface Problem {
  /** Absent if the problem is one of the whole directory. */
  place?: Place;
  /** The rule. It never has a value of the file in it, because a value may be a secret. */
  rule: string;
  example?: string;
}

/** A reader mends the first ones first. */
const mostShown = 100;

const before = (one: Problem, other: Problem): number => {
  const [a, b] = [one.place, other.place];
  if (!a || !b) return Number(Boolean(a)) - Number(Boolean(b));
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
};

/** Returns a place as a shell finds it. @param dir the directory as the user wrote it */
export function placeText({ file, line, column }: Place, dir: string): string {
  const folder = dir.replace(/[\\/]+$/, '');
  const path = folder === '' || folder === '.' ? file : `${folder}/${file}`;
  return `${path}:${line}:${column}`;
}

/** Returns a problem as compilers print one, so that editors and CI find the place: `file:line:column: rule. Example: …`. */
function problemLine({ place, rule, example }: Problem, dir: string): string {
  const at = place ? `${placeText(place, dir)}: ` : '';
  return `${at}${rule}${example === undefined ? '' : ` Example: ${example}`}`;
}

/** The files of a directory are wrong. Nothing was sent, or the service refused them. */
export class ConfigError extends UsageError {
  override readonly lines: readonly string[];

  /** @param dir the directory as the user wrote it, so that a shell finds the files */
  constructor(problems: readonly Problem[], dir: string) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}. Nothing was changed.`,
    );
    const sorted = problems.toSorted(before);
    const shown = sorted.slice(0, mostShown).map((one) => problemLine(one, dir));
    const more = sorted.length - shown.length;
    this.lines = [...shown, ...(more > 0 ? [`… and ${more} more.`] : [])];
  }
}
