// The examples that people copy. They name packages of this repository, and their lock files have no checksums of those.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Owner } from './owner.ts';

interface Lock {
  packages: Record<string, { integrity?: string; link?: boolean }>;
}

const inModules = 'node_modules/';

/** The packages that a lock file takes without a checksum. The owner of such a name decides the code that is installed. */
function unchecked(lock: Lock): string[] {
  return Object.entries(lock.packages)
    .filter(([path, { integrity, link }]) => path !== '' && integrity === undefined && link !== true)
    .map(([path]) => path.slice(path.lastIndexOf(inModules) + inModules.length));
}

/**
 * Returns a sentence for each package that an example takes by a name that is not the owner's. A stranger may own that name, and who copies
 * the example would install the package of the stranger.
 * @param folder of the examples
 */
export function exampleFaults(
  { npmScope, pythonName }: Pick<Owner, 'npmScope' | 'pythonName'>,
  folder = 'examples',
): string[] {
  const files = (pattern: string): string[] => globSync(pattern, { cwd: folder }).toSorted();
  const ofNpm = files('*/package-lock.json').flatMap((file) =>
    unchecked(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Lock)
      .filter((name) => !name.startsWith(`${npmScope}/`))
      .map(
        (name) => `${folder}/${file} takes ${name} without a checksum, and release.json names ${npmScope}`,
      ),
  );
  const ofPython = files('*/requirements.txt')
    .filter(
      (file) =>
        !readFileSync(join(folder, file), 'utf8')
          .split('\n')
          .some((line) => line.startsWith(`${pythonName}==`)),
    )
    .map((file) => `${folder}/${file} does not take ${pythonName}, as release.json names it`);
  return [...ofNpm, ...ofPython];
}
