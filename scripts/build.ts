// Builds a server that runs without its sources: make build OUT=FOLDER. The folder has one file with all code, the files that the code
// reads, and the packages that stay beside it. It is started as the sources are: `src/main.js`, `scripts/owner.ts` and so on.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { programs } from './build/entry.ts';
import { bundleServer, packagesBeside, writeInAscii } from './build/server-bundle.ts';
import { changedDays } from './guides/changed.ts';

/** The files and folders that each module of ours with `import.meta.url` reads. */
const readBy: Readonly<Record<string, readonly string[]>> = {
  'migrations/0105_schema.ts': ['migrations/schema'],
  'src/http/contract/whole-contract.ts': ['generated/openapi.json', 'generated/openapi.yaml'],
  'src/http/dashboard.ts': ['generated/dashboard'],
  'src/http/reference/files.ts': ['src/http/reference/browser'],
  'src/http/reference/guides/guide-files.ts': ['generated/docs', 'docs'],
  'src/http/ui.ts': ['src/http/ui'],
};
/** Files that are shipped beside the code. `src/compile-cache.js` runs before the bundle is loaded. */
const shipped = ['LICENSE', 'src/compile-cache.js'];
/** Addresses of the sources of the guides. A checkout need not have this file. */
const releaseFile = 'release.json';
const bundle = 'server/keyward.mjs';

const [out = ''] = process.argv.slice(2);
if (out === '') {
  console.error('Say where to: make build OUT=/srv/keyward');
  process.exit(2);
}
const unfinished = '.building';
const others = existsSync(out) ? readdirSync(out).filter((file) => file !== unfinished) : [];
if (others.length > 0 && !existsSync(join(out, bundle))) {
  console.error(`${out} has other files than a built server. Name an empty folder.`);
  process.exit(2);
}

// Until all is made, the files of the last build stay: a node may work with them, or be started again.
const made = join(out, unfinished);
try {
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  await build();
  // Files that others have put into the folder stay, such as a DATA_DIR.
  for (const file of readdirSync(made)) {
    rmSync(join(out, file), { recursive: true, force: true });
    renameSync(join(made, file), join(out, file));
  }
} finally {
  rmSync(made, { recursive: true, force: true });
}
console.log(`Built ${out}. Start it with: node --max-semi-space-size=8 src/main.js`);

/** Makes the files of the server in the unfinished folder. @throws when a module reads files that are not named above */
async function build(): Promise<void> {
  const readers = new Set<string>();
  await bundleServer({
    input: { keyward: 'scripts/build/entry.ts' },
    folder: join(made, dirname(bundle)),
    root: '..',
    isOneFile: true,
    onReader: (module) => readers.add(module),
  });
  writeInAscii(join(made, bundle));
  for (const module of readers)
    if (!(module in readBy))
      throw new Error(`${module} uses import.meta.url: say in scripts/build.ts which files it reads`);

  // Declarations are for the compiler alone.
  for (const file of [...shipped, ...Object.values(readBy).flat()])
    cpSync(file, join(made, file), { recursive: true, filter: (path) => !path.endsWith('.d.ts') });
  for (const { name, folder } of packagesBeside())
    cpSync(folder, join(made, 'node_modules', name), { recursive: true });
  if (existsSync(releaseFile)) cpSync(releaseFile, join(made, releaseFile));
  // Without a history of Git, the days stay that deploy/container/build.sh wrote.
  const days = changedDays();
  if (Object.keys(days).length > 0) writeJson('generated/docs/changed.json', days);
  const { name, version, license, type, engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  execFileSync(process.execPath, [
    'scripts/notices.ts',
    '.',
    join(made, 'NOTICES.txt'),
    'dashboard/NOTICES.txt',
  ]);
  writeJson('package.json', { name, version, license, private: true, type, engines });
  for (const program of Object.keys(programs)) writeStarter(program);
}

/** Writes the file that runs a program of the bundle, at the place that its module has in the repository. */
function writeStarter(program: string): void {
  const isService = program === 'src/process.ts';
  const file = isService ? 'src/main.js' : program;
  const from = relative(dirname(file), bundle);
  const cache = isService
    ? "import { keepCompiled } from './compile-cache.js';\n\nkeepCompiled(process.env['DATA_DIR'] ?? '.data');\n"
    : '';
  mkdirSync(dirname(join(made, file)), { recursive: true });
  writeFileSync(
    join(made, file),
    `${cache}const { run } = await import('${from}');\nawait run('${program}');\n`,
  );
}

function writeJson(file: string, value: object): void {
  writeFileSync(join(made, file), `${JSON.stringify(value, null, 2)}\n`);
}
