// The files of a directory: which of them hold configuration, and their texts.
import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UsageError } from '../failures.ts';
import type { Problem } from './problems.ts';

/** The service takes no larger body. Comments and spaces are not sent. */
const longestFile = 1024 * 1024;
const mostBytes = 8 * 1024 * 1024;
const mostEntries = 50_000;
const deepestFolder = 16;

export interface TextFile {
  /** The path from the directory, with `/`. */
  file: string;
  text: string;
}

/** Returns the real path of a directory. @throws {UsageError} if there is none */
export function directoryAt(dir: string): string {
  try {
    const root = realpathSync(dir);
    if (statSync(root).isDirectory()) return root;
  } catch {
    // Said below.
  }
  throw new UsageError('-f takes a folder that exists, such as -f config/.');
}

/** Whether a path is the directory or a part of it. Both are real paths. */
export function isWithin(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Reads a file as text. @throws if it is too long, or is not UTF-8 */
export function readText(path: string, limit: number): string {
  // Opened without waiting: a pipe would wait for a writer. A device may have no end.
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const facts = fstatSync(handle);
    if (!facts.isFile()) throw new Error('it is not a file');
    if (facts.size > limit) throw new RangeError('it is too long');
    const bytes = Buffer.alloc(facts.size);
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read)
      read = readSync(handle, bytes, length, bytes.length - length, length);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length));
  } finally {
    closeSync(handle);
  }
}

/** Skips files that editors, git and package managers keep. */
const isSkipped = (name: string): boolean => name.startsWith('.') || name === 'node_modules';

const isYaml = (name: string): boolean => /\.ya?ml$/i.test(name);

/** Returns the YAML files below a directory, sorted by their paths, and a problem for each that cannot be read. */
export function readDirectory(root: string): { files: TextFile[]; problems: Problem[] } {
  const files: TextFile[] = [];
  const problems: Problem[] = [];
  let entries = 0;
  let bytes = 0;
  const refuse = (file: string, rule: string): void =>
    void problems.push({ place: { file, line: 1, column: 1 }, rule });
  const read = (folder: string, depth: number): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true }).toSorted(byName)) {
      if (isSkipped(entry.name)) continue;
      entries += 1;
      if (entries > mostEntries) throw new UsageError(`The directory has more than ${mostEntries} files.`);
      const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (depth === deepestFolder) refuse(file, `Folders are at most ${deepestFolder} deep.`);
        else read(file, depth + 1);
      } else if (isYaml(entry.name)) {
        if (!entry.isFile()) refuse(file, 'A link is not followed. Put the file itself here.');
        else {
          const text = textOf(file);
          if (text !== undefined) files.push({ file, text });
        }
      } else if (entry.isSymbolicLink() && isFolder(join(root, file)))
        // To skip the folder would look as if its objects were gone.
        refuse(file, 'A link is not followed. Put the folder itself here.');
    }
  };
  const textOf = (file: string): string | undefined => {
    try {
      const text = readText(join(root, file), longestFile);
      bytes += Buffer.byteLength(text);
      if (bytes <= mostBytes) return text;
    } catch (error) {
      refuse(
        file,
        error instanceof RangeError
          ? `A file is at most ${longestFile} bytes long.`
          : 'The file cannot be read as text in UTF-8.',
      );
      return undefined;
    }
    throw new UsageError(`The files of the directory are longer than ${mostBytes} bytes.`);
  };
  read('', 1);
  return { files, problems };
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** By code units, so that the order is the same in each country. */
const byName = ({ name: a }: { name: string }, { name: b }: { name: string }): number =>
  a < b ? -1 : Number(a > b);

/** Returns the real path of a file that a configuration names. @throws if the file is outside the directory */
export function insideOf(root: string, name: string): string {
  if (isAbsolute(name)) throw new Error('it is outside');
  const path = realpathSync(resolve(root, name));
  if (!isWithin(root, path)) throw new Error('it is outside');
  return path;
}
