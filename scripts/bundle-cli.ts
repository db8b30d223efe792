// Makes the command line one file that runs without its sources and packages, under Node and Deno: make cli, or with another folder as
// its argument.
import { chmodSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, resolve as absolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'rolldown';
import { families } from '../clients/cli/src/generated/commands.ts';
import { writeInAscii } from './build/server-bundle.ts';

const repository = fileURLToPath(new URL('..', import.meta.url));

const commandsFile = join(repository, 'clients/cli/src/generated/commands.ts');

const schemaFile = join(repository, 'clients/cli/src/generated/config-schema.json');

/** Imports of modules with {@link packed}. */
const unpacking = `import { Buffer } from 'node:buffer';\nimport { brotliDecompressSync } from 'node:zlib';`;

/** Returns an expression whose value is a text. The engine reads the whole file at each start, so texts that few runs use are compressed. */
const packed = (text: string): string =>
  `brotliDecompressSync(Buffer.from('${brotliCompressSync(text).toString('base64')}', 'base64')).toString()`;

/** Returns the schema of configuration files as a text, which the engine reads when it is used. */
const schemaAsText = (): string =>
  `${unpacking}\nexport default JSON.parse(${packed(JSON.stringify(JSON.parse(readFileSync(schemaFile, 'utf8'))))});`;

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
  return `${licencesIn(code)}
${unpacking}
export const loadLibrary = () => import('data:text/javascript;base64,' + Buffer.from(${packed(code)}).toString('base64'));`;
}

const licencesIn = (code: string): string => (code.match(/\/\*![^]*?\*\//g) ?? []).join('\n');

// The build of yaml for browsers is the same code as ES modules, without `process` and `buffer`.
const resolve = { alias: { yaml: join(repository, 'node_modules/yaml/browser/dist/index.js') } };

/** Libraries that help does not use, and the names that the commands import. */
const libraries: Readonly<Record<string, readonly string[]>> = {
  jose: ['importJWK', 'SignJWT'],
  'openid-client': [
    'allowInsecureRequests',
    'ClientError',
    'Configuration',
    'customFetch',
    'discovery',
    'getDPoPHandle',
    'initiateDeviceAuthorization',
    'None',
    'pollDeviceAuthorizationGrant',
    'refreshTokenGrant',
    'ResponseBodyError',
    'tokenRevocation',
  ],
  'string-width': ['default'],
  table: ['getBorderCharacters', 'table'],
  yaml: [
    'CST',
    'Document',
    'isAlias',
    'isMap',
    'isNode',
    'isPair',
    'isScalar',
    'isSeq',
    'Lexer',
    'LineCounter',
    'parseAllDocuments',
    'Scalar',
    'visit',
  ],
};

/** Returns a library as a module that is a compressed text until a command uses it. */
async function asText(name: string): Promise<string> {
  const { rolldown } = await import('rolldown');
  const names = libraries[name] ?? [];
  const made = await rolldown({
    input: name,
    cwd: repository,
    platform: 'node',
    logLevel: 'silent',
    resolve,
    plugins: [
      {
        name: 'only what the commands import',
        resolveId: (source, importer) => (importer === undefined ? `\0${source}` : undefined),
        load: (id) =>
          id === `\0${name}` ? `export { ${names.join(', ')} } from ${JSON.stringify(name)};` : undefined,
      },
      ofNode,
    ],
  });
  const { output } = await made.generate({ ...written, format: 'cjs', exports: 'named' });
  await made.close();
  const { code } = output[0];
  const exported = names.map((one, at) => `const e${at} = found.${one};\nexport { e${at} as ${one} };`);
  return `${licencesIn(code)}
${unpacking}
const found = {};
new Function('exports', ${packed(code)})(found);
${exported.join('\n')}`;
}

/** Libraries as texts. */
const late: Plugin = {
  name: 'a start reads no library that it does not use',
  resolveId: (source) => (Object.hasOwn(libraries, source) ? `\0text-${source}` : undefined),
  load: (id) => (id.startsWith('\0text-') ? asText(id.slice('\0text-'.length)) : undefined),
};

/** Writes `keyward.mjs` into a folder, and returns its path. */
export async function bundleCli(folder: string): Promise<string> {
  const { rolldown } = await import('rolldown');
  const library = await libraryAsText();
  const made = await rolldown({
    input: { keyward: join(repository, 'clients/cli/src/main.ts') },
    cwd: repository,
    platform: 'node',
    tsconfig: join(repository, 'clients/cli/tsconfig.json'),
    logLevel: 'silent',
    treeshake: { propertyReadSideEffects: false },
    // A run uses few of the modules that are imported late, so the engine does not compile them before.
    optimization: { pifeForModuleWrappers: false },
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
      late,
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
  const file = await bundleCli(absolute(process.argv[2] ?? join(repository, 'clients/cli/dist')));
  console.log(`Made ${file}. Put it into a folder of PATH as keyward, or run it: node ${file} --help`);
}
