// Makes the command line one file that runs without its sources and packages, under Node and Deno: make cli, or with another folder as
// its argument.
import { chmodSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'rolldown';
import { families } from '../clients/cli/src/generated/commands.ts';
import { writeInAscii } from './build/server-bundle.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

const commandsFile = join(repository, 'clients/cli/src/generated/commands.ts');

const schemaFile = join(repository, 'clients/cli/src/generated/config-schema.json');

/** Returns the schema of configuration files as one text, which the engine reads when it is printed. */
const schemaAsText = (): string =>
  `export default JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(readFileSync(schemaFile, 'utf8'))))});`;

/** Returns the commands as texts of JSON, one for each family. The engine reads a text ten times as fast as it reads code. */
const commandsAsTexts = (): string =>
  `export const families = {${Object.entries(families)
    .map(([name, { commands, ...facts }]) => {
      const text = JSON.stringify(JSON.stringify(commands()));
      return `${JSON.stringify(name)}: { ...${JSON.stringify(facts)}, commands: () => JSON.parse(${text}) }`;
    })
    .join(',\n')}};`;

/**
 * Modules of Node that the parser imports. It starts other programs for commands that are files of their own, and we have none. As a module,
 * `process` opens standard input.
 */
const unused: Readonly<Record<string, string>> = {
  'node:child_process': 'export default {};',
  'node:process': 'export default globalThis.process;',
};

/**
 * Returns a module of Node as a module of the bundle. In one file, an import of Node's own would run at each start, also that of a
 * command which another run needs.
 */
function readWhenNeeded(name: string): string {
  const names = Object.keys(process.getBuiltinModule(name as 'node:fs')).filter((one) => one !== 'default');
  // The bundler leaves out the names that no module imports.
  const exported = names.map((one, at) => `const n${at} = found.${one};\nexport { n${at} as ${one} };`);
  return `const found = process.getBuiltinModule(${JSON.stringify(name)});\nexport default found;\n${exported.join('\n')}`;
}

/** Modules of Node, as the bundle has them. */
const ofNode: Plugin = {
  name: 'a start loads no part of Node that it does not use',
  resolveId: (source, importer = '') => {
    if (!isBuiltin(source)) return undefined;
    const name = source.startsWith('node:') ? source : `node:${source}`;
    const isOfParser = importer.includes('/node_modules/commander/');
    return `\0${isOfParser && Object.hasOwn(unused, name) ? 'unused-' : ''}${name}`;
  },
  load: (id) => {
    if (id.startsWith('\0unused-')) return unused[id.slice('\0unused-'.length)];
    return id.startsWith('\0node:') ? readWhenNeeded(id.slice(1)) : undefined;
  },
};

/** The options that each bundle has. Licences of packages stay as comments. */
const written = {
  format: 'esm',
  codeSplitting: false,
  minify: true,
  comments: { legal: true, annotation: false, jsdoc: false },
} as const;

const mcp = join(repository, 'clients/cli/src/mcp');
const shims = '@modelcontextprotocol/server/_shims';

/** The library of MCP judges answers of users with ajv, and `keyward mcp` asks users nothing. */
const withoutAjv: Plugin = {
  name: 'the library of MCP comes without ajv',
  resolveId: (source) => (source === shims ? `\0${shims}` : undefined),
  load: (id) =>
    id === `\0${shims}`
      ? 'const { process } = globalThis; export { process }; export class DefaultJsonSchemaValidator {}'
      : undefined,
};

/**
 * Returns the library of MCP as a module that is a compressed text until it is loaded. The engine reads the whole file at each start, and
 * the library is as large as the rest.
 */
async function libraryAsText(): Promise<string> {
  const { rolldown } = await import('rolldown');
  const made = await rolldown({
    input: join(mcp, 'library.ts'),
    cwd: repository,
    platform: 'node',
    logLevel: 'silent',
    plugins: [withoutAjv, ofNode],
  });
  const { output } = await made.generate(written);
  await made.close();
  const { code } = output[0];
  const text = brotliCompressSync(code).toString('base64');
  const licences = (code.match(/\/\*![^]*?\*\//g) ?? []).join('\n');
  return `${licences}
import { Buffer } from 'node:buffer';
import { brotliDecompressSync } from 'node:zlib';
const text = '${text}';
export const loadLibrary = () => {
  const code = brotliDecompressSync(Buffer.from(text, 'base64')).toString('base64');
  return import('data:text/javascript;base64,' + code);
};`;
}

/** Writes `keyward.mjs` into a folder, and returns its path. */
export async function bundleCli(folder: string): Promise<string> {
  const { rolldown } = await import('rolldown');
  const library = await libraryAsText();
  const made = await rolldown({
    input: { keyward: join(repository, 'clients/cli/src/main.ts') },
    cwd: repository,
    platform: 'node',
    // The build of yaml for browsers is the same code as ES modules, without `process` and `buffer`.
    resolve: { alias: { yaml: join(repository, 'node_modules/yaml/browser/dist/index.js') } },
    tsconfig: join(repository, 'clients/cli/tsconfig.json'),
    logLevel: 'silent',
    treeshake: { propertyReadSideEffects: false },
    plugins: [
      {
        name: 'a start reads the commands of one family',
        load(id) {
          if (id === commandsFile) return { code: commandsAsTexts(), moduleType: 'js' };
          return id === schemaFile ? { code: schemaAsText(), moduleType: 'js' } : undefined;
        },
      },
      {
        name: 'a start reads no library of MCP',
        load: (id) => (id === join(mcp, 'load-library.ts') ? { code: library, moduleType: 'js' } : undefined),
      },
      ofNode,
    ],
  });
  // One file: what is imported late is evaluated late.
  await made.write({ ...written, dir: folder, entryFileNames: '[name].mjs' });
  await made.close();
  const file = join(folder, 'keyward.mjs');
  writeInAscii(file);
  chmodSync(file, 0o755);
  return file;
}

if (import.meta.main) {
  const file = await bundleCli(resolve(process.argv[2] ?? join(repository, 'clients/cli/dist')));
  console.log(`Made ${file}. Put it into a folder of PATH as keyward, or run it: node ${file} --help`);
}
