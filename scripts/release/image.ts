// The container image as an OCI archive, with the builder of `make image`.
import { join, resolve } from 'node:path';
import { writePlainTar } from './archive.ts';
import { pullBases } from './bases.ts';
import type { Release } from './release.ts';
import { has, run } from './run.ts';

const machines: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Whether an engine can build here. A client of Docker without its daemon cannot. */
function engine(): 'docker' | 'podman' | 'buildah' | undefined {
  const wanted = process.env['ENGINE'];
  if (wanted === 'docker' || wanted === 'podman' || wanted === 'buildah') return wanted;
  if (has('podman')) return 'podman';
  if (has('buildah') && has('mmdebstrap') && process.getuid?.() === 0) return 'buildah';
  return undefined;
}

export function buildImage({ version, out, work, time, owner, dependencies }: Release): string | undefined {
  const chosen = engine();
  if (!chosen)
    return 'it needs podman, or root with buildah and mmdebstrap (Debian: apt-get install buildah mmdebstrap)';
  if (chosen === 'docker')
    return 'docker writes no OCI archive without a builder of its own. Set ENGINE=podman or ENGINE=buildah';
  const machine = machines[process.arch] ?? process.arch;
  // buildah pulls nothing: its base is made from packages.
  const bases = chosen === 'podman' ? pullBases() : { env: {}, dependencies: [] };
  dependencies.push(...bases.dependencies);
  run('deploy/container/build.sh', ['keyward'], {
    env: { ENGINE: chosen, SOURCE_DATE_EPOCH: String(time), ...bases.env },
  });
  // The files of an archive that the engine writes would have the time of the build.
  const layout = join(work, 'image');
  const target = `oci:${layout}:${owner.image}:${version}`;
  if (chosen === 'podman') run('podman', ['push', '--quiet', 'localhost/keyward', target]);
  else {
    const folder = resolve('.cache/container');
    const storage = [
      '--storage-driver',
      'vfs',
      '--root',
      join(folder, 'root'),
      '--runroot',
      join(folder, 'run'),
    ];
    const policy = ['--signature-policy', join(folder, 'policy.json')];
    run('buildah', [
      ...storage,
      'push',
      '--quiet',
      ...policy,
      '--format',
      'oci',
      'localhost/keyward',
      target,
    ]);
  }
  writePlainTar(join(out, `image/keyward-${version}-${machine}.oci.tar`), layout, time);
  return undefined;
}
