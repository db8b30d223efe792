// Writes the files of an export into a directory. Nothing of a user is lost, and a file is whole or unchanged.
import { existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../failures.ts';
import { writeWhole } from '../whole-file.ts';
import { directoryAt } from './directory.ts';
import { isExported, schemaFile, pathOf, textOf } from './layout.ts';
import { type ConfigObject, type Directory, readObjects } from './objects.ts';
import { ConfigError, type Place, type Problem } from './problems.ts';
import { keptReferences } from './kept-references.ts';
import type { SecretFields } from './secrets.ts';

/** How a directory differs from an export. */
export interface Difference {
  /** Paths and texts of files to write. */
  write: ReadonlyMap<string, string>;
  /** Paths of files with an object that the export does not have. They are never removed. */
  others: readonly string[];
  /** References to secrets that have no place in the export. */
  lost: readonly Place[];
}

/** Opens a directory for an export, and makes it if there is none. */
export function openForExport(dir: string, isCheck: boolean): Directory {
  if (!existsSync(dir) && !isCheck) {
    try {
      mkdirSync(dir, { recursive: true });
    } catch {
      throw new UsageError('-f takes a folder, and this one cannot be made.');
    }
  }
  directoryAt(dir);
  return readObjects(dir);
}

/**
 * Compares a directory with an export.
 * @throws {ConfigError} where a file of a user is in the way
 */
export function compare(
  directory: Directory,
  exported: readonly ConfigObject[],
  schema: string,
  { fields, isAsked }: { fields: SecretFields; isAsked: (kind: string) => boolean },
): Difference {
  const problems: Problem[] = [];
  const write = new Map<string, string>();
  const here = new Map(
    directory.objects.map((object, at) => [
      pathOf(object),
      { object, at, place: directory.placeOf(`/${at}`) },
    ]),
  );
  const files = new Map<string, string>();
  const lost: Place[] = [];
  for (const object of exported) {
    const path = pathOf(object);
    const found = here.get(path);
    // A user has put references to secrets into the file, which no export shows.
    const kept = found ? keptReferences(object, found.object, fields) : { object, lost: [] };
    files.set(path, textOf(kept.object));
    for (const pointer of kept.lost) {
      const place = directory.placeOf(`/${found?.at}${pointer}`);
      if (place) lost.push(place);
    }
    if (found?.place && found.place.file !== path)
      problems.push({
        place: found.place,
        rule: `${object.kind}/${object.key} is in a file of your own. Export to an empty directory, and compare.`,
      });
  }
  for (const [path, text] of files) {
    const before = textAt(directory.root, path, problems);
    if (before === text) continue;
    if (before === undefined || isExported(path, before)) write.set(path, text);
    else
      problems.push({
        place: { file: path, line: 1, column: 1 },
        rule: 'The file has comments or other objects, and an export would lose them. Export to an empty directory, and compare.',
      });
  }
  if (textAt(directory.root, schemaFile, problems) !== schema) write.set(schemaFile, schema);
  if (problems.length > 0) throw new ConfigError(problems, directory.dir);
  const others = directory.objects
    .filter((object) => isAsked(object.kind) && !files.has(pathOf(object)))
    .map((object) => here.get(pathOf(object))?.place?.file ?? pathOf(object));
  return { write, others: [...new Set(others)], lost };
}

/** Returns the text of a file, or undefined if there is none. A link or a folder in its place is a problem. */
function textAt(root: string, path: string, problems: Problem[]): string | undefined {
  const refuse = (rule: string): undefined =>
    void problems.push({ place: { file: path, line: 1, column: 1 }, rule });
  const kindOf = (name: string) => lstatSync(join(root, name), { throwIfNoEntry: false });
  const folder = dirname(path);
  const holder = folder === '.' ? undefined : kindOf(folder);
  if (holder && !holder.isDirectory()) return refuse('A folder must be here, and something else is.');
  const file = kindOf(path);
  if (!file) return undefined;
  if (!file.isFile()) return refuse('A file must be here, and something else is.');
  // On Windows, git may end the lines of a file with CRLF.
  return readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n');
}

/** Writes the files, each of them at once. */
export function writeFiles(root: string, files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeWhole(file, text);
  }
}
