import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleServer } from '../../scripts/build/server-bundle.ts';
import { once } from './once.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(repository, '.cache/bundles');
/** The programs of ours that tests start often. */
const programs = {
  main: 'src/main.ts',
  organization: 'scripts/organization.ts',
  owner: 'scripts/owner.ts',
  'key-recover': 'scripts/key-recover.ts',
  'master-keys': 'scripts/operate/master-keys.ts',
};
const day = 24 * 60 * 60 * 1000;
const sources = ['src', 'scripts', 'migrations', 'generated', 'mikro-orm.config.ts', 'package-lock.json'];

/**
 * Bundles the programs that tests start often: to load some 1,500 modules one by one costs a second of a processor at
 * each start, their bundle a third of it. Makes a bundle only if the sources have changed since the last one.
 * @returns where the bundle of a source file is, by the path of that file in the repository
 */
export async function bundlePrograms(): Promise<ReadonlyMap<string, string>> {
  const finished = join(folder, fingerprint());
  mkdirSync(folder, { recursive: true });
  await once(finished, () => bundle(finished));
  return new Map(Object.entries(programs).map(([name, file]) => [file, join(finished, `${name}.mjs`)]));
}

/** Tells apart all states of the sources that a bundle is made of. */
function fingerprint(): string {
  const hash = createHash('sha256');
  for (const source of sources) {
    const path = join(repository, source);
    const files = statSync(path).isDirectory()
      ? readdirSync(path, { recursive: true, encoding: 'utf8' })
      : [''];
    for (const file of files.toSorted()) {
      const { mtimeMs, size } = statSync(join(path, file));
      hash.update(`${source}/${file} ${mtimeMs} ${size}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

async function bundle(finished: string): Promise<void> {
  const unfinished = `${finished}.${process.pid}`;
  // From `.cache/bundles/<fingerprint>`.
  await bundleServer({ input: programs, folder: unfinished, root: '../../..', isOneFile: false });
  renameSync(unfinished, finished);
  // Programs that still run load parts of their bundle late.
  for (const name of readdirSync(folder)) {
    const other = join(folder, name);
    // Compared with the new one: the clock of this process may be another one than that of the files.
    if (statSync(other).mtimeMs < statSync(finished).mtimeMs - day)
      rmSync(other, { recursive: true, force: true });
  }
}
