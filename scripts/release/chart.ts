// The Helm chart, and the action of GitHub: folders of the repository as archives.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyTracked, writeTar } from './archive.ts';
import type { Release } from './release.ts';

/** Packs the chart as `helm package` does. Helm gives its files the time of the packing, so tar packs them. */
export function packChart({ work, out, version, time, owner, missing }: Release): undefined {
  const folder = join(work, 'chart');
  copyTracked('deploy/helm/keyward', join(folder, 'keyward'), (file) => file.startsWith('ci/'));
  if (!missing.includes('image')) {
    const values = join(folder, 'keyward/values.yaml');
    const text = readFileSync(values, 'utf8');
    const filled = text.replace(/^( {2}repository:) ''$/m, `$1 ${owner.image}`);
    if (filled === text) throw new Error('values.yaml has no line of image.repository that can be filled');
    writeFileSync(values, filled);
  }
  writeTar(join(out, `helm/keyward-${version}.tgz`), folder, 'keyward', time);
}

/** Packs the action. A user copies its folder, or names the folder of the repository. */
export function packAction({ work, out, version, time }: Release): undefined {
  const name = `keyward-action-${version}`;
  copyTracked('clients/action', join(work, 'action', name));
  writeTar(join(out, `action/${name}.tar.gz`), join(work, 'action'), name, time);
}
