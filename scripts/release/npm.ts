// The packages of npm: the client, the middleware and the command line. The package of the server is private, and none is called as it is.
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundleCli } from '../bundle-cli.ts';
import { publishedText } from './texts.ts';
import { checkVersion } from './version-places.ts';
import type { Release } from './release.ts';
import { run } from './run.ts';

type Manifest = Record<string, unknown> & {
  name: string;
  version: string;
  peerDependencies?: Record<string, string>;
};

/** The scope that the sources have. */
const ourScope = '@keyward';

/** Writes the manifest that is published. @param folder of the package in the repository */
function writeManifest(packed: string, folder: string, { owner, version }: Release): void {
  const {
    private: _,
    devDependencies: __,
    ...manifest
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  if (checkVersion(manifest.version) !== version)
    throw new Error(`${folder} has the version ${manifest.version}`);
  const inScope = (name: string): string => name.replace(ourScope, owner.npmScope);
  const peers = Object.entries(manifest.peerDependencies ?? {});
  const published = {
    ...manifest,
    name: inScope(manifest.name),
    ...(peers.length > 0 && {
      peerDependencies: Object.fromEntries(peers.map(([name, range]) => [inScope(name), range])),
    }),
    files: ['dist'],
    repository: { type: 'git', url: `git+${owner.repository}.git`, directory: folder },
    publishConfig: { access: 'public' },
  };
  writeFileSync(join(packed, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}

function writeReadme(packed: string, from: string, release: Release): void {
  const text = publishedText(from, release).replaceAll(ourScope, release.owner.npmScope);
  writeFileSync(join(packed, 'README.md'), text);
}

/** Packs a folder. npm gives each file the same time. */
function pack(packed: string, { out }: Release): void {
  const destination = join(out, 'npm');
  mkdirSync(destination, { recursive: true });
  run('npm', ['pack', packed, '--silent', '--ignore-scripts', '--pack-destination', destination]);
}

/** Unpacks what the script of `make pack-…` has compiled. @returns the folder of the package */
function compiled(script: string, release: Release): string {
  const tarball = run(script, [join(release.work, script)]).trim();
  run('tar', ['-xzf', tarball, '-C', dirname(tarball)]);
  return join(dirname(tarball), 'package');
}

/** Packs a package again, with the names of the owner. @param folder of the package in the repository */
function packAgain(packed: string, folder: string, release: Release): void {
  writeManifest(packed, folder, release);
  writeReadme(packed, join(folder, 'README.md'), release);
  pack(packed, release);
}

/** Builds the package of the TypeScript client. */
export function packClient(release: Release): undefined {
  packAgain(compiled('scripts/pack-typescript.sh', release), 'clients/typescript', release);
}

/** Builds the package of the middleware, which imports that of the client. */
export function packMiddleware(release: Release): undefined {
  const packed = compiled('scripts/pack-middleware.sh', release);
  for (const file of globSync(join(packed, 'dist/**/*.{js,ts}'))) {
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll(`'${ourScope}/`, `'${release.owner.npmScope}/`));
  }
  packAgain(packed, 'clients/middleware', release);
}

/** Builds the package of the command line: one file, and what a user must know of it. */
export async function packCli(release: Release): Promise<undefined> {
  const folder = 'clients/cli';
  const packed = join(release.work, 'cli');
  await bundleCli(join(packed, 'dist'));
  writeManifest(packed, folder, release);
  writeReadme(packed, join(folder, 'published.md'), release);
  cpSync('LICENSE', join(packed, 'LICENSE'));
  pack(packed, release);
}
