import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';

const run = promisify(execFile);

interface Manifest {
  dependencies: Record<string, string>;
}
interface Lock {
  packages: Record<string, Manifest>;
}

const isOurs = (name: string): boolean => name.startsWith('@keyward/') || name.includes('/@keyward/');
const withoutOurs = <Value>(all: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => !isOurs(name)));

let packed: Promise<ReadonlyMap<string, string>> | undefined;

/** Packs the client and the middleware as they are published. @returns the tarball of each name */
async function pack(): Promise<ReadonlyMap<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'keyward-packed-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const parts = [
    ['@keyward/client', 'scripts/pack-typescript.sh'],
    ['@keyward/middleware', 'scripts/pack-middleware.sh'],
  ] as const;
  const tarballs = parts.map(
    async ([name, script]) => [name, (await run(script, [folder])).stdout.trim()] as const,
  );
  return new Map(await Promise.all(tarballs));
}

/**
 * Installs the packages of a lock file into a folder. Those of others come from a registry, or from the copy that is kept outside of the
 * checkout. Those of this checkout are packed, because the registry has none of this version before the release.
 */
export async function installPackages(folder: string): Promise<void> {
  const files = ['package.json', 'package-lock.json'].map((name) => join(folder, name));
  const [manifestText = '', lockText = ''] = files.map((file) => readFileSync(file, 'utf8'));
  const manifest = JSON.parse(manifestText) as Manifest;
  const lock = JSON.parse(lockText) as Lock;
  const names = Object.keys(manifest.dependencies).filter(isOurs);
  const packages = withoutOurs(lock.packages);
  const root = lock.packages[''] as Manifest;
  const texts = [
    { ...manifest, dependencies: withoutOurs(manifest.dependencies) },
    { ...lock, packages: { ...packages, '': { ...root, dependencies: withoutOurs(root.dependencies) } } },
  ];
  for (const [at, file] of files.entries()) writeFileSync(file, JSON.stringify(texts[at]));
  await run('scripts/environment/node-modules.sh', [resolve(folder)]);
  writeFileSync(files[0] ?? '', manifestText);
  writeFileSync(files[1] ?? '', lockText);
  packed ??= pack();
  for (const name of names) {
    const target = join(folder, 'node_modules', name);
    mkdirSync(target, { recursive: true });
    await run('tar', ['-xzf', (await packed).get(name) ?? '', '--strip-components=1', '-C', target]);
  }
}
